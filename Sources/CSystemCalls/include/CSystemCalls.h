#ifndef ORIEL_CSYSTEMCALLS_H
#define ORIEL_CSYSTEMCALLS_H

#include <stdbool.h>
#include <stddef.h>

// The process's `recv` and `close`, in place of the C library's. libwebsockets 4.1.6 needs both: it reads what it should
// refuse, has no callback between its `recv` and its parser, and closes a descriptor twice.
//
// A function that the executable defines wins over a shared library's (System V ABI, symbol resolution), so
// libwebsockets calls these. On threads that asked for nothing they are what they were. In C, because Swift's functions
// have protected visibility, which gold does not export.

/// Sees what `recv` got from a socket before its caller does, and may take bytes out. Returns how many are left, at the
/// front; for 0 the caller is told that nothing has come yet.
typedef size_t (*receive_tap)(void *context, int socket, void *bytes, size_t count);

/// Sets the tap of this thread; none, if it is null.
void receive_tap_set(receive_tap tap, void *context);

/// Until `close_let_go`, closing `descriptor` does nothing on this thread, however often. One at a time; a negative one
/// is none.
void close_hold(int descriptor);

/// Closes what `close_hold` held, once.
void close_let_go(void);

/// Whether shared libraries reach these two.
bool system_calls_are_in_place(void);

#endif
