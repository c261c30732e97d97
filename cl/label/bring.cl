/*
 * bring - prefetches a number before it is added to, where labels are more than a core's cache
 * holds: of 2^20 labels adding took a CPU 422 ms, with prefetches 32 elements ahead 114
 * (docs/history/2026-11-25-cpu-shapes.md, "Labels"). PoCL 3.1's prefetch() does nothing, its
 * compiler's builtin does.
 */

CLR_FN void clr_bring(__global const void *number)
{
#if defined(__has_builtin) && __has_builtin(__builtin_prefetch)
    __builtin_prefetch((const void *)(uintptr_t)number, 1);
#else
    prefetch((__global const uchar *)number, 1);
#endif
}
