/* stretch - the chunk of consecutive elements that an item alone walks, with their labels. */
typedef struct clr_stretch {
    clr_span span;
    clr_labels labels;
    ulong base; /* index of the first element in the whole input */
    ulong all;  /* elements of the whole input */
    ulong end;
    ulong results;
} clr_stretch;

/* Elements from a prefetch to the addition (cl/label/bring.cl). */
#define CLR_ELEMENTS_AHEAD 32u

CLR_FN ulong clr_stretch_label(const clr_stretch stretch, const ulong i)
{
    return clr_cell_for(stretch.labels, i);
}

/* The change that element i, once read, makes to its label. */
CLR_FN clr_change clr_stretch_change(const clr_stretch stretch, const clr_inputs inputs,
                                     const ulong i)
{
    const clr_memory memory = {0};

    return clr_change_of(memory, inputs, stretch.base + i, stretch.all);
}

/* Whether the element goes to a label with a result; counts in *strays elements whose label has
 * none. */
CLR_FN bool clr_stretch_goes(const clr_stretch stretch, const clr_inputs inputs, const ulong label,
                             uint *strays)
{
    if (!CLR_COUNTS_READ(inputs))
        return false;
    if (label >= stretch.results)
        ++*strays;
    return label < stretch.results;
}

/* Sets a label's `seen` bits; most often they are set already, and no atomic is needed. */
CLR_FN void clr_label_tell(volatile __global uint *seen, const uint label, const uint met)
{
    if (met & ~CLR_LOOK(&seen[label]))
        atomic_or(&seen[label], met);
}
