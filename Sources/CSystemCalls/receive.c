// Peeking first (MSG_PEEK) cannot do: what arrives between the peek and the read would go unseen, and it costs a system
// call for each message.

#define _GNU_SOURCE
#include "CSystemCalls.h"

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
  if (count <= 0 || current_tap == NULL) return count;
  size_t left = current_tap(current_context, socket, buffer, (size_t)count);
  if (left > 0) return (ssize_t)left;
  errno = EAGAIN;
  return -1;
}
