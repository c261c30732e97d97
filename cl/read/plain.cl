/*
 * plain - values are stored as they are. Vectors of short numbers are loaded and held as words, as
 * not all compilers use wide vectors of bytes well.
 */
CLR_FN CLR_ALL(held) CLR_ALL(read)(__global const CLR_STORED *at)
{
    return CLR_LOAD(at);
}

CLR_FN CLR_ALL(held) CLR_ALL(read_loose)(__global const CLR_STORED *at)
{
    return CLR_HOLD(CLR_VLOAD(at));
}
