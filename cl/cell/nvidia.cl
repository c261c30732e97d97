/* nvidia - merges into the cell of finish atomic (cl/finish/cell.cl) an f64 or f32 sum by PTX's
 * red.add, for f64 from compute capability 6.0 on: NVIDIA's OpenCL announces no atomics of floats
 * (src/device/quirk.def). */
typedef CLR_MACHINE clr_cell;

CLR_FN clr_cell clr_cell_from(const clr_state state)
{
    return state;
}

CLR_FN clr_state clr_state_from(const clr_cell cell)
{
    return cell;
}

CLR_FN void clr_merge_into(volatile __global clr_cell *cell, const clr_state state)
{
    if (sizeof(clr_cell) == 8)
        __asm__ volatile("red.global.add.f64 [%0], %1;" ::"l"(cell), "d"((double)state) : "memory");
    else
        __asm__ volatile("red.global.add.f32 [%0], %1;" ::"l"(cell), "f"((float)state) : "memory");
}
