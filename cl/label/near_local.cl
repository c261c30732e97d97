/*
 * near_local - cells that a group's items have to themselves, in local memory. Numbers of 64 bits are
 * two halves apart from each other, and changed as in cl/label/add_halves.cl: an H200 takes ten to
 * twenty times as long for atomics of 64 bits in local memory.
 */
/*
 * provides: CLR_NEAR_SPACE CLR_NEAR_PARAMETER CLR_NEAR_AT clr_near clr_near_low clr_near_clear
 *           clr_near_add clr_near_value clr_near_tell
 */
#define CLR_NEAR_SPACE     __local
#define CLR_NEAR_PARAMETER __local ulong *near_cells
#define CLR_NEAR_AT        near_cells

typedef struct clr_near {
    __local ulong *cells;
    __local uint *seen;
    uint size;
} clr_near;

CLR_FN volatile __local uint *clr_near_low(const clr_near near)
{
    return (volatile __local uint *)near.cells;
}

CLR_FN void clr_near_clear(const clr_near near, const uint i)
{
    clr_near_low(near)[i]             = 0;
    clr_near_low(near)[near.size + i] = 0;
}

/* Whether the number may have been 0 before: it is true if it was. */
CLR_FN bool clr_near_add(const clr_near near, const uint i, const ulong x)
{
    const uint low    = (uint)x;
    const uint before = low ? atomic_add(clr_near_low(near) + i, low) : 0;
    const uint high   = (uint)(x >> 32) + (before + low < low ? 1 : 0);

    if (high)
        atomic_add(clr_near_low(near) + near.size + i, high);
    return before == 0;
}

CLR_FN ulong clr_near_value(const clr_near near, const uint i)
{
    return (ulong)clr_near_low(near)[near.size + i] << 32 | clr_near_low(near)[i];
}

CLR_FN void clr_near_tell(const clr_near near, const uint label, const uint seen)
{
    atomic_or((volatile __local uint *)near.seen + label, seen);
}
