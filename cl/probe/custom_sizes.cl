/* custom_sizes - writes the sizes of a custom operator's types, which only the device's compiler
 * knows, for src/plan/custom.c to lay out records and states by. */
__kernel void clr_custom_sizes(__global ulong *sizes)
{
    sizes[0] = sizeof(clr_custom_element);
    sizes[1] = sizeof(clr_custom_state);
    sizes[2] = sizeof(clr_custom_result);
}

/* Uses all that the operator's text must define, so that a missing name is a build error. */
__kernel void clr_custom_check(__global const clr_custom_element *x, __global clr_custom_result *to,
                            const ulong n)
{
    *to = clr_custom_lower(clr_custom_combine(clr_custom_identity(), clr_custom_lift(*x, n)), n);
}
