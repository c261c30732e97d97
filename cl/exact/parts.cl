/* parts - a number's parts: m 2^place times the format's smallest number, or its special kind. */
#ifdef CLR_NARROW
typedef struct CLR_OF(parts) {
    ulong m;
    uint place;
    bool negative;
    bool is_inf;
    bool is_nan;
} CLR_OF(parts);
#endif
