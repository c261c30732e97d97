/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of doctor's child processes: one that answers, one that crashes in the middle, one that
 * hangs. Needs no device.
 */
#include "doctor_probe.h"
#include "unit.h"

#include <signal.h>

static probe result; /* too large for a stack of modest size */

static int answers(const void *argument, FILE *answer)
{
    puts("this goes nowhere");
    fprintf(answer, "hello %s", (const char *)argument);
    return 7;
}

static int crashes(const void *argument, FILE *answer)
{
    (void)argument;
    fprintf(answer, "half");
    fflush(answer);
    raise(SIGKILL);
    return 0;
}

static int hangs(const void *argument, FILE *answer)
{
    (void)argument;
    (void)answer;
    pause();
    return 0;
}

static int hangs_after_closing(const void *argument, FILE *answer)
{
    fclose(answer);
    return hangs(argument, NULL);
}

TEST(an_answer_comes_back)
{
    probe_run(&result, answers, "world", 10, false);
    assert_int_equal(result.end, PROBE_RETURNED);
    assert_int_equal(result.detail, 7);
    assert_string_equal(result.answer, "hello world");
}

TEST(a_crash_is_told_with_what_was_known)
{
    char text[64];

    probe_run(&result, crashes, NULL, 10, false);
    probe_describe(&result, text, sizeof text);
    assert_int_equal(result.end, PROBE_CRASHED);
    assert_string_equal(result.answer, "half");
    assert_string_equal(text, "crashed (Killed)");
}

TEST(a_hang_ends)
{
    probe_run(&result, hangs, NULL, 1, false);
    assert_int_equal(result.end, PROBE_HUNG);
    probe_run(&result, hangs_after_closing, NULL, 1, false);
    assert_int_equal(result.end, PROBE_HUNG);
}
