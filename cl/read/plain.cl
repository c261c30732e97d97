/*
 * plain - a stored number is its own value. Vectors of short numbers are loaded as words, which some
 * compilers would not do by themselves.
 */
CLR_FN CLR_ALL(value) CLR_ALL(read)(__global const CLR_STORED *at)
{
    return CLR_LOAD(at);
}

CLR_FN CLR_ALL(value) CLR_ALL(read_loose)(__global const CLR_STORED *at)
{
    return CLR_VLOAD(at);
}
