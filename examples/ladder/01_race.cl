/* SPDX-License-Identifier: Apache-2.0 */
/* race - everybody adds to one cell, unasked: most additions are lost. */
kernel void reduce(global const int *in, uint n, global int *out)
{
    const uint i = get_global_id(0);

    if (i < n) {
        const int mine = in[i]; // load
        const int sum = *out; // read
        *out = sum + mine; // write
    }
}
