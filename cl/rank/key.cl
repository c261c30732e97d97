/*
 * key - elements as unsigned keys in the order of min and max, -0 below +0 and all NaNs one key, the
 * last: so one selection serves all types, and compares and cuts up integers. src/select/order.h
 * has the same keys on the host. Halves and bfloats come as f32, short integers as 32 bits.
 */
typedef CLR_RANK_KEY clr_key;

#define CLR_NAN_KEY (~(clr_key)0)

CLR_FN clr_key clr_key_of(const clr_m0_value x)
{
    const clr_key bits   = CLR_RANK_BITS(x);
    const clr_key turned = ((clr_key)0 - (bits >> (CLR_RANK_KEY_BITS - 1))) & CLR_RANK_TURNED;

    return (bits & ~CLR_RANK_SIGN) > CLR_RANK_ENDLESS ? CLR_NAN_KEY
                                                      : bits ^ (turned | CLR_RANK_SIGN);
}

/* The bits of a key's element, which is no NaN. */
CLR_FN clr_key clr_bits_of(const clr_key key)
{
    return key ^ (CLR_RANK_TURNED && !(key & CLR_RANK_SIGN) ? CLR_RANK_TURNED : CLR_RANK_SIGN);
}

/* Reads the key of element `i` of a result; false: the element does not count. */
CLR_FN bool clr_read_key(const clr_span span, const ulong i, clr_key *key)
{
    const clr_inputs     inputs = clr_read_inputs(span, i);
    const clr_m0_element e      = clr_m0_element_of(inputs, span.base + i, span.total);

    *key = clr_key_of(e.x);
    return CLR_RANK_TAKES(e);
}

/* Keys from `base` on that differ from it in their last `bits` bits alone. */
typedef struct clr_range {
    clr_key base;
    uint bits;
} clr_range;

CLR_FN bool clr_is_within(const clr_range range, const clr_key key)
{
    return range.bits == CLR_RANK_KEY_BITS || (key - range.base) >> range.bits == 0;
}

/* Keys of neighbouring stretches of a result, read before one of them is looked at, so that loads are
 * in flight together; and whether they are there and count. */
typedef struct clr_keys {
    clr_key at[CLR_RANK_LOADS];
    bool is[CLR_RANK_LOADS];
} clr_keys;

/* Whether elements i, i + step, and so on are all there. */
CLR_FN bool clr_are_there(const clr_span span, const ulong i, const ulong step)
{
    return i + (CLR_RANK_LOADS - 1) * step < span.count;
}

/* Reads these elements. */
CLR_FN clr_keys clr_read_all_keys(const clr_span span, const ulong i, const ulong step)
{
    clr_keys keys;

#pragma unroll
    for (uint k = 0; k < CLR_RANK_LOADS; k++) {
        keys.is[k] = clr_read_key(span, i + k * step, keys.at + k);
    }
    return keys;
}

/* Reads elements i, i + step, and so on, as many as there are; the result has one at least. */
CLR_FN clr_keys clr_read_keys(const clr_span span, const ulong i, const ulong step)
{
    clr_keys keys;

    if (clr_are_there(span, i, step))
        return clr_read_all_keys(span, i, step);
#pragma unroll
    for (uint k = 0; k < CLR_RANK_LOADS; k++) {
        const ulong at      = i + k * step;
        const bool is_there = at < span.count;

        keys.is[k] = clr_read_key(span, is_there ? at : span.count - 1, keys.at + k) & is_there;
    }
    return keys;
}
