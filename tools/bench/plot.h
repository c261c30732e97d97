/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plot - the file of --plot: gnuplot's script itself (.gp), or a picture (.svg, .png) that gnuplot
 * draws as a child process. What the script says is plot_script's to know.
 */
#ifndef CLREDUCE_TOOLS_PLOT_H
#define CLREDUCE_TOOLS_PLOT_H

#include "whole_file.h"
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct plot {
    const char *file;
    whole_file target;
    FILE *script;        /* gnuplot's input, or the script's file */
    pid_t child;         /* gnuplot, or 0 */
    void (*before)(int); /* the handler of SIGPIPE before */
    char *output;        /* the picture's file, for the script */
} plot;

/*
 * Whether a picture can be had there, in place of what is there if `force` says so, before anything
 * is measured for it. Returns 0, or the exit
 * code after a sentence on standard error.
 */
int plot_check(const char *file, bool force);

/* Begins; the script is to be written to `p->script`. Returns 0, or the exit code; the plot
 * is not to be closed then. */
int plot_open(plot *p, const char *file, bool verbose);

/* Waits until it is drawn. Returns 0 or the exit code. */
int plot_close(plot *p);

#endif
