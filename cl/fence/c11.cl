/* c11 - orders groups' writes by OpenCL C 2.0/3.0 atomics of device scope. */
CLR_FN void clr_fence_release(void)
{
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
}

CLR_FN void clr_fence_acquire(void)
{
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
}

CLR_FN uint clr_draw(__global uint *ticket)
{
    return atomic_fetch_add_explicit((volatile __global atomic_uint *)ticket, 1u,
                                     memory_order_acq_rel, memory_scope_device);
}

/* Sets the ticket to 0 for the next launch, and the counter of claimed lots behind it
 * (cl/load/claim.cl). Called by the last group, when all others have drawn. */
CLR_FN void clr_put_back(__global uint *ticket)
{
    ticket[0] = ticket[1] = 0;
}
