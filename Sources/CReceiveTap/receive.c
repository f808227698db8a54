// The process's `recv`, in place of the C library's.
//
// libwebsockets 4.1.6 accepts frames that are not masked (RFC 6455 §5.1 forbids it), tells nobody of pings, and has no
// callback between its `recv` and its parser. Peeking first (MSG_PEEK) cannot do: what arrives between the peek and the
// read would go unseen, and it costs a system call for each message. But a function that the executable defines wins
// over a shared library's (System V ABI, symbol resolution), so libwebsockets calls this one. On threads that have set
// no tap it is what it was. In C, because Swift's functions have protected visibility, which gold does not export.

#define _GNU_SOURCE
#include "CReceiveTap.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/socket.h>

static _Thread_local receive_tap current_tap;
static _Thread_local void *current_context;

void receive_tap_set(receive_tap tap, void *context) {
  current_tap = tap;
  current_context = context;
}

ssize_t recv(int socket, void *buffer, size_t length, int flags) {
  ssize_t count = recvfrom(socket, buffer, length, flags, NULL, NULL);
  if (count <= 0 || current_tap == NULL || current_tap(current_context, socket, buffer, (size_t)count)) return count;
  errno = EAGAIN;
  return -1;
}

bool receive_tap_is_in_place(void) { return dlsym(RTLD_DEFAULT, "recv") == (void *)recv; }
