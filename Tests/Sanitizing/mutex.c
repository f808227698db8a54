/// Shows Swift's mutexes to ThreadSanitizer: a library to preload (deploy/sanitize).
///
/// On Linux, a mutex of Swift's Synchronization is a futex that the kernel hands from one thread to the other if both want
/// it. The sanitizer sees the atomic operations of the fast path only, so it would report all that two such threads do as
/// races. These functions replace the slow path's, call them, and say what they mean.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t thread, SELF mutex);
typedef SWIFT void (*Unlock)(SELF mutex);

SWIFT void lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void unlock(SELF mutex) __asm__(UNLOCK);

static Lock real_lock;
static Unlock real_unlock;

__attribute__((constructor)) static void find(void) {
  real_lock = (Lock)dlsym(RTLD_NEXT, LOCK);
  real_unlock = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock(uint32_t thread, SELF mutex) {
  real_lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlock(SELF mutex) {
  __tsan_release(mutex);
  real_unlock(mutex);
}
