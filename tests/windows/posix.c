/* SPDX-License-Identifier: Apache-2.0 */
#include "posix.h"

#include <stdlib.h>

int setenv(const char *name, const char *value, int overwrites)
{
    return overwrites || !getenv(name) ? _putenv_s(name, value) : 0;
}
