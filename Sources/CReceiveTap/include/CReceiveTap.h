#ifndef ORIEL_CRECEIVETAP_H
#define ORIEL_CRECEIVETAP_H

#include <stdbool.h>
#include <stddef.h>

/// Sees what `recv` got from a socket, before the caller does. `false` keeps it from the caller, who is told that
/// nothing has come yet.
typedef bool (*receive_tap)(void *context, int socket, const void *bytes, size_t count);

/// Sets the tap of this thread; none, if it is null.
void receive_tap_set(receive_tap tap, void *context);

/// Whether shared libraries that call `recv` reach the one that has taps.
bool receive_tap_is_in_place(void);

#endif
