/* item - an item's number in its group and the group's size, for groups of any dimensions: a block
 * is called in the caller's groups. Kernels of the library have one dimension and a fixed size. */
CLR_FN uint clr_item(void)
{
    const size_t row = get_local_id(2) * get_local_size(1) + get_local_id(1);

    return (uint)(row * get_local_size(0) + get_local_id(0));
}

CLR_FN uint clr_items(void)
{
    return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}
