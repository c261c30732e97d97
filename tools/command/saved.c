/* SPDX-License-Identifier: Apache-2.0 */
/*
 * saved - accumulators in files. See saved.h.
 */
#include "saved.h"
#include "beside.h"
#include "merged.h"
#include "message.h"
#include "output.h"
#include "outputs.h"
#include "physical_memory.h"
#include "value.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REASON_SIZE = 400 };

/* bytes of a file that are read at first */
#define STEP ((size_t)65536)

const char *saved_name(const char *path)
{
    return path[0] == '\0' ? "''" : beside_name(path);
}

/* ---- Options --------------------------------------------------------------------------------- */

bool saved_is_output(const options *o)
{
    return o->save && (outputs_is_dash(o->save) || whole_file_is_output(o->save));
}

/* Refuses --save to standard output where something else goes there. */
static int check_output(const options *o)
{
    if (!saved_is_output(o))
        return CODE_FINE;
    if (o->form != OUTPUT_PLAIN)
        return message_fail(CODE_USAGE,
                            "--save - puts the accumulator on standard output, where "
                            "%s wants to be: save to a file.",
                            o->form == OUTPUT_JSON ? "--json" : "--format");
    if (o->output && whole_file_is_output(outputs_path(o->output)))
        return message_fail(CODE_USAGE, "--save - puts the accumulator on standard output, where "
                                        "--output wants to be: save to a file.");
    return CODE_FINE;
}

int saved_check(const options *o, const char *const *files, size_t file_count,
                size_t operator_count)
{
    if (!o->save)
        return CODE_FINE;
    if (o->accuracy != CLR_ACCURACY_DEFAULT && o->accuracy != CLR_ACCURACY_EXACT)
        return message_fail(CODE_USAGE,
                            "--save keeps what parts of the numbers have come to, whatever their "
                            "order, and -a %s makes it depend on the order: leave -a out, or say "
                            "-a exact.",
                            clr_accuracy_name(o->accuracy));
    if (o->operator_file)
        return message_fail(CODE_USAGE, "--save keeps accumulators of the library's own operators, "
                                        "and an operator of your own has none.");
    if (operator_count > 1)
        return message_fail(CODE_USAGE,
                            "--save keeps the accumulator of one operator, and %zu are named; that "
                            "of var can be merged as sum, mean, sumsq, nrm2 and std, too.",
                            operator_count);
    const int code = check_output(o);
    return code == CODE_FINE
               ? outputs_check_file(o, files, file_count, o->save, &outputs_accumulator)
               : code;
}

/* ---- Which reductions have accumulators ------------------------------------------------------ */

static int refuse_reduction(const clr_reduction *reduction)
{
    const char *name = clr_operator_name(reduction->op);

    if (reduction->op != CLR_OPERATOR_PROD)
        return message_fail(CODE_USAGE,
                            "--save: %.40s depends on the order of the numbers, so that parts of "
                            "it cannot be merged: it has no accumulator.",
                            name);
    if (reduction->overflow == CLR_OVERFLOW_DETECT)
        return message_fail(CODE_USAGE, "--save keeps products modulo 2^64, of which --overflow "
                                        "detect can tell nothing: leave it out.");
    return message_fail(CODE_USAGE,
                        "--save: prod of floats depends on the order of the numbers, so that parts "
                        "of it cannot be merged: products of integers can, as of text that -t "
                        "i64 reads.");
}

int saved_check_reduction(const options *o, const clr_reduction *reduction)
{
    clr_accumulator *one = NULL;
    char reason[REASON_SIZE];

    if (!o->save)
        return CODE_FINE;
    const clr_status status = clr_accumulator_create(reduction, 1, &one, reason, sizeof reason);
    clr_accumulator_destroy(one);
    if (status == CLR_ERROR_UNSUPPORTED)
        return refuse_reduction(reduction);
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

/* A stream keeps sums of floats alone, which the type of their results tells from other
 * operators. */
bool saved_goes_by_pieces(const options *o, const clr_reduction *reduction)
{
    clr_accumulator *one = NULL;

    if (!o->save || clr_accumulator_create(reduction, 1, &one, NULL, 0) != CLR_OK)
        return false;
    const clr_accumulator_info info = merged_info(one);
    clr_accumulator_destroy(one);
    return value_kind_of(info.type) != VALUE_REAL ||
           clr_operator_result(info.op, CLR_TYPE_F16) != CLR_TYPE_F32;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static int write_output(const void *bytes, size_t size)
{
    errno = 0;
    fwrite(bytes, 1, size, stdout);
    return output_end(output_flush(), "the accumulator");
}

static int write_file(const char *path, const void *bytes, size_t size)
{
    whole_file file;
    int code = whole_file_open(&file, path);

    if (code == CODE_FINE) {
        fwrite(bytes, 1, size, file.stream);
        code = whole_file_keep(&file);
    }
    whole_file_close(&file);
    return code;
}

int saved_write(const options *o, const clr_accumulator *accumulator)
{
    unsigned char *bytes;
    size_t size = 0;
    int code;

    if (!o->save)
        return CODE_FINE;
    const clr_accumulator_info info = merged_info(accumulator);
    bytes = info.store_size <= SIZE_MAX ? malloc((size_t)info.store_size) : NULL;
    if (!bytes ||
        clr_accumulator_store(accumulator, bytes, (size_t)info.store_size, &size) != CLR_OK)
        code = message_fail(CODE_DEVICE,
                            "out of memory for the accumulator's %" PRIu64 " bytes, of %" PRIu64
                            " results.",
                            info.store_size, info.results);
    else
        code = saved_is_output(o) ? write_output(bytes, size) : write_file(o->save, bytes, size);
    free(bytes);
    return code;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* A file's bytes. */
typedef struct contents {
    unsigned char *bytes;
    size_t size, room;
} contents;

static int fail_errno(const char *path, const char *what)
{
    return message_fail(CODE_INPUT, "%s: cannot be %s: %s.", saved_name(path), what,
                        strerror(errno));
}

static int grow(contents *c, const char *path)
{
    const size_t room = c->room == 0 ? STEP : 2 * c->room;
    void *bytes = physical_memory_holds_file(room) ? realloc(c->bytes, room) : NULL;

    if (!bytes)
        return message_fail(CODE_DEVICE, "%s: memory has no room for more than %zu bytes of it.",
                            saved_name(path), c->size);
    c->bytes = bytes;
    c->room = room;
    return CODE_FINE;
}

/* Bytes with another mark are no accumulator, however long they are. */
static bool has_mark(const contents *c)
{
    static const unsigned char mark[] = {0x89, 'c', 'l', 'r', 'a', 'c', 'c', '\n'};

    return c->size >= sizeof mark && memcmp(c->bytes, mark, sizeof mark) == 0;
}

static int read_all(const char *path, FILE *from, contents *c)
{
    int code = CODE_FINE;

    do {
        code = grow(c, path);
        if (code == CODE_FINE)
            c->size += fread(c->bytes + c->size, 1, c->room - c->size, from);
    } while (code == CODE_FINE && c->size == c->room && has_mark(c));
    return code == CODE_FINE && ferror(from) ? fail_errno(path, "read") : code;
}

static int load(const char *path, FILE *from, clr_accumulator **accumulator)
{
    contents c = {0};
    char reason[REASON_SIZE];
    int code = read_all(path, from, &c);
    clr_status status = CLR_OK;

    if (code == CODE_FINE)
        status = clr_accumulator_load(c.bytes, c.size, accumulator, reason, sizeof reason);
    if (status != CLR_OK)
        code = message_fail(CODE_INPUT, "%s: %.300s.", saved_name(path), reason);
    free(c.bytes);
    return code;
}

int saved_read(const char *path, clr_accumulator **accumulator)
{
    FILE *from = outputs_is_dash(path) ? stdin : fopen(path, "rb");

    *accumulator = NULL;
    if (!from)
        return fail_errno(path, "opened");
    int code = load(path, from, accumulator);
    if (from != stdin)
        fclose(from);
    return code;
}
