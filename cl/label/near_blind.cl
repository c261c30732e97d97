/*
 * near_blind - for cells that any element may join at any time: minima, maxima, bits and integer
 * sums. A group of cl/label/take_ahead.cl looks at its first elements to place the window of rows
 * that its own cells hold; only exact sums have a window (cl/label/exact_near.cl), so that here
 * both functions do nothing.
 */
CLR_FN void clr_near_look(const clr_near near, const clr_memory memory, const clr_inputs inputs,
                          const ulong i, const ulong n)
{
}

CLR_FN clr_near clr_near_looked(const clr_near near)
{
    return near;
}
