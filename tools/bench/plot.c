/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plot - the file of --plot, and gnuplot as a child process. See plot.h.
 */
#include "plot.h"
#include "message.h"
#include "outputs.h"
#include "plot_script.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- gnuplot --------------------------------------------------------------------------------- */

/* Starts gnuplot with its standard input from the descriptor; what it says is for --verbose. */
static int start_gnuplot(const char *argument, int from, bool noisy, pid_t *child)
{
    char *const arguments[] = {(char *)"gnuplot", (char *)(uintptr_t)argument, NULL};
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);

    if (code != 0)
        return code;
    posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!noisy)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    code = posix_spawnp(child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* Whether the child ended well. */
static bool bury(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int check_gnuplot(const char *file)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    pid_t child = 0;
    bool works =
        nothing >= 0 && start_gnuplot("--version", nothing, false, &child) == 0 && bury(child);

    if (nothing >= 0)
        close(nothing);
    if (works)
        return CODE_FINE;
    return message_fail(
        CODE_USAGE,
        "--plot %s needs gnuplot, which is not installed: 'apt install gnuplot-nox' "
        "brings it, and a FILE.gp can be drawn elsewhere.",
        file);
}

/* ---- The file -------------------------------------------------------------------------------- */

static const whole_file_kind *kind_of(const char *file)
{
    return plot_script_ends_in(file, ".gp")    ? &outputs_script
           : plot_script_ends_in(file, ".svg") ? &outputs_svg
                                               : &outputs_png;
}

int plot_check(const char *file, bool force)
{
    bool is_script = plot_script_ends_in(file, ".gp");

    if (!is_script && !plot_script_ends_in(file, ".svg") && !plot_script_ends_in(file, ".png"))
        return message_fail(CODE_USAGE,
                            "--plot %s: the file's name ends in .svg, .png or, for gnuplot's "
                            "script, .gp.",
                            file);
    int code = whole_file_check(file, kind_of(file), force);
    return code != CODE_FINE || is_script ? code : check_gnuplot(file);
}

/* A script for elsewhere, FILE.gp, draws FILE.png in the folder where it is drawn, and FILE.svg.gp
 * FILE.svg. */
static int open_script(plot *p)
{
    const char *slash = strrchr(p->file, '/');
    const char *name = slash ? slash + 1 : p->file;
    const char *kind = plot_script_ends_in(name, ".svg.gp") ? "" : ".png";

    p->script = p->target.stream;
    if (asprintf(&p->output, "%.*s%s", (int)(strlen(name) - strlen(".gp")), name, kind) >= 0)
        return CODE_FINE;
    p->output = NULL;
    return message_fail(CODE_DEVICE, "out of memory for --plot.");
}

/* gnuplot opens the draft by its name. */
static int open_pipe(plot *p, bool noisy)
{
    int ends[2];

    p->output = strdup(p->target.draft ? p->target.draft : p->target.path);
    if (!p->output || pipe2(ends, O_CLOEXEC) != 0)
        return message_fail(CODE_DEVICE, "--plot %s: no pipe to gnuplot: %s.", p->file,
                            strerror(errno));
    int code = start_gnuplot("-", ends[0], noisy, &p->child);
    close(ends[0]);
    p->script = code == 0 ? fdopen(ends[1], "w") : NULL;
    if (p->script)
        return CODE_FINE;
    close(ends[1]);
    return message_fail(CODE_DEVICE, "--plot %s: gnuplot could not be started: %s.", p->file,
                        strerror(code != 0 ? code : errno));
}

static void clean_up(plot *p)
{
    signal(SIGPIPE, p->before);
    whole_file_close(&p->target);
    free(p->output);
}

int plot_open(plot *p, const char *file, bool verbose)
{
    *p = (plot){.file = file};
    /* A gnuplot that ends early has an exit code, and is not this process's end. */
    p->before = signal(SIGPIPE, SIG_IGN);
    int code = whole_file_open(&p->target, file);
    if (code == CODE_FINE)
        code = plot_script_ends_in(file, ".gp") ? open_script(p) : open_pipe(p, verbose);
    if (code != CODE_FINE)
        clean_up(p);
    return code;
}

/* Sends the script to gnuplot, and waits until it has drawn it. */
static int finish_picture(plot *p)
{
    bool written = !ferror(p->script);

    written = fclose(p->script) == 0 && written;
    if (!bury(p->child) || !written)
        return message_fail(CODE_INPUT,
                            "--plot %s: gnuplot could not draw it; -v shows what it said, and "
                            "--plot FILE.gp the script.",
                            p->file);
    if (!plot_script_ends_in(p->file, ".svg"))
        return CODE_FINE;
    /* Behind what gnuplot has written to the draft, as a file of its own. */
    if (fseek(p->target.stream, 0, SEEK_END) == 0)
        fputs("<!-- " WHOLE_FILE_MARK " bench -->\n", p->target.stream);
    return CODE_FINE;
}

int plot_close(plot *p)
{
    int code = CODE_FINE;

    if (p->child == 0)
        fputs("# " WHOLE_FILE_MARK " bench\n", p->script);
    else
        code = finish_picture(p);
    if (code == CODE_FINE)
        code = whole_file_keep(&p->target);
    clean_up(p);
    return code;
}
