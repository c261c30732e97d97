/*
 * atomic - groups see each other's writes by atomics of OpenCL 1.2 alone, whatever is written with
 * them: states go word by word (cl/finish/words.cl). That orders nothing by the specification; it
 * is for simulators whose memory has one order, and whose race detectors take nothing else.
 */
CLR_FN void clr_fence_release(void)
{
    mem_fence(CLK_GLOBAL_MEM_FENCE);
}

CLR_FN void clr_fence_acquire(void)
{
    mem_fence(CLK_GLOBAL_MEM_FENCE);
}

CLR_FN uint clr_draw(__global uint *ticket)
{
    return atomic_inc((volatile __global uint *)ticket);
}

CLR_FN void clr_put_back(__global uint *ticket)
{
    atomic_xchg((volatile __global uint *)ticket, 0u);
    atomic_xchg((volatile __global uint *)ticket + 1, 0u);
}
