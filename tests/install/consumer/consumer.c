/* SPDX-License-Identifier: Apache-2.0 */
/*
 * consumer - a program outside the project that reduces an array with the installed library.
 * Compiled as C99, C11 and C++11 (through consumer.cpp). Exit status: 0 right, 1 wrong.
 */
#include <clreduce/clreduce.h>
#include <stdio.h>

int main(void)
{
    const float x[4] = {1.0f, 2.0f, 3.0f, 4.5f};
    clr_context *context = NULL;
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    float total = 0;

    if (clr_context_create(NULL, &context) || clr_reduce(context, &sum, x, 4, &total, sizeof total))
        puts(clr_context_error(context)->message);
    else
        printf("clreduce %s on %s: %g\n", clr_version(), clr_context_device(context)->name,
               (double)total);
    clr_context_destroy(context);
    return total == 10.5f ? 0 : 1;
}
