/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warm - the verb that compiles ahead of time what later calls of the command need, into the user's
 * cache of kernels or the system's. A line tells of each call and how long its kernels took.
 */
#include "clock.h"
#include "message.h"
#include "operator_list.h"
#include "output.h"
#include "quantity.h"
#include "session.h"
#include "verbs.h"
#include "warm_call.h"
#include "warm_folder.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The words of the commonest calls, of which stats is first: without any on the command line. */
static const char *const usual[] = {"stats", "sum", "mean", "std", "min", "max"};

/* Types of elements: of text with whole numbers and with fractions, and of most .npy files. */
static const struct {
    clr_type type;
    bool is_text;
} numbers[] = {{CLR_TYPE_I64, true}, {CLR_TYPE_F64, false}, {CLR_TYPE_F32, false}};

enum { WORDS_MOST = CLR_REDUCTIONS_MOST + 1 };

typedef struct warming {
    const options *o;
    const char *words[WORDS_MOST]; /* which calls begin with */
    size_t word_count;
    clr_context *context;
    size_t call_count; /* for which kernels were compiled */
    size_t file_count; /* in the system's folder, before */
} warming;

/* ---- Which calls ----------------------------------------------------------------------------- */

static void add_word(warming *w, const char *word)
{
    w->words[w->word_count++] = word;
}

/* stats has no choice of level. */
static void add_usual(warming *w)
{
    for (size_t i = w->o->accuracy != CLR_ACCURACY_DEFAULT; i < COUNT(usual); i++)
        add_word(w, usual[i]);
}

/* Operators of a list are called for one by one, and all together, which is another pass. */
static int add_operators(warming *w, const char *list)
{
    operator_list named;

    if (!operator_list_read(&named, list))
        return CODE_USAGE;
    for (size_t i = 0; i < named.count; i++)
        add_word(w, clr_operator_name(named.at[i]));
    if (named.count > 1)
        add_word(w, list);
    return CODE_FINE;
}

static int read_words(warming *w)
{
    const options *o = w->o;

    if (o->operand_count > 1)
        return message_fail(CODE_USAGE, "warm takes operators as one word: %s,%s", o->operands[0],
                            o->operands[1]);
    if (o->operand_count == 0) {
        add_usual(w);
        return CODE_FINE;
    }
    if (strcmp(o->operands[0], usual[0]) != 0)
        return add_operators(w, o->operands[0]);
    if (o->accuracy != CLR_ACCURACY_DEFAULT)
        return message_fail(CODE_USAGE, "stats has no choice of level: leave out -a.");
    add_word(w, usual[0]);
    return CODE_FINE;
}

/* ---- Compiling ------------------------------------------------------------------------------- */

/* A line on standard output: the time, or why there is none. */
static int tell(const char *time, const char *name, const char *reason)
{
    errno = 0;
    printf("%10s  %s%s%s\n", time, name, reason[0] ? ": " : "", reason);
    return output_end(output_flush(), "what was compiled");
}

/* What the device cannot do is left out, unless its type was asked for. */
static int compile(const warming *w, const warm_call *call)
{
    const uint64_t start_ns = clock_ns();
    char time[QUANTITY_TEXT_SIZE], name[WARM_CALL_NAME_SIZE];
    bool is_refused = false;

    OR_RETURN(warm_call_compile(call, w->o, w->context, &is_refused));
    if (is_refused && w->o->input.type != CLR_TYPE_DEFAULT)
        return session_fail(w->o, w->context, call->type);
    warm_call_name(call, name);
    quantity_time((double)(clock_ns() - start_ns) * 1e-9, time);
    return is_refused ? tell("left out", name, clr_context_error(w->context)->message)
                      : tell(time, name, "");
}

/* Of calls that the command would refuse nothing is compiled. */
static int compile_if_any(warming *w, const warm_call *call)
{
    if (!warm_call_exists(call, w->o))
        return CODE_FINE;
    w->call_count++;
    return compile(w, call);
}

static int compile_numbers(warming *w, warm_call *call)
{
    int code = CODE_FINE;

    call->type = w->o->input.type;
    if (call->type != CLR_TYPE_DEFAULT)
        return compile_if_any(w, call);
    for (size_t i = 0; code == CODE_FINE && i < COUNT(numbers); i++) {
        call->type = numbers[i].type;
        call->is_text = numbers[i].is_text;
        code = compile_if_any(w, call);
    }
    return code;
}

static int compile_all(warming *w)
{
    const unsigned shapes = w->o->warm.shapes == 0 ? 1 : w->o->warm.shapes;
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && warm_shape_at(i); i++) {
        warm_call call = {.shape = warm_shape_at(i)};
        for (size_t k = 0; shapes >> i & 1 && code == CODE_FINE && k < w->word_count; k++) {
            call.word = w->words[k];
            code = compile_numbers(w, &call);
        }
    }
    if (code == CODE_FINE && w->call_count == 0)
        return message_fail(CODE_USAGE,
                            "there is nothing to compile: no such operator takes the "
                            "numbers of -t, or has a choice of result for -r; 'clreduce "
                            "ops' says what they take.");
    return code;
}

/* ---- The system's folder --------------------------------------------------------------------- */

static void tell_folder(const warming *w)
{
    const size_t added = warm_folder_count() - w->file_count;

    if (added != 0)
        message_note("%zu programs are new in %s.", added, warm_folder_name());
    else
        message_note("nothing is new in %s: it has these kernels, or the driver keeps them itself, "
                     "for each user, as PoCL does in POCL_CACHE_DIR.",
                     warm_folder_name());
}

/* Whatever was compiled before a failure is whole, and shared. */
static int share(const warming *w, int code)
{
    const int shared = warm_folder_share();

    if (code == CODE_FINE && shared == CODE_FINE && !w->o->quiet)
        tell_folder(w);
    return code == CODE_FINE ? shared : code;
}

int verb_warm(const options *o)
{
    warming w = {.o = o};
    int code = read_words(&w);

    if (code == CODE_FINE && o->warm.system)
        code = warm_folder_open();
    if (code != CODE_FINE)
        return code;
    code = session_open(o, &w.context);
    w.file_count = o->warm.system ? warm_folder_count() : 0;
    if (code == CODE_FINE)
        code = compile_all(&w);
    if (o->warm.system)
        code = share(&w, code);
    clr_context_destroy(w.context);
    return code;
}
