/*
 * some - scalars, numbers that a run gives for maps and conditions: a kernel's parameters behind
 * the inputs' parameters. Spans carry them, and so do elements read of a span, up to the expression.
 */
#define CLR_SCALAR_PARAMETER(a) const CLR_SCALAR scalar_##a,
#define CLR_SCALAR_FIELD(a)     CLR_SCALAR a;
#define CLR_SET_SCALAR(a)       span.scalars.a = scalar_##a;
#define CLR_NAME_SCALAR(a)      const CLR_SCALAR a __attribute__((unused)) = inputs.scalars.a;

typedef struct clr_scalars {
    CLR_EACH_SCALAR(CLR_SCALAR_FIELD)
} clr_scalars;

#define CLR_SCALAR_PARAMETERS      CLR_EACH_SCALAR(CLR_SCALAR_PARAMETER)
#define CLR_SET_SCALARS            CLR_EACH_SCALAR(CLR_SET_SCALAR)
#define CLR_SCALARS_FIELD          clr_scalars scalars;
#define CLR_NAME_SCALARS           CLR_EACH_SCALAR(CLR_NAME_SCALAR)
#define CLR_COPY_SCALARS(to, from) (to).scalars = (from).scalars;
