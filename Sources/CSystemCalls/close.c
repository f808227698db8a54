// A descriptor that is closed twice is another's the second time, where a thread opened something in between: a test's
// socket, or the database. So its number stays taken until whoever closes it twice has done so.

#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local int held = -1;

int close(int descriptor) {
  if (descriptor >= 0 && descriptor == held) return 0;
  return (int)syscall(SYS_close, descriptor);
}

void close_hold(int descriptor) { held = descriptor; }

void close_let_go(void) {
  int descriptor = held;
  held = -1;
  if (descriptor >= 0) close(descriptor);
}
