/* SPDX-License-Identifier: Apache-2.0 */
/* guard - the first exercise: every item adds its number. But a launch has whole groups, and the numbers
 * may end in the middle of one. */
kernel void reduce(global const int *in, uint n, global int *out)
{
    const uint i = get_global_id(0);

    /* Yours: which items may do this? */
    atomic_add(out, in[i]);
}
