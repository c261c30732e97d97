/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/request_key.h"
#include "problem/request.h"

#include <stdlib.h>
#include <string.h>

/* In base 16, last digit first: printf() would take longer than the rest of the call on the
 * host. */
void clri_key_number(clri_text *key, uint64_t number)
{
    char digits[18];
    size_t count = 0;

    do {
        digits[count++] = "0123456789abcdef"[number & 15];
        number >>= 4;
    } while (number);
    digits[count++] = ',';
    digits[count] = '\0';
    clri_text_add(key, digits);
}

void clri_key_text(clri_text *key, const char *text)
{
    clri_key_number(key, text ? strlen(text) + 1 : 0);
    if (text)
        clri_text_add(key, text);
}

/* A field missing in add_key() would give a plan or a call another's result. */
_Static_assert(sizeof(clr_reduction) - offsetof(clr_reduction, k) == sizeof(uint64_t),
               "what follows a reduction's k belongs into its key, too");

/* Adds a reduction, each member with an end of its own, so that no two have one key. */
static void add_key(clri_text *key, const clr_reduction *r, const clr_custom *custom)
{
    const uint64_t numbers[] = {(uint64_t)r->op,
                                (uint64_t)r->type,
                                (uint64_t)r->result,
                                (uint64_t)r->accuracy,
                                (uint64_t)r->nan,
                                (uint64_t)r->overflow,
                                r->ddof,
                                r->quantiles != NULL,
                                r->quantile_count,
                                (uint64_t)r->interpolation,
                                r->k};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        clri_key_number(key, numbers[i]);
    /* Quantiles compile nothing, but a design has them, as it has the request. */
    for (size_t i = 0; r->quantiles && i < r->quantile_count; i++) {
        uint64_t bits;

        memcpy(&bits, &r->quantiles[i], sizeof bits);
        clri_key_number(key, bits);
    }
    clri_key_text(key, r->map);
    clri_key_text(key, r->where);
    if (!r->custom)
        return;
    clri_key_number(key, custom->element_size);
    clri_key_number(key, custom->is_commutative != 0);
    clri_key_text(key, custom->source);
    clri_key_text(key, custom->name);
}

char *clri_request_key(const char *kind, const clr_reduction *reductions, size_t count,
                       size_t *element_size)
{
    clri_text key = {0};
    clri_error error = {0};
    bool is_read = reductions && count > 0 && count <= CLR_REDUCTIONS_MOST;

    clri_text_add(&key, kind);
    for (size_t i = 0; is_read && i < count; i++) {
        clr_reduction reduction;
        clr_custom custom = {0};

        is_read = clri_reduction_read(reductions, i, &reduction, &custom, &error) == CLR_OK;
        if (is_read)
            add_key(&key, &reduction, &custom);
        if (element_size)
            *element_size =
                custom.element_size ? (size_t)custom.element_size : clr_type_size(reduction.type);
    }
    clri_error_clear(&error);
    if (is_read)
        return clri_text_take(&key);
    free(clri_text_take(&key));
    return NULL;
}
