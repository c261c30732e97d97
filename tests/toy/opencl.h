/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opencl - what the texts of cl/exact find in OpenCL C, lent to them in C++: types, vectors, and
 * the built-in functions that they call. `double` and `float` are of the formats that this is
 * compiled for (-DCLR_DOUBLE_DIGITS=6 ...), or the host's own if it is told of none.
 */
#ifndef CLREDUCE_TESTS_TOY_OPENCL_H
#define CLREDUCE_TESTS_TOY_OPENCL_H

#include "number.h"

#include <string.h>

typedef uint32_t uint;
typedef uint64_t ulong;

#ifdef CLR_DOUBLE_DIGITS
#define TOY_IS_REAL 0
typedef Number<CLR_FLOAT_DIGITS, CLR_FLOAT_EXPONENT_BITS> toy_float;
typedef Number<CLR_DOUBLE_DIGITS, CLR_DOUBLE_EXPONENT_BITS> toy_double;
/* What depends on how long runs are, of the run's own length, by the rules of cl/exact/format.cl.
 */
#define CLR_ALLOWANCE       allowance<TOY_WIDTH * TOY_LENGTH>()
#define CLR_MOST_LANES_LOG2 CLR_LOG2(TOY_WIDTH)
#else
#define TOY_IS_REAL 1
typedef float toy_float;
typedef double toy_double;
#endif
#include "exact/format.cl"

/* ---- numbers ---- */

#if TOY_IS_REAL
template <class To, class From> static inline To same_bits(From x)
{
    To to;

    static_assert(sizeof to == sizeof x, "the same size");
    memcpy(&to, &x, sizeof to);
    return to;
}
static inline ulong as_ulong(double x)
{
    return same_bits<ulong>(x);
}
static inline uint as_uint(float x)
{
    return same_bits<uint>(x);
}
static inline double as_double(ulong x)
{
    return same_bits<double>(x);
}
static inline float as_float(uint x)
{
    return same_bits<float>(x);
}
static inline int64_t convert_long(double x)
{
    return (int64_t)x;
}
static inline float fabs(float x)
{
    return __builtin_fabsf(x);
}
static inline double fma(double x, double y, double z)
{
    return __builtin_fma(x, y, z);
}
static inline bool is_number(double x)
{
    return __builtin_isfinite(x);
}
#else
static inline ulong as_ulong(toy_double x)
{
    return x.code;
}
static inline uint as_uint(toy_float x)
{
    return x.code;
}
static inline toy_double as_double(ulong x)
{
    return toy_double::of((uint)x);
}
static inline toy_float as_float(uint x)
{
    return toy_float::of(x);
}
static inline int64_t convert_long(toy_double x)
{
    return x.units() / ((int64_t)1 << toy_double::depth);
}
template <int D, int E> static inline bool is_number(Number<D, E> x)
{
    return x.is_finite();
}
#endif
static inline int as_int(toy_float x)
{
    return (int)as_uint(x);
}
static inline int as_int(uint x)
{
    return (int)x;
}
static inline toy_double convert_double(toy_float x)
{
    return (toy_double)x;
}
static inline toy_double convert_double(toy_double x)
{
    return x;
}
static inline toy_float convert_float(toy_double x)
{
    return (toy_float)x;
}
#if !TOY_IS_REAL
/* The first float that makes good for n - 1 roundings of at most 2^-digits each. */
template <int N> static inline toy_float allowance(void)
{
    static const toy_float found = [] {
        double lost = 1;
        uint code = 0;

        for (int i = 1; i < N; i++)
            lost *= 1 + 1.0 / (1 << CLR_FLOAT_DIGITS);
        while (toy_float::of(code).units() < lost * (1 << toy_float::depth))
            code++;
        return toy_float::of(code);
    }();

    return found;
}
#endif
template <class T> static inline uint convert_uint(T x)
{
    return (uint)x;
}
template <class T> static inline int convert_int(T x)
{
    return (int)x;
}
template <class T> static inline ulong convert_ulong(T x)
{
    return (ulong)x;
}
static inline int64_t convert_long(int x)
{
    return x;
}

/* ---- integers ---- */

template <class T> static inline T min(T a, T b)
{
    return b < a ? b : a;
}
template <class T> static inline T max(T a, T b)
{
    return a < b ? b : a;
}
template <class T> static inline T select(T a, T b, bool is_second)
{
    return is_second ? b : a;
}
static inline int clz(ulong x)
{
    return __builtin_clzll(x);
}
static inline ulong mul_hi(ulong a, ulong b)
{
    return (ulong)((unsigned __int128)a * b >> 64);
}
template <class T, class U> static inline T atomic_add(T *at, U x)
{
    const T before = *at;

    *at = (T)(*at + (T)x);
    return before;
}

static inline int atomic_xchg(int *at, int x)
{
    const int before = *at;

    *at = x;
    return before;
}

struct uint4 {
    uint s[4];
    explicit uint4(uint x) : s{x, x, x, x}
    {
    }
};

/* ---- vectors ---- */

template <class T, int W> struct Lanes {
    T s[W];

    Lanes() = default;
    Lanes(T x)
    {
        for (int i = 0; i < W; i++)
            s[i] = x;
    }
    template <class U,
              class = std::enable_if_t<std::is_arithmetic<U>::value && !std::is_same<U, T>::value>>
    Lanes(U x) : Lanes((T)x)
    {
    }
};

/* Lane by lane; `b` may be the same number for all lanes. */
template <class F, class A, int W> static inline auto each(F f, Lanes<A, W> a)
{
    Lanes<decltype(f(a.s[0])), W> to;

    for (int i = 0; i < W; i++)
        to.s[i] = f(a.s[i]);
    return to;
}
template <class F, class A, class B, int W>
static inline auto each(F f, Lanes<A, W> a, Lanes<B, W> b)
{
    Lanes<decltype(f(a.s[0], b.s[0])), W> to;

    for (int i = 0; i < W; i++)
        to.s[i] = f(a.s[i], b.s[i]);
    return to;
}
#define LANES_OPERATOR(op)                                                                         \
    template <class T, int W> static inline Lanes<T, W> operator op(Lanes<T, W> a, Lanes<T, W> b)  \
    {                                                                                              \
        return each([](T x, T y) { return (T)(x op y); }, a, b);                                   \
    }                                                                                              \
    template <class T, int W, class S>                                                             \
    static inline std::enable_if_t<std::is_arithmetic<S>::value || std::is_same<S, T>::value,      \
                                   Lanes<T, W>>                                                    \
    operator op(Lanes<T, W> a, S b)                                                                \
    {                                                                                              \
        return each([b](T x) { return (T)(x op(T) b); }, a);                                       \
    }                                                                                              \
    template <class T, int W, class S>                                                             \
    static inline Lanes<T, W> &operator op##=(Lanes<T, W> &a, S b)                                 \
    {                                                                                              \
        return a = a op b;                                                                         \
    }
LANES_OPERATOR(+)
LANES_OPERATOR(-)
LANES_OPERATOR(*)
LANES_OPERATOR(/)
LANES_OPERATOR(%)
LANES_OPERATOR(&)
LANES_OPERATOR(|)
LANES_OPERATOR(^)
LANES_OPERATOR(<<)
LANES_OPERATOR(>>)
#undef LANES_OPERATOR
template <class T, int W> static inline Lanes<T, W> operator-(Lanes<T, W> a)
{
    return each([](T x) { return -x; }, a);
}
template <class T, int W> static inline Lanes<T, W> operator~(Lanes<T, W> a)
{
    return each([](T x) { return ~x; }, a);
}
template <class T, int W, class S>
static inline std::enable_if_t<std::is_integral<S>::value, Lanes<T, W>> operator-(S a,
                                                                                  Lanes<T, W> b)
{
    return each([a](T x) { return (T)((T)a - x); }, b);
}
template <class T, int W, class S> static inline Lanes<int, W> operator<=(Lanes<T, W> a, S b)
{
    return each([b](T x) { return x <= b ? -1 : 0; }, a);
}
template <class T, int W, class S> static inline Lanes<int, W> operator<(Lanes<T, W> a, S b)
{
    return each([b](T x) { return x < b ? -1 : 0; }, a);
}
template <class T, int W> static inline Lanes<int, W> operator<(Lanes<T, W> a, Lanes<T, W> b)
{
    return each([](T x, T y) { return x < y ? -1 : 0; }, a, b);
}
template <class T, int W> static inline Lanes<T, W> min(Lanes<T, W> a, Lanes<T, W> b)
{
    return each([](T x, T y) { return min(x, y); }, a, b);
}
template <class T, int W> static inline Lanes<T, W> max(Lanes<T, W> a, Lanes<T, W> b)
{
    return each([](T x, T y) { return max(x, y); }, a, b);
}
template <class T, int W> static inline Lanes<T, W> fabs(Lanes<T, W> a)
{
    return each([](T x) { return fabs(x); }, a);
}
template <class T, int W> static inline Lanes<T, W> fma(Lanes<T, W> a, Lanes<T, W> b, Lanes<T, W> c)
{
    Lanes<T, W> to;

    for (int i = 0; i < W; i++)
        to.s[i] = fma(a.s[i], b.s[i], c.s[i]);
    return to;
}
template <class T, class M, int W>
static inline Lanes<T, W> select(Lanes<T, W> a, Lanes<T, W> b, Lanes<M, W> mask)
{
    for (int i = 0; i < W; i++)
        a.s[i] = mask.s[i] < 0 ? b.s[i] : a.s[i];
    return a;
}
#define WIDE_FUNCTION(name)                                                                        \
    template <class T, int W> static inline auto wide_##name(Lanes<T, W> a)                        \
    {                                                                                              \
        return each([](T x) { return name(x); }, a);                                               \
    }
WIDE_FUNCTION(as_int)
WIDE_FUNCTION(as_uint)
WIDE_FUNCTION(as_ulong)
WIDE_FUNCTION(as_float)
WIDE_FUNCTION(as_double)
WIDE_FUNCTION(convert_int)
WIDE_FUNCTION(convert_uint)
WIDE_FUNCTION(convert_long)
WIDE_FUNCTION(convert_ulong)
WIDE_FUNCTION(convert_double)
#undef WIDE_FUNCTION

/* Neighbours first. */
template <class F, class T>
static inline T fold_lanes(F, const T *lanes, std::integral_constant<int, 1>)
{
    return *lanes;
}
template <class F, class T, int W>
static inline T fold_lanes(F f, const T *lanes, std::integral_constant<int, W>)
{
    return f(fold_lanes(f, lanes, std::integral_constant<int, W / 2>()),
             fold_lanes(f, lanes + W / 2, std::integral_constant<int, W / 2>()));
}
template <class F, class T> static inline T across(F, T x)
{
    return x;
}
template <class F, class T, int W> static inline T across(F f, Lanes<T, W> x)
{
    return fold_lanes(f, x.s, std::integral_constant<int, W>());
}
#define CLR_ACROSS(f, x) across([](auto a_, auto b_) { return f(a_, b_); }, x)

/* ---- the language ---- */

#define CLR_FN          static inline __attribute__((unused))
#define CLR_COLD        CLR_FN
#define CLR_JOIN_(a, b) a##b
#define CLR_JOIN(a, b)  CLR_JOIN_(a, b)
#define CLR_LIMB_SPACE
#define CLR_OK          0
#define CLR_ERROR_EMPTY 1
#define __local
#define __global

/* What the host tells kernels of exact states. */
#define TOY_FLAG_KERNELS(name, value)
#define TOY_FLAG_ORDER(name, value)
#define TOY_FLAG_TRACE(name, value)
#define TOY_FLAG_ITEMS(name, value)
#define TOY_FLAG_KEYS(name, value)
#define TOY_FLAG_SORT(name, value)
#define TOY_FLAG_WALK(name, value)
#define TOY_FLAG_BITS(name, value)
#define TOY_FLAG_AGAIN(name, value)          CLR_##name = (value),
#define TOY_FLAG_EXACT(name, value)          CLR_##name = (value),
#define CLRI_FLAG(set, name, value, meaning) TOY_FLAG_##set(name, value)
enum {
#include "base/flag.def"
};

/* Of doubles that have other digits, by the rule that makes it 18 of 53. */
#define CLR_WORD_BITS ((CLR_DOUBLE_DIGITS + 1) / 3)

static uint clr_item; /* which of a group's items it is that calls */
#define CLR_ITEM clr_item

#include "exact/leading.cl"
#include "exact/limbs.cl"
#include "exact/rounding.cl"
#include "exact/special.cl"

#endif
