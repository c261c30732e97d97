/*
 * nvidia - orders groups' writes by PTX's membar.gl: NVIDIA's OpenCL has no fence of device scope,
 * and its mem_fence acts within the group (Futhark issue 734).
 */
CLR_FN void clr_fence_release(void)
{
    __asm__ volatile("membar.gl;" ::: "memory");
}

CLR_FN void clr_fence_acquire(void)
{
    __asm__ volatile("membar.gl;" ::: "memory");
}

CLR_FN uint clr_draw(__global uint *ticket)
{
    return atomic_inc((volatile __global uint *)ticket);
}

/* Sets the ticket to 0 for the next launch, and the counter of claimed lots behind it
 * (cl/load/claim.cl). Called by the last group, when all others have drawn. */
CLR_FN void clr_put_back(__global uint *ticket)
{
    ticket[0] = ticket[1] = 0;
}
