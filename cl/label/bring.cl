/*
 * bring - a number is brought to the core before it is added to: some cache has it, or none, and each
 * would be waited for. PoCL 3.1's prefetch() does nothing, its compiler's own function does.
 */

CLR_FN void clr_bring(__global const void *number)
{
#if defined(__has_builtin) && __has_builtin(__builtin_prefetch)
    __builtin_prefetch((const void *)(uintptr_t)number, 1);
#else
    prefetch((__global const uchar *)number, 1);
#endif
}
