/* SPDX-License-Identifier: Apache-2.0 */
/*
 * complete - what the last word of a command line may become, for the completions of bash, zsh and
 * fish (tools/completion.*): from the tables of verbs, options, names and topics.
 */
#ifndef CLREDUCE_TOOLS_COMPLETE_H
#define CLREDUCE_TOOLS_COMPLETE_H

/*
 * Prints a line for each word that begins like the last of `words`, which may be "": the word, and
 * behind a tab what it means, if that is known. A line that begins with a tab stands for the names
 * of files. The words behind "clreduce" are taken as far as they are typed, and never refused.
 */
void complete_print(char *const *words, int count);

#endif
