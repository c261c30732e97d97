/* SPDX-License-Identifier: Apache-2.0 */
/*
 * saved - accumulators in files. See saved.h.
 */
#include "saved.h"
#include "beside.h"
#include "message.h"
#include "output.h"
#include "outputs.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* bytes; the largest accumulators have some hundred */
#define SIZE_MOST 65536

const char *saved_name(const char *path)
{
    return path[0] == '\0' ? "''" : beside_name(path);
}

/* ---- Options --------------------------------------------------------------------------------- */

bool saved_is_output(const options *o)
{
    return o->save && (outputs_is_dash(o->save) || whole_file_is_output(o->save));
}

int saved_check(const options *o, const char *const *files, size_t file_count,
                size_t operator_count)
{
    if (!o->save)
        return CODE_FINE;
    if (o->accuracy != CLR_ACCURACY_DEFAULT && o->accuracy != CLR_ACCURACY_EXACT)
        return message_fail(CODE_USAGE,
                            "--save keeps what an exact sum has met, and -a %s sums have no such "
                            "state: leave -a out, or say -a exact.",
                            clr_accuracy_name(o->accuracy));
    if (o->operator_file)
        return message_fail(CODE_USAGE, "--save keeps accumulators of the library's own sums, and "
                                        "an operator of your own has none.");
    if (operator_count > 1)
        return message_fail(CODE_USAGE,
                            "--save keeps the accumulator of one operator, and %zu are named; that "
                            "of var can be merged as sum, mean, sumsq, nrm2 and std, too.",
                            operator_count);
    if (saved_is_output(o) && o->json)
        return message_fail(CODE_USAGE, "--save - puts the accumulator on standard output, where "
                                        "--json wants to be: save to a file.");
    return outputs_check_file(o, files, file_count, o->save, &outputs_accumulator);
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
    static unsigned char bytes[SIZE_MOST];
    size_t size = 0;

    if (!o->save)
        return CODE_FINE;
    if (clr_accumulator_store(accumulator, bytes, sizeof bytes, &size) != CLR_OK)
        return message_fail(CODE_DEVICE, "the accumulator has %zu bytes, which is too many.", size);
    return saved_is_output(o) ? write_output(bytes, size) : write_file(o->save, bytes, size);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static int fail_errno(const char *path, const char *what)
{
    return message_fail(CODE_INPUT, "%s: cannot be %s: %s.", saved_name(path), what,
                        strerror(errno));
}

static int load(const char *path, FILE *from, clr_accumulator **accumulator)
{
    static unsigned char bytes[SIZE_MOST];
    char reason[300];
    size_t size = fread(bytes, 1, sizeof bytes, from);

    if (ferror(from))
        return fail_errno(path, "read");
    if (size == sizeof bytes)
        return message_fail(CODE_INPUT, "%s: is no accumulator: those are shorter than %d bytes.",
                            saved_name(path), SIZE_MOST);
    if (clr_accumulator_load(bytes, size, accumulator, reason, sizeof reason) == CLR_OK)
        return CODE_FINE;
    return message_fail(CODE_INPUT, "%s: %.300s.", saved_name(path), reason);
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
