/* SPDX-License-Identifier: Apache-2.0 */
/* stride - the fourth exercise: there are only as many groups as keep the device busy, and many more
 * numbers than items. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);

    /* Yours: every item adds one number. Who adds the others? */
    const uint i = get_global_id(0);
    int sum = i < n ? in[i] : 0;

    cells[lid] = sum;
    for (uint active = size, stride; active > 1; active = stride) {
        stride = (active + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid + stride < active) {
            sum += cells[lid + stride];
            cells[lid] = sum;
        }
    }
    if (lid == 0)
        atomic_add(out, sum);
}
