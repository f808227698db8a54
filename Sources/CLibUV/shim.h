#ifndef ORIEL_CLIBUV_H
#define ORIEL_CLIBUV_H

#include <pthread.h>
#include <uv.h>

// Glibc's module hides it: it is Linux's own.
extern int pthread_setname_np(pthread_t, const char *);

#endif
