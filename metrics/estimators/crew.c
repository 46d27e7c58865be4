#include "crew.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct crew {
    const crew_work *work;
    crew_pick pick; /* NULL: in order */
    void *shared;
    size_t tasks, next, turn; /* the next to be taken, the next to be gathered */
    assay_status status;
    pthread_mutex_t lock;
    pthread_cond_t turned;
} crew;

static void crew_fail(crew *all, assay_status status)
{
    if (all->status == ASSAY_OK) all->status = status;
    pthread_cond_broadcast(&all->turned);
}

/* With the lock held: runs one task, the lock open meanwhile, and gathers it when it is its turn. */
static void crew_task(crew *all, void *own, size_t task)
{
    pthread_mutex_unlock(&all->lock);
    const assay_status status = all->work->run(all->shared, own, task);
    pthread_mutex_lock(&all->lock);
    if (status != ASSAY_OK) {
        crew_fail(all, status);
        return;
    }
    while (!all->pick && all->turn != task && all->status == ASSAY_OK) pthread_cond_wait(&all->turned, &all->lock);
    if (all->status != ASSAY_OK) return;
    if (all->work->gather) all->work->gather(all->shared, own, task);
    all->turn++;
    pthread_cond_broadcast(&all->turned);
}

static size_t crew_next(crew *all, void *own)
{
    if (all->status != ASSAY_OK) return CREW_NOTHING;
    if (all->pick) return all->pick(all->shared, own);
    return all->next < all->tasks ? all->next++ : CREW_NOTHING;
}

static void *crew_member(void *argument)
{
    crew *const all = argument;
    void *const own = all->work->make(all->shared);
    pthread_mutex_lock(&all->lock);
    if (!own) crew_fail(all, ASSAY_ENOMEM);
    for (size_t task; own && (task = crew_next(all, own)) != CREW_NOTHING;) crew_task(all, own, task);
    pthread_mutex_unlock(&all->lock);
    if (own) all->work->drop(own);
    return NULL;
}

static assay_status crew_work_on(crew all, size_t jobs)
{
    const size_t others = jobs > 1 ? jobs - 1 : 0;
    pthread_t *const thread = calloc(others + 1, sizeof *thread);
    if (!thread) return ASSAY_ENOMEM;
    pthread_mutex_init(&all.lock, NULL);
    pthread_cond_init(&all.turned, NULL);
    size_t started = 0; /* where the system gives no more threads, fewer do the same work */
    while (started < others && pthread_create(&thread[started], NULL, crew_member, &all) == 0) started++;
    crew_member(&all);
    for (size_t t = 0; t < started; t++) pthread_join(thread[t], NULL);
    pthread_cond_destroy(&all.turned);
    pthread_mutex_destroy(&all.lock);
    free(thread);
    return all.status;
}

assay_status crew_run(const crew_work *work, void *shared, size_t tasks, size_t jobs)
{
    return crew_work_on((crew){ .work = work, .shared = shared, .tasks = tasks }, jobs < tasks ? jobs : tasks);
}

assay_status crew_run_picked(const crew_work *work, crew_pick pick, void *shared, size_t jobs)
{
    return crew_work_on((crew){ .work = work, .pick = pick, .shared = shared }, jobs);
}
