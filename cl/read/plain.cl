/*
 * plain - a stored number is its own value. Vectors of short numbers are loaded and held as
 * words, as not all compilers have use for wide vectors of bytes.
 */
CLR_FN CLR_ALL(held) CLR_ALL(read)(__global const CLR_STORED *at)
{
    return CLR_LOAD(at);
}

CLR_FN CLR_ALL(held) CLR_ALL(read_loose)(__global const CLR_STORED *at)
{
    return CLR_HOLD(CLR_VLOAD(at));
}
