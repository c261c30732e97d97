/*
 * atomic - groups see each other's writes through OpenCL 1.2 atomics alone: states are written word
 * by word (cl/finish/words.cl). The specification gives such atomics no order; this is for
 * simulators whose memory is sequential, and whose race detectors accept nothing else.
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

/* Sets the ticket to 0 for the next launch, and the counter of claimed lots behind it
 * (cl/load/claim.cl). Called by the last group, when all others have drawn. */
CLR_FN void clr_put_back(__global uint *ticket)
{
    atomic_xchg((volatile __global uint *)ticket, 0u);
    atomic_xchg((volatile __global uint *)ticket + 1, 0u);
}
