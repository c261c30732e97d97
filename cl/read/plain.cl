/* plain - a stored number is its own value. */
CLR_FN CLR_ALL(value) CLR_ALL(read)(__global const CLR_STORED *at)
{
    return *(__global const CLR_ALL(value) *)at;
}

CLR_FN CLR_ALL(value) CLR_ALL(read_loose)(__global const CLR_STORED *at)
{
    return CLR_VLOAD(at);
}
