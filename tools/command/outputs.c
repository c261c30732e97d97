/* SPDX-License-Identifier: Apache-2.0 */
/* outputs - options that write files, and whether they may. See outputs.h. */
#include "outputs.h"
#include "beside.h"
#include "message.h"
#include "shape_row.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const whole_file_kind outputs_accumulator = {"an accumulator",
                                             "\x89"
                                             "clracc\n",
                                             NULL};
const whole_file_kind outputs_svg = {"a picture", NULL, WHOLE_FILE_MARK};
const whole_file_kind outputs_html = {"a page", NULL, WHOLE_FILE_MARK};
const whole_file_kind outputs_script = {"a script", NULL, WHOLE_FILE_MARK};
/* PNG files have no mark of this program, as another program draws them, and .npy files have no
 * room for a mark. */
const whole_file_kind outputs_png = {"a picture", NULL, NULL};
const whole_file_kind outputs_npy = {"an array", NULL, NULL};

/* An option and its file; NULL: not given. */
typedef struct output {
    const char *option;
    const char *name;
} output;

#define OUTPUTS_MOST 6

static void list_outputs(const options *o, output outputs[OUTPUTS_MOST])
{
    outputs[0] = (output){"save", o->save};
    outputs[1] = (output){"svg", o->explain.svg};
    outputs[2] = (output){"html", o->explain.html};
    outputs[3] = (output){"plot", o->plot};
    outputs[4] = (output){"output", o->output};
    outputs[5] = (output){"keys-out", o->shape.keys_out};
}

bool outputs_is_dash(const char *name)
{
    return strcmp(name, "-") == 0;
}

static bool is_input(const struct stat *target, const char *name)
{
    struct stat found;
    const bool is_there =
        outputs_is_dash(name) ? fstat(STDIN_FILENO, &found) == 0 : input_path_stat(name, &found);

    return is_there && found.st_dev == target->st_dev && found.st_ino == target->st_ino;
}

static int refuse_input(const output *out, const char *lost)
{
    return message_fail(CODE_USAGE,
                        "--%s %s: this is %s, which is read, and would be lost: name another file, "
                        "or say --force to replace it.",
                        out->option, out->name, beside_name(lost));
}

/* Only regular files can be lost. */
static int check_inputs(const options *o, const output *out, const char *const *files,
                        size_t file_count)
{
    const shape_row *row = shape_row_of(o);
    const char *const others[] = {o->operator_file, row ? shape_row_file(row, o) : NULL};
    struct stat target;

    if (o->force || stat(out->name, &target) != 0 || !S_ISREG(target.st_mode))
        return CODE_FINE;
    if (file_count == 0 && is_input(&target, "-"))
        return refuse_input(out, "-");
    for (size_t i = 0; i < file_count; i++)
        if (is_input(&target, files[i]))
            return refuse_input(out, files[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] && is_input(&target, others[i]))
            return refuse_input(out, others[i]);
    return CODE_FINE;
}

static bool is_same_file(const char *a, const char *b)
{
    char *path_a = whole_file_path(a), *path_b = whole_file_path(b);
    struct stat found;
    bool is_same = path_a && path_b && strcmp(path_a, path_b) == 0 &&
                   (stat(path_a, &found) != 0 || S_ISREG(found.st_mode));

    free(path_a);
    free(path_b);
    return is_same;
}

static int check_others(const output *out, const output *others, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (others[i].name && is_same_file(out->name, others[i].name))
            return message_fail(CODE_USAGE, "--%s and --%s both write %s: name a file for each.",
                                others[i].option, out->option, out->name);
    return CODE_FINE;
}

int outputs_check(const options *o, const char *const *files, size_t file_count)
{
    output outputs[OUTPUTS_MOST];
    list_outputs(o, outputs);
    for (size_t i = 0; i < OUTPUTS_MOST; i++) {
        if (!outputs[i].name)
            continue;
        OR_RETURN(check_others(&outputs[i], outputs, i));
        OR_RETURN(check_inputs(o, &outputs[i], files, file_count));
    }
    return CODE_FINE;
}

int outputs_check_file(const options *o, const char *const *files, size_t file_count,
                       const char *name, const whole_file_kind *kind)
{
    if (!name || outputs_is_dash(name))
        return CODE_FINE;
    OR_RETURN(outputs_check(o, files, file_count));
    return whole_file_check(name, kind, o->force);
}

const char *outputs_path(const char *name)
{
    return outputs_is_dash(name) ? "/dev/stdout" : name;
}
