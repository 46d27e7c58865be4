/* locked.h -- a lock that is held to the end of the block. */
#pragma once

#include "owned.h"

#include <pthread.h>

static inline pthread_mutex_t *lock_taken(pthread_mutex_t *lock)
{
    pthread_mutex_lock(lock);
    return lock;
}
static inline void lock_left(pthread_mutex_t *const *lock) { pthread_mutex_unlock(*lock); }

#define LOCKED(lock) FREED(lock_left) __attribute__((unused)) pthread_mutex_t *const locked_ = lock_taken(lock)
