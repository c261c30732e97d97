/* ends_by_offsets - where vector reads must end that go on behind a segment: at the end of the
 * inputs. */
#define CLR_TO_END(x) span.x += shape->limit;

CLR_FN clr_span clr_ends_of(const clr_shape *shape, clr_span span, const ulong rows)
{
    CLR_EACH_INPUT(CLR_TO_END)
    return span;
}
