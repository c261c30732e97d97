/* custom_sizes - a kernel that tells how large the types of the caller's own operator are. */
/*
 * needs:    clr_own_element clr_own_state clr_own_result clr_own_lower clr_own_combine
 *           clr_own_identity clr_own_lift
 * provides: clr_own_sizes clr_own_check
 */
__kernel void clr_own_sizes(__global ulong *sizes)
{
    sizes[0] = sizeof(clr_own_element);
    sizes[1] = sizeof(clr_own_state);
    sizes[2] = sizeof(clr_own_result);
}

/* All that the text must define is used as it will be, so that what is missing shows at once. */
__kernel void clr_own_check(__global const clr_own_element *x, __global clr_own_result *to,
                            const ulong n)
{
    *to = clr_own_lower(clr_own_combine(clr_own_identity(), clr_own_lift(*x, n)), n);
}
