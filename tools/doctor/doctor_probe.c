/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor_probe - the child, the pipe that it answers through, and its deadline. See
 * doctor_probe.h.
 */
#include "doctor_probe.h"
#include "clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void silence(void)
{
    int nowhere = open("/dev/null", O_WRONLY);

    if (nowhere < 0)
        return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

/* The child's life. It ends without exit handlers: a driver's may crash or hang too. */
static _Noreturn void live(int pipe_end, int (*function)(const void *, FILE *),
                           const void *argument, bool noisy)
{
    FILE *answer = fdopen(pipe_end, "w");

    if (!noisy)
        silence();
    if (!answer)
        _exit(255);
    int code = function(argument, answer);
    fflush(answer);
    _exit(code & 255);
}

/* Milliseconds until the deadline, 0 if it has passed. */
static int milliseconds_left(uint64_t deadline_ns)
{
    uint64_t now = clock_ns();

    return now >= deadline_ns ? 0 : (int)((deadline_ns - now) / 1000000 + 1);
}

/* Reads the answer to its end. Returns false when the deadline came first. */
static bool listen_until(probe *p, int pipe_end, uint64_t deadline_ns)
{
    for (;;) {
        struct pollfd wait = {.fd = pipe_end, .events = POLLIN};
        int ready = poll(&wait, 1, milliseconds_left(deadline_ns));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return false;
        ssize_t got = read(pipe_end, p->answer + p->size, PROBE_ANSWER_MOST - p->size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return true;
        p->size += (size_t)got;
    }
}

/* Waits for the child; one that closed its pipe and lives on is taken for hung. */
static void bury(probe *p, pid_t child, bool in_time, uint64_t deadline_ns)
{
    int status = 0;
    pid_t gone = 0;

    while (in_time && gone == 0) {
        gone = waitpid(child, &status, WNOHANG);
        if (gone == 0 && milliseconds_left(deadline_ns) == 0)
            break;
        if (gone == 0)
            poll(NULL, 0, 5);
    }
    if (gone != child) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        p->end = PROBE_HUNG;
        return;
    }
    p->end = WIFSIGNALED(status) ? PROBE_CRASHED : PROBE_RETURNED;
    p->detail = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

void probe_run(probe *p, int (*function)(const void *argument, FILE *answer), const void *argument,
               unsigned limit_seconds, bool noisy)
{
    int ends[2];
    uint64_t deadline_ns = clock_ns() + limit_seconds * UINT64_C(1000000000);

    p->size = 0;
    p->end = PROBE_UNSTARTED;
    p->detail = 0;
    fflush(NULL); /* or the child would print it once more */
    if (pipe(ends) != 0) {
        p->detail = errno;
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        live(ends[1], function, argument, noisy);
    }
    p->detail = errno;
    close(ends[1]);
    if (child > 0) {
        bool in_time = listen_until(p, ends[0], deadline_ns);
        bury(p, child, in_time, deadline_ns);
    }
    close(ends[0]);
    p->answer[p->size] = '\0';
}

void probe_describe(const probe *p, char text[], size_t size)
{
    switch (p->end) {
    case PROBE_CRASHED:
        snprintf(text, size, "crashed (%s)", strsignal(p->detail));
        break;
    case PROBE_HUNG:
        snprintf(text, size, "did not come back in time");
        break;
    case PROBE_UNSTARTED:
        snprintf(text, size, "could not be started (%s)", strerror(p->detail));
        break;
    case PROBE_RETURNED:
        snprintf(text, size, "returned %d", p->detail);
        break;
    }
}
