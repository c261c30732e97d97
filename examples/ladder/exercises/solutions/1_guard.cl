/* SPDX-License-Identifier: Apache-2.0 */
/* guard, solved - items beyond the end have nothing to add. */
kernel void reduce(global const int *in, uint n, global int *out)
{
    const uint i = get_global_id(0);

    if (i < n)
        atomic_add(out, in[i]);
}
