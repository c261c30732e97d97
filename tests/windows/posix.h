/* SPDX-License-Identifier: Apache-2.0 */
/* posix - what tests call of POSIX and mingw-w64 lacks. Included before each of them. */
#ifndef CLREDUCE_TESTS_WINDOWS_POSIX_H
#define CLREDUCE_TESTS_WINDOWS_POSIX_H

int setenv(const char *name, const char *value, int overwrites);

#endif
