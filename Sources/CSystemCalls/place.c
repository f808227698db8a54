#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>

bool system_calls_are_in_place(void) {
  return dlsym(RTLD_DEFAULT, "recv") == (void *)recv && dlsym(RTLD_DEFAULT, "close") == (void *)close;
}
