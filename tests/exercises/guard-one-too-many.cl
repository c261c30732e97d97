/* SPDX-License-Identifier: Apache-2.0 */
/* hint: lies behind the last number.*Let only those */
kernel void reduce(global const int *in, uint n, global int *out)
{
    const uint i = get_global_id(0);

    if (i <= n)
        atomic_add(out, in[i]);
}
