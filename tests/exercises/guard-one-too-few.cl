/* SPDX-License-Identifier: Apache-2.0 */
/* hint: added by nobody.*may not be turned away */
kernel void reduce(global const int *in, uint n, global int *out)
{
    const uint i = get_global_id(0);

    if (i + 1 < n)
        atomic_add(out, in[i]);
}
