/* custom_sizes - a kernel that tells how large the types of the caller's own operator are. */
__kernel void clr_custom_sizes(__global ulong *sizes)
{
    sizes[0] = sizeof(clr_custom_element);
    sizes[1] = sizeof(clr_custom_state);
    sizes[2] = sizeof(clr_custom_result);
}

/* All that the text must define is used as it will be, so that what is missing shows at once. */
__kernel void clr_custom_check(__global const clr_custom_element *x, __global clr_custom_result *to,
                            const ulong n)
{
    *to = clr_custom_lower(clr_custom_combine(clr_custom_identity(), clr_custom_lift(*x, n)), n);
}
