/* SPDX-License-Identifier: Apache-2.0 */
/* Which process this is: what is kept of the answer no child takes for its own, however it came to
 * be. */
#include "base/system.h"
#include "unit.h"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_right(void)
{
    return clri_process() == getpid() && clri_process() == getpid();
}

/* As fork() makes one, but nobody is told of it who has asked pthread_atfork(). */
static pid_t fork_quietly(void)
{
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

static void assert_child_is_right(pid_t child)
{
    int end = -1;

    if (child == 0)
        _exit(is_right() ? 0 : 1);
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_int_equal(end, 0);
}

TEST(a_process_knows_itself)
{
    assert_true(is_right());
}

TEST(a_child_is_not_its_parent)
{
    assert_true(is_right());
    assert_child_is_right(fork());
    assert_child_is_right(fork_quietly());
    assert_true(is_right());
}

TEST(a_grandchild_is_neither)
{
    const pid_t child = fork();
    int end = -1;

    if (child == 0) {
        const pid_t grandchild = clri_process() == getpid() ? fork() : -1;

        if (grandchild == 0)
            _exit(is_right() ? 0 : 1);
        _exit(grandchild > 0 && waitpid(grandchild, &end, 0) == grandchild && end == 0 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_int_equal(end, 0);
}
