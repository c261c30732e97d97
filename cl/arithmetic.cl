/*
 * arithmetic - a kernel that adds to the product of two doubles a float, row by row of x, y, the
 * float, the sum, and what the addition lost: as exact sums and the published order rest on it.
 */
__kernel void clr_arithmetic(__global double *rows)
{
    __global double *row     = rows + 5 * get_global_id(0);
    const double product     = row[0] * row[1];
    const double value       = convert_double(convert_float(row[2]));
    const CLR_AT(two) result = CLR_AT(two_sum)(product, value);

    row[3] = result.sum;
    row[4] = result.error;
}
