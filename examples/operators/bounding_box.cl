/*
 * bounding_box - the smallest box around points of two floats: left, bottom, right, top. What is
 * folded is a box, what an element is is a point: that is what lift() is for.
 */
typedef struct { float x, y; } element;
typedef struct { float left, bottom, right, top; } state;
typedef state result;

state identity(void)
{
    state none = {INFINITY, INFINITY, -INFINITY, -INFINITY};

    return none;
}

state lift(element point, ulong i)
{
    state box = {point.x, point.y, point.x, point.y};

    return box;
}

state combine(state a, state b)
{
    state box = {fmin(a.left, b.left), fmin(a.bottom, b.bottom), fmax(a.right, b.right),
                 fmax(a.top, b.top)};

    return box;
}

result lower(state s, ulong n)
{
    return s;
}
