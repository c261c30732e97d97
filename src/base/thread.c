/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"
#include "base/system.h"

/* A thread's part in a shared work. */
typedef struct part {
    void (*work)(void *data, unsigned number);
    void *data;
    unsigned number;
} part;

static void *take_part(void *data)
{
    const part *mine = data;

    mine->work(mine->data, mine->number);
    return NULL;
}

void clri_thread_share(unsigned threads, void (*work)(void *data, unsigned number), void *data)
{
    pthread_t started[CLRI_THREADS_MOST];
    part parts[CLRI_THREADS_MOST];
    unsigned count = 1;

    for (; count < threads && count < CLRI_THREADS_MOST; count++) {
        parts[count] = (part){work, data, count};
        if (!clri_thread_start(&started[count], take_part, &parts[count]))
            break;
    }
    work(data, 0);
    while (--count > 0)
        pthread_join(started[count], NULL);
}

bool clri_units_claim(clri_units *units, uint64_t *unit)
{
    bool is_left;

    pthread_mutex_lock(&units->lock);
    *unit = units->next;
    is_left = *unit < units->end;
    units->next += is_left;
    pthread_mutex_unlock(&units->lock);
    return is_left;
}
