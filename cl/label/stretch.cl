/*
 * stretch - the elements that an item takes one after the other, with their labels.
 */
typedef struct clr_stretch {
    clr_span span;
    __global const uint *labels;
    uint  words; /* of a label */
    uint  is_signed;
    ulong base; /* index of the first element in the whole input */
    ulong all;  /* elements of that */
    ulong end;
    ulong results;
} clr_stretch;

/* Elements between that whose number is brought to the core and that which is added. */
#define CLR_AHEAD 32u

CLR_FN ulong clr_stretch_label(const clr_stretch stretch, const ulong i)
{
    return clr_label_at(stretch.labels, i, stretch.words, stretch.is_signed);
}

/* What element i does, which was read. */
CLR_FN clr_change clr_stretch_change(const clr_stretch stretch, const clr_inputs inputs,
                                     const ulong i)
{
    const clr_memory memory = {0};

    return clr_change_of(memory, inputs, stretch.base + i, stretch.all);
}

/* Whether it belongs to a result. Counts those that belong to none. */
CLR_FN bool clr_stretch_goes(const clr_stretch stretch, const clr_inputs inputs, const ulong label,
                             uint *strays)
{
    if (!CLR_GOES(inputs))
        return false;
    if (label >= stretch.results)
        ++*strays;
    return label < stretch.results;
}

/* What the label is told, most often others have told before. */
CLR_FN void clr_label_tell(volatile __global uint *seen, const uint label, const uint met)
{
    if (met & ~CLR_LOOK(&seen[label]))
        atomic_or(&seen[label], met);
}
