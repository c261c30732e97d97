/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sized.h"

#include <string.h>

/* A struct larger than the library's by more than this has garbage where its size should be. */
enum { GROWTH_MOST = 4096 };

static size_t size_of(const void *given)
{
    size_t size;

    memcpy(&size, given, sizeof size);
    return size;
}

/* A struct that begins with a size_t has a size that is a multiple of sizeof(size_t): a size that
 * is not would cut a member. */
static bool is_plausible(size_t size, size_t known)
{
    return size >= sizeof size && size % sizeof size == 0 && size <= known + GROWTH_MOST;
}

/* The number of zero bytes at the beginning. */
static size_t count_zeros(const unsigned char *at, size_t count)
{
    size_t zeros = 0;

    while (zeros < count && at[zeros] == 0)
        zeros++;
    return zeros;
}

clr_status clri_sized_read(const char *name, void *to, size_t known, const void *from,
                           clri_error *error)
{
    const size_t size = size_of(from);
    const size_t unknown = size > known ? size - known : 0;
    size_t zeros;

    if (!is_plausible(size, known))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%s.size is %zu, which no version of it has: set it to sizeof(%s), %zu in "
                         "this version",
                         name, size, name, known);
    zeros = unknown ? count_zeros((const unsigned char *)from + known, unknown) : 0;
    if (zeros < unknown)
        return clri_fail(
            error, CLR_ERROR_ARGUMENT,
            "%s has %zu bytes, and this version of the library (%s) knows %zu: what is "
            "set at byte %zu comes from a later version. Leave it 0, or use a newer "
            "library",
            name, size, clr_version(), known, known + zeros);
    memset(to, 0, known);
    memcpy(to, from, size < known ? size : known);
    memcpy(to, &known, sizeof known);
    return CLR_OK;
}

bool clri_sized_has(const void *from, size_t known, size_t end)
{
    return from && is_plausible(size_of(from), known) && size_of(from) >= end;
}

bool clri_sized_is_writable(const void *to, size_t known)
{
    return to && is_plausible(size_of(to), known);
}

clr_status clri_sized_write(void *to, size_t known, const void *from)
{
    const size_t head = sizeof known;
    size_t size;

    if (!clri_sized_is_writable(to, known))
        return CLR_ERROR_ARGUMENT;
    size = size_of(to);
    memcpy((char *)to + head, (const char *)from + head, (size < known ? size : known) - head);
    if (size > known)
        memset((char *)to + known, 0, size - known);
    return CLR_OK;
}
