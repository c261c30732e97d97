/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evidence - the verb that reports what the library does on a device: the command's own answers,
 * one after the other, each by a process of its own, so that a driver which crashes ends a part and
 * not the report. Names of the user's are taken out.
 */
#include "message.h"
#include "output.h"
#include "smaller.h"
#include "verbs.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LINE_SIZE 4096

/* The parts: words of the command line. Benches compare every result with the host's. */
static const struct {
    const char *title;
    const char *words;
    uint64_t count; /* elements; 0: the words say all */
} parts[] = {
    {"the version", "--version", 0},
    {"what the devices say", "devices -v", 0},
    {"drivers", "doctor", 0},
    {"levels, on every kind of data", "bench sum --levels --data all -t f32", 1 << 20},
    {"levels, of f64", "bench sum --levels --data all -t f64", 1 << 20},
    {"operators", "bench sum -t f32", 1 << 24},
    {"", "bench max,argmax -t f32", 1 << 24},
    {"", "bench std -t f32", 1 << 24},
    {"", "bench dot -t f64", 1 << 24},
    {"", "bench sum -t i32", 1 << 24},
    {"", "bench sum -t bf16", 1 << 24},
    {"", "bench logsumexp -t f32", 1 << 24},
    {"rows", "bench sum -a exact -t f32 --lengths 1,2,8,31,100,1000,4096", 1 << 24},
    {"columns", "bench sum -a exact -t f32 --axis 0 --extents 1024x16K", 0},
    {"segments", "bench sum -a exact -t f32 --segments uniform --length 32", 1 << 24},
    {"labels", "bench sum -a exact -t f32 --bins 1K", 1 << 24},
    {"rows, on every kind of data", "bench sum -a exact -t f32 --length 8 --data all", 1 << 20},
    {"strategies", "bench sum --strategies all -t f32", 1 << 24},
};

/* Words that are replaced, and their replacements. */
typedef struct name {
    const char *name;
    const char *by;
} name;

/* ---- The user's names ------------------------------------------------------------------------ */

/* Replaces the name in the line wherever it stands, as far as there is room; not one so short that
 * other words have it. */
static void take_out(char line[LINE_SIZE], const name *n)
{
    const size_t length = n->name ? strlen(n->name) : 0;
    char *at = line;

    while (length > 2 && (at = strstr(at, n->name)) != NULL) {
        const size_t by = strlen(n->by), rest = strlen(at + length) + 1;
        if ((size_t)(at - line) + by + rest > LINE_SIZE)
            break;
        memmove(at + by, at + length, rest);
        memcpy(at, n->by, by);
        at += by;
    }
}

/* ---- Parts ----------------------------------------------------------------------------------- */

#define WORDS_SIZE 256

/* A part's words, as they would be typed. */
static void words_of(const options *o, size_t part, char words[WORDS_SIZE])
{
    const uint64_t count = parts[part].count;
    char counted[48] = "", repeated[48] = "";

    if (count)
        snprintf(counted, sizeof counted, " --count %" PRIu64,
                 o->input.count ? smaller(o->input.count, count) : count);
    if (count && o->repeat)
        snprintf(repeated, sizeof repeated, " --repeat %" PRIu64, o->repeat);
    snprintf(words, WORDS_SIZE, "%s%s%s", parts[part].words, counted, repeated);
}

/* Runs this command with the words; NULL: it cannot be run. */
static FILE *answer_to(const char *words)
{
    char own[LINE_SIZE / 2] = "", line[LINE_SIZE];

    if (readlink("/proc/self/exe", own, sizeof own - 1) <= 0 || strchr(own, '\''))
        return NULL;
    snprintf(line, sizeof line, "'%s' %s 2>&1 </dev/null", own, words);
    return popen(line, "r");
}

static int report_part(const options *o, size_t part)
{
    char host[256] = "", words[WORDS_SIZE], line[LINE_SIZE];
    gethostname(host, sizeof host - 1);
    const name names[] = {{getenv("HOME"), "~"}, {getenv("USER"), "USER"}, {host, "HOST"}};

    words_of(o, part, words);
    if (parts[part].title[0])
        printf("\n== %s\n", parts[part].title);
    printf("\n$ clreduce %s\n", words);
    fflush(stdout);
    FILE *answer = answer_to(words);
    if (!answer)
        return message_fail(CODE_DEVICE, "the command cannot run itself (%s).", words);
    while (fgets(line, sizeof line, answer)) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            take_out(line, &names[i]);
        fputs(line, stdout);
    }
    const int status = pclose(answer);
    if (WIFEXITED(status))
        printf("exit code %d\n", WEXITSTATUS(status));
    else
        printf("ended by signal %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    return CODE_FINE;
}

int verb_report(const options *o)
{
    if (o->device && setenv("CLREDUCE_DEVICE", o->device, 1) != 0)
        return message_fail(CODE_DEVICE, "out of memory.");
    printf(
        "clreduce report: see docs/report.md for where to send it. It names devices and drivers, "
        "and no person, folder or machine.\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!o->quiet)
            message_note("%zu of %zu: %s", i + 1, sizeof parts / sizeof *parts, parts[i].words);
        OR_RETURN(report_part(o, i));
    }
    return output_end(true, "the report");
}
