/* steps - an element's offset along axes, the fastest first. */
#define CLR_PLACE_FIELD(x) long x;
#define CLR_NOWHERE(x)     places.x = 0;
#define CLR_GO_ON(x)       places.x += index * shape->axes[axis].x;

typedef struct clr_places {
    CLR_EACH_INPUT(CLR_PLACE_FIELD)
} clr_places;

/* The offset of element `element` of a result, in elements from its first. */
CLR_FN clr_places clr_places_of(__constant const clr_shape *shape, const ulong element)
{
    const uint end = shape->kept + shape->reduced;
    clr_places places;
    ulong left = element;

    CLR_EACH_INPUT(CLR_NOWHERE)
    for (uint axis = shape->kept; axis < end; axis++) {
        __constant const clr_axis *along = shape->axes + axis;
        const ulong above = axis + 1 == end ? 0 : clr_over_extent(along, left);
        const long  index = (long)(left - above * along->extent);

        CLR_EACH_INPUT(CLR_GO_ON)
        left = above;
    }
    return places;
}

/* The same as a call, which takes less room where many elements are read side by side. */
CLR_COLD clr_places clr_places_called(__constant const clr_shape *shape, const ulong element)
{
    return clr_places_of(shape, element);
}

/* The same, at once where a single axis is reduced. */
CLR_FN clr_places clr_places_along(__constant const clr_shape *shape, const ulong element)
{
    const long index = (long)element;
    const uint axis  = shape->kept;
    clr_places places;

    if (shape->reduced != 1)
        return clr_places_called(shape, element);
    CLR_EACH_INPUT(CLR_NOWHERE)
    CLR_EACH_INPUT(CLR_GO_ON)
    return places;
}
