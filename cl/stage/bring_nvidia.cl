/*
 * bring_nvidia - copies vectors to local memory past registers, by PTX's cp.async, from sm_80 on:
 * with fewer registers more groups fit a compute unit. docs/history/2026-11-25-stages.md, "What a
 * kernel waits for", has the gain.
 */
#define CLR_STAGE_COPY(input)                                                                      \
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;"                                   \
                     :                                                                             \
                     : "l"((ulong)((__local clr_held *)stage.input +                               \
                                   clr_stage_place(shift + at))),                                  \
                       "l"((ulong)(span.input + at))                                               \
                     : "memory");

CLR_FN void clr_stage_bring(const clr_stage stage, const clr_span span, const uint shift)
{
    const uint first = (uint)span.head + CLR_ITEM * CLR_LANES;
    const int  left  = (int)span.vectors - (int)CLR_ITEM;

#pragma unroll
    for (uint load = 0; load < CLR_STAGE_LOADS; load++) {
        const uint at = first + load * CLR_STAGE_TURN;

        if ((int)(load * CLR_STAGE_GROUP_SIZE) < left) {
            CLR_EACH_INPUT(CLR_STAGE_COPY)
        }
    }
}

/* The copies are complete at the next barrier. */
CLR_FN void clr_stage_brought(void)
{
    __asm__ volatile("cp.async.wait_all;" : : : "memory");
}
