/* c11 - merges into the cell of finish atomic (cl/finish/cell.cl) an f64 sum, by the atomics of
 * cl_ext_float_atomics. Without these cl/cell/swap.cl serves. Relaxed, as the next launch reads the
 * sum, and no other memory hangs on it. */
typedef double clr_cell;

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
    atomic_fetch_add_explicit((volatile __global atomic_double *)cell, state, memory_order_relaxed,
                              memory_scope_device);
}
