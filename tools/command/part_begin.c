/* SPDX-License-Identifier: Apache-2.0 */
/* part_begin - where the parts that are merged begin in the whole. See part_begin.h. */
#include "part_begin.h"
#include "merged.h"
#include "message.h"
#include "words.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

enum { REASON_SIZE = 400 };

/* ---- The option ------------------------------------------------------------------------------ */

/* Reads one number; `*at` is moved behind it and its comma. */
static bool read_number(const char **at, uint64_t *number)
{
    char *end = NULL;

    errno = 0;
    *number = strtoull(*at, &end, 10);
    if (**at < '0' || **at > '9' || errno != 0 || (*end != ',' && *end != '\0'))
        return false;
    *at = *end == ',' ? end + 1 : end;
    return *end == '\0' || **at != '\0';
}

int part_begins_open(part_begins *b, const options *o, size_t file_count)
{
    const char *at = o->begins;

    *b = (part_begins){0};
    if (!at)
        return CODE_FINE;
    b->at = calloc(file_count, sizeof *b->at);
    if (!b->at)
        return message_fail(CODE_DEVICE, "out of memory for where %zu files begin.", file_count);
    for (; *at != '\0' && b->count < file_count; b->count++)
        if (!read_number(&at, &b->at[b->count]))
            break;
    if (*at == '\0' && b->count == file_count)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "--begins takes the number of each file's first element, such as 0,1000: "
                        "%zu whole numbers with commas between them, not '%s'.",
                        file_count, o->begins);
}

void part_begins_close(part_begins *b)
{
    free(b->at);
    *b = (part_begins){0};
}

/* ---- Without the option ---------------------------------------------------------------------- */

/* Refuses an index beyond the part's elements: the index has been moved, or the accumulator comes
 * from words (clr_accumulator_from_words()), which do not count the elements of an argmax. */
static int check_index(const char *name, const clr_accumulator *part)
{
    cl_ulong index = 0;
    cl_int status = CLR_OK;
    const clr_host_arrays arrays = {.size = sizeof arrays, .index = &index, .status = &status};
    const uint64_t count = merged_info(part).count;

    clr_accumulator_results(part, &arrays, NULL, 0);
    if (status != CLR_OK || index < count)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "%s: its index %" PRIu64 " is not among its %" PRIu64
                        " elements, so that it cannot be told where the next part begins: say it "
                        "for each file by --begins, such as 0,1000.",
                        name, (uint64_t)index, count);
}

/* Parts of one result follow one another, as files of numbers do. */
static int find_begin(const char *name, const clr_accumulator *before, const clr_accumulator *part,
                      uint64_t *begin)
{
    *begin = before ? merged_info(before).count : 0;
    if (merged_info(part).results == 1)
        return check_index(name, part);
    if (!before)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "%s: indices count from a part's first element, and where the part begins "
                        "in the whole cannot be told from several results: say it for each file by "
                        "--begins, such as 0,1000.",
                        name);
}

int part_begins_move(const part_begins *b, size_t file, const char *name,
                     const clr_accumulator *before, clr_accumulator *part)
{
    const clr_operator op = merged_info(part).op;
    const bool has_index = words_operator_info(op).has_index;
    uint64_t begin = 0;
    char reason[REASON_SIZE];
    int code = CODE_FINE;

    if (b->at && !has_index)
        return message_fail(CODE_USAGE, "--begins moves indices, and %s has none: leave it out.",
                            clr_operator_name(op));
    if (!has_index)
        return CODE_FINE;
    if (b->at)
        begin = b->at[file];
    else
        code = find_begin(name, before, part, &begin);
    if (code != CODE_FINE)
        return code;
    const clr_status status = clr_accumulator_shift(part, begin, reason, sizeof reason);
    return status == CLR_OK ? CODE_FINE : message_fail(CODE_INPUT, "%s: %.400s.", name, reason);
}
