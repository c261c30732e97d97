/* plain - a stored number is its own value. `at` is aligned to the whole vector. */
CLR_FN CLR_AT(value) CLR_AT(read)(__global const CLR_STORED *at)
{
    return *(__global const CLR_AT(value) *)at;
}
