/*
 * bring - prefetches a number before it is added to, as it may be in no cache near the core. PoCL
 * 3.1's prefetch() does nothing, its compiler's builtin does.
 */

CLR_FN void clr_bring(__global const void *number)
{
#if defined(__has_builtin) && __has_builtin(__builtin_prefetch)
    __builtin_prefetch((const void *)(uintptr_t)number, 1);
#else
    prefetch((__global const uchar *)number, 1);
#endif
}
