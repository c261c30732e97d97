/* step - the mask's step between a vector's elements, with strides along axes: cl/mask/axes.cl. */
CLR_FN long clr_mask_step(const clr_span span)
{
    if (span.mask_is_across)
        return span.shape->axes[0].mask;
    return span.shape->reduced ? span.shape->axes[span.shape->kept].mask : 1;
}
