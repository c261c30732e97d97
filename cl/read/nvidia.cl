/*
 * nvidia - loads vectors past the first cache, by PTX's ld.global.nc, as nobody reads them again
 * and the input is constant in a launch. docs/history/2026-11-22-levels.md, "What moved the
 * figures", has the gain. Halves are loaded as words, as NVIDIA's compiler would load them one by
 * one.
 */
CLR_FN uint clr_load_4(__global const void *at)
{
    uint words;

    __asm__("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(words) : "l"(at));
    return words;
}

CLR_FN uint2 clr_load_8(__global const void *at)
{
    uint2 words;

    __asm__("ld.global.nc.L1::no_allocate.v2.u32 {%0, %1}, [%2];"
            : "=r"(words.x), "=r"(words.y)
            : "l"(at));
    return words;
}

CLR_FN uint4 clr_load_16(__global const void *at)
{
    uint4 words;

    __asm__("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
            : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
            : "l"(at));
    return words;
}

CLR_FN float2 clr_halves_4(const uint word)
{
    float2 x;

    __asm__("{.reg .b16 low, high; mov.b32 {low, high}, %2; cvt.f32.f16 %0, low; "
            "cvt.f32.f16 %1, high;}"
            : "=f"(x.x), "=f"(x.y)
            : "r"(word));
    return x;
}

CLR_FN float4 clr_halves_8(const uint2 words)
{
    return (float4)(clr_halves_4(words.x), clr_halves_4(words.y));
}

CLR_FN float8 clr_halves_16(const uint4 words)
{
    return (float8)(clr_halves_8(words.xy), clr_halves_8(words.zw));
}
