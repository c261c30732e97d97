/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clreduce.h
 * clreduce: one call turns a large array into a sum, a minimum, an argmax, a norm, a variance or an
 * operator of your own, on any OpenCL device. This header is the manual, in reading order:
 *
 *   1. statuses and errors      5. reduction: what     9. what a plan is made of
 *   2. numbers and operators    6. strategies: how    10. data in host memory
 *   3. devices                  7. plan               11. blocks for kernels of your own
 *   4. context                  8. running a plan     12. accumulators: states, not results
 *                                                     13. teams: several devices, one input
 *                                                     14. structs at their defaults
 *
 * Beside it are <clreduce/clreduce.hpp>, the same for C++; <clreduce/lessons.h>: strategies that
 * are wrong by design, what each strategy teaches, and traces of what kernels really did; and
 * <clreduce/clreduce_mpi.h>, accumulators over the ranks of MPI.
 *
 * The shortest use, from an array in host memory to its sum:
 *
 *     clr_context  *context = NULL;
 *     clr_reduction sum     = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
 *     float         total   = 0;
 *
 *     if (clr_context_create(NULL, &context) ||
 *         clr_reduce(context, &sum, x, n, &total, sizeof total))
 *         puts(clr_context_error(context)->message);
 *     clr_context_destroy(context);
 *
 * Conventions. Counts, offsets and indices are in elements and 64 bits wide; sizes are in bytes.
 * Every create has a destroy, and destroying NULL does nothing. OpenCL objects handed in are
 * retained for as long as they are needed; strings handed out belong to the library. The library
 * never prints, exits, or installs a handler of any kind. It follows the host's locale nowhere.
 * A struct that begins with its size may grow in later versions: always set it to sizeof. One that
 * is smaller than the library's is of an earlier version: what it lacks is at its default, and no
 * more of it is written than it has. One that is larger is of a later version: it is accepted if
 * all that the library does not know in it is 0.
 */
#ifndef CLREDUCE_CLREDUCE_H
#define CLREDUCE_CLREDUCE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define CLR_API
#else
#define CLR_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define CLR_VERSION_MAJOR 0
#define CLR_VERSION_MINOR 2
#define CLR_VERSION_PATCH 0

/** The version of the library that is running, as "major.minor.patch". */
CLR_API const char *clr_version(void);

/* ---- 1. Statuses and errors --------------------------------------------------------------- */

/** What a call came to. The numbers are pinned for ever; 0 is success, the others are negative. */
typedef enum clr_status {
    CLR_OK = 0,
    CLR_ERROR_ARGUMENT = -1,      /**< an argument is wrong; the message names it              */
    CLR_ERROR_MEMORY = -2,        /**< host memory ran out                                     */
    CLR_ERROR_NO_DEVICE = -3,     /**< no platform, no device, or none that matches            */
    CLR_ERROR_UNSUPPORTED = -4,   /**< this device or this version cannot do what was asked    */
    CLR_ERROR_OPENCL = -5,        /**< an OpenCL call failed; clr_error has its name and code  */
    CLR_ERROR_BUILD = -6,         /**< a kernel could not be built; clr_error has any build log */
    CLR_ERROR_DEVICE_MEMORY = -7, /**< device memory ran out                                  */
    CLR_ERROR_EMPTY = -8,         /**< the operator has no value on empty input                */
    CLR_ERROR_OVERFLOW = -9,      /**< the result does not fit its type                        */
    CLR_ERROR_SELF_TEST = -10,    /**< the device computed the start-up self-test wrongly      */
    CLR_ERROR_FORKED = -11,       /**< the context was created by this process's parent        */
    CLR_ERROR_MPI = -12           /**< an MPI call failed: <clreduce/clreduce_mpi.h>           */
} clr_status;

/** The status as a word, such as "unsupported"; "unknown status" for a number that is none. */
CLR_API const char *clr_status_name(clr_status status);

/**
 * What went wrong, for people. Borrowed: it lives until the calling thread's next call on the
 * object it came from, or until that object is destroyed. No member is NULL.
 */
typedef struct clr_error {
    size_t size;           /**< sizeof(clr_error) in the library                              */
    clr_status status;     /**< what the call returned                                        */
    cl_int opencl_code;    /**< the OpenCL code behind it, CL_SUCCESS if there is none        */
    const char *call;      /**< the OpenCL call that failed, or ""                            */
    const char *message;   /**< a sentence with names, sizes and a next step; "" before any */
    const char *build_log; /**< the compiler's own words, or ""                               */
} clr_error;

/* ---- 2. Numbers and operators ------------------------------------------------------------- */

/**
 * Element and result types. F16 (IEEE binary16) and BF16 (the upper half of a binary32) are
 * storage formats: they are read into f32 and never computed in.
 */
typedef enum clr_type {
    CLR_TYPE_DEFAULT = 0, /**< as a result type: the operator's own, see clr_operator_result() */
    CLR_TYPE_I8 = 1,
    CLR_TYPE_I16 = 2,
    CLR_TYPE_I32 = 3,
    CLR_TYPE_I64 = 4,
    CLR_TYPE_U8 = 5,
    CLR_TYPE_U16 = 6,
    CLR_TYPE_U32 = 7,
    CLR_TYPE_U64 = 8,
    CLR_TYPE_F16 = 9,
    CLR_TYPE_BF16 = 10,
    CLR_TYPE_F32 = 11,
    CLR_TYPE_F64 = 12
} clr_type;

/** The type's name, such as "f32"; NULL if `type` is none. Types run from 1 without a gap. */
CLR_API const char *clr_type_name(clr_type type);

/** Bytes an element of the type takes; 0 if `type` is none. */
CLR_API size_t clr_type_size(clr_type type);

/** The type of that name, CLR_TYPE_DEFAULT if there is none. */
CLR_API clr_type clr_type_from_name(const char *name);

/**
 * Operators, with x for an element and n for how many there are. clr_operator_describe() says the
 * same to programs. Integers of up to 32 bits are added and multiplied in 64 bits. Minimum and
 * maximum are those of IEEE 754-2019: -0 is smaller than +0, also to argmin and argmax, so that
 * argmax of {-0, +0} is index 1, where NumPy, to which the two are equal, says 0. Infinities are
 * data. Of equal elements argmin, argmax and iamax give the first.
 *
 * A product of floats that overflows on its way is an infinity from there on, and NaN once it meets
 * a 0, as IEEE 754 has it. That depends on the order, which at level REPRODUCIBLE is the published
 * one: of f64 {1e200, 1e200, 0} comes to NaN, and {0, 1e200, 1e200} to 0.
 *
 * Operators of two inputs x and y take them as they are, without a map; a mask, a condition and
 * NaNs that are ignored leave out pairs. wmean, cov and corr keep exact sums, and round once, at
 * every level, of floats and of integers; wvar and its like are folded in floats, as logsumexp is:
 *   wmean  the quotient of both sums as IEEE 754 divides: x infinite makes it infinite, or NaN with
 *          an infinity of the other sign; a weight y that is not finite makes it NaN, and so do
 *          weights that add up to 0. CLR_ERROR_EMPTY of no pairs
 *   cov    (n Sxy - Sx Sy) / (n (n - ddof)) with the sums Sxy of x * y, Sx of x and Sy of y, which
 *          is the sum of (x - mean of x) * (y - mean of y) over n - ddof (Chan, Golub and LeVeque,
 *          Algorithms for Computing the Sample Variance, The American Statistician 37, 1983): with
 *          ddof 0 the covariance of a population, with 1 the unbiased estimate from a sample. NaN
 *          if some number is not finite. CLR_ERROR_EMPTY if n <= ddof
 *   corr   (n Sxy - Sx Sy) / root((n Sxx - Sx^2) (n Syy - Sy^2)), Pearson's coefficient, from -1 to
 *          1; a ddof would cancel, and there is none. NaN if some number is not finite, or all x or
 *          all y are equal, as of one pair. CLR_ERROR_EMPTY of no pairs
 *   wvar   S / (W - ddof) with frequency weights: y says how many elements equal to x there are,
 *          so that it is var of them all. W is the sum of y, m the weighted mean, S the sum of
 *          y * (x - m)^2
 *   rwvar  S / (W - ddof * Q / W) with reliability weights, Q the sum of y^2: with ddof 1 the
 *          unbiased estimate where y is in proportion to one over the variance of x, so that only
 *          ratios of weights matter. numpy.cov has both, as fweights and aweights. With ddof 0 they
 *          are the same
 *          Of both, and of their roots wstd and rwstd: NaN if some number is not finite, some
 *          weight below 0, the divisor not above 0, as where all weights are 0, or the sum of
 *          weights beyond the largest number. An x of weight 0 counts for nothing, but has to be
 *          finite. CLR_ERROR_EMPTY of no pairs
 */
typedef enum clr_operator {
    CLR_OPERATOR_SUM = 1,    /**< sum of x; 0 on empty input                                   */
    CLR_OPERATOR_PROD = 2,   /**< product of x, see above; 1 on empty input                    */
    CLR_OPERATOR_MIN = 3,    /**< smallest x; CLR_ERROR_EMPTY on empty input                   */
    CLR_OPERATOR_MAX = 4,    /**< largest x; CLR_ERROR_EMPTY on empty input                    */
    CLR_OPERATOR_MINMAX = 5, /**< smallest and largest x; likewise                             */
    CLR_OPERATOR_ARGMIN = 6, /**< smallest x and its index; likewise                           */
    CLR_OPERATOR_ARGMAX = 7, /**< largest x and its index; likewise                            */
    CLR_OPERATOR_ANY = 8,    /**< 1 if some x is not 0, else 0; 0 on empty input. A NaN is not 0 */
    CLR_OPERATOR_ALL = 9,    /**< 1 if no x is 0, else 0; 1 on empty input; likewise           */
    CLR_OPERATOR_COUNT = 10, /**< how many x are not 0; 0 on empty input; likewise             */
    CLR_OPERATOR_AND = 11,   /**< bitwise and of integers; all ones on empty input             */
    CLR_OPERATOR_OR = 12,    /**< bitwise or of integers; 0 on empty input                     */
    CLR_OPERATOR_XOR = 13,   /**< bitwise exclusive or of integers; 0 on empty input           */
    CLR_OPERATOR_DOT = 14,   /**< sum of x * y, of two inputs; 0 on empty input                */
    CLR_OPERATOR_ASUM = 15,  /**< sum of |x|; 0 on empty input                                 */
    CLR_OPERATOR_SUMSQ = 16, /**< sum of x * x; 0 on empty input                               */
    CLR_OPERATOR_NRM2 = 17,  /**< root of the sum of x * x, which overflows only if its value
                                  does; 0 on empty input */
    CLR_OPERATOR_AMAX = 18,  /**< largest |x|; CLR_ERROR_EMPTY on empty input                  */
    CLR_OPERATOR_IAMAX = 19, /**< largest |x| and the index of that x; likewise                */
    CLR_OPERATOR_MEAN = 20,  /**< sum of x, over n; CLR_ERROR_EMPTY on empty input             */
    CLR_OPERATOR_VAR = 21, /**< sum of (x - mean)^2, over n - ddof; CLR_ERROR_EMPTY if n <= ddof */
    CLR_OPERATOR_STD = 22, /**< root of the variance; likewise                               */
    CLR_OPERATOR_LOGSUMEXP =
        23, /**< log of the sum of e^x, without overflow; -inf on empty input             */
    CLR_OPERATOR_SIZE = 24,  /**< how many x there are, 0 or not: all but what a mask, a condition
                                  or clr_reduction.nan leaves out; 0 on empty input. A map's n is
                                  the number of all */
    CLR_OPERATOR_WMEAN = 25, /**< sum of x * y over the sum of y, of two inputs: the mean of x with
                                  weights y, of either sign; see below */
    CLR_OPERATOR_COV = 26,   /**< sum of (x - mean of x) * (y - mean of y), over n - ddof, of two
                                  inputs; CLR_ERROR_EMPTY if n <= ddof */
    CLR_OPERATOR_CORR = 27,  /**< Pearson's correlation of two inputs, see below */
    CLR_OPERATOR_FIRST = 28, /**< the x of the lowest index, and the index; CLR_ERROR_EMPTY on empty
                                  input. Its bits are the element's, see clr_nan */
    CLR_OPERATOR_LAST = 29,  /**< the x of the highest index, and the index; likewise          */
    CLR_OPERATOR_WVAR = 30,  /**< variance of x, each counted y times, of two inputs; see below */
    CLR_OPERATOR_WSTD = 31,  /**< root of wvar; likewise                                       */
    CLR_OPERATOR_RWVAR = 32, /**< variance of x by reliabilities y, of two inputs; likewise    */
    CLR_OPERATOR_RWSTD = 33, /**< root of rwvar; likewise                                      */
    /* Those above fold; from here on operators select: see clr_interpolation. */
    CLR_OPERATOR_MEDIAN = 101,   /**< the quantile 0.5; CLR_ERROR_EMPTY on empty input          */
    CLR_OPERATOR_QUANTILE = 102, /**< clr_reduction.quantiles of x; likewise                    */
    CLR_OPERATOR_TOPK = 103,     /**< the clr_reduction.k largest x with their indices, the largest
                                      first, of equal ones the lower index; none on empty input */
    CLR_OPERATOR_BOTTOMK = 104,  /**< the k smallest, the smallest first; likewise              */
    CLR_OPERATOR_MODE = 105,     /**< the most frequent x, of equally frequent ones the smallest;
                                      CLR_ERROR_EMPTY on empty input                            */
    CLR_OPERATOR_UNIQUE = 106,   /**< how many different x there are; 0 on empty input          */
    CLR_OPERATOR_CUSTOM = 1000   /**< the caller's own: clr_custom */
} clr_operator;

/**
 * The operator's name, such as "sum"; NULL if `op` is none. Operators that fold run from 1 without
 * a gap, and operators that select from CLR_OPERATOR_MEDIAN; CLR_OPERATOR_CUSTOM is "custom".
 */
CLR_API const char *clr_operator_name(clr_operator op);

/** The operator of that name, 0 if there is none; no name leads to CLR_OPERATOR_CUSTOM. */
CLR_API clr_operator clr_operator_from_name(const char *name);

/**
 * The type of the operator's result on elements of `type` when nothing else is asked for:
 *   sum, prod, dot, asum, sumsq   i64 or u64 of integers; f32 of f16, bf16 and f32; f64 of f64
 *   nrm2, mean, var, std, wmean,
 *   cov, corr, wvar, wstd, rwvar,
 *   rwstd, logsumexp              f64 of integers; else as sum
 *   min, max, minmax, argmin,
 *   argmax, first, last,
 *   and, or, xor                  the element's type
 *   amax, iamax                   the element's type; of signed integers the unsigned one as wide
 *   any, all; count, size         u8; u64
 *   median, quantile              as nrm2, unless clr_interpolation takes an element
 *   topk, bottomk, mode; unique   the element's type; u64
 * With min and max of two, or an index (u64), it is the type of the values. CLR_TYPE_DEFAULT if the
 * operator does not take such elements, or is CLR_OPERATOR_CUSTOM.
 */
CLR_API clr_type clr_operator_result(clr_operator op, clr_type type);

/** What an operator is, in words. Set `size` before the call. Strings belong to the library. */
typedef struct clr_operator_info {
    size_t size; /**< sizeof(clr_operator_info), set by the caller */
    const char *name;
    const char *meaning; /**< what it computes, such as "sum of x"                            */
    const char *types;   /**< which elements it takes                                         */
    const char *result;  /**< type of its result                                              */
    const char *empty;   /**< its value on empty input, or "none"                             */
    uint64_t inputs;     /**< arrays it takes: 1, or 2 for dot and operators of pairs        */
    uint64_t values;     /**< values in its result: 1, or 2 for minmax; 0: as many as
                              clr_reduction says, of quantile, topk and bottomk              */
    int has_index;       /**< whether an index follows the value                              */
    int has_empty_value; /**< 0: empty input is CLR_ERROR_EMPTY                               */
} clr_operator_info;

/** @return CLR_OK, or CLR_ERROR_ARGUMENT: `op` is none, NULL, or a `size` not plausible. */
CLR_API clr_status clr_operator_describe(clr_operator op, clr_operator_info *info);

/**
 * What lies at a quantile q of n elements in order, as NumPy has it: its methods by their names and
 * the nine of Hyndman and Fan (Sample Quantiles in Statistical Packages, The American Statistician
 * 50, 1996) by their numbers. The position, such as q * (n - 1), is computed in f64 in NumPy's
 * order of operations, so that the same elements are met; what lies between two elements is
 * computed exactly from them and the position's fraction, and rounded once.
 *
 * Elements are in the order of min and max: -0 before +0. A NaN that propagates makes a median, a
 * quantile and a mode NaN; topk and bottomk have NaNs first, as argmax and argmin do; unique counts
 * all NaNs as one value, and so -0 and +0, as mode does.
 */
typedef enum clr_interpolation {
    CLR_INTERPOLATION_LINEAR = 0, /**< Hyndman and Fan's number 7 */
    CLR_INTERPOLATION_INVERTED_CDF = 1,
    CLR_INTERPOLATION_AVERAGED_INVERTED_CDF = 2,
    CLR_INTERPOLATION_CLOSEST_OBSERVATION = 3,
    CLR_INTERPOLATION_INTERPOLATED_INVERTED_CDF = 4,
    CLR_INTERPOLATION_HAZEN = 5,
    CLR_INTERPOLATION_WEIBULL = 6,
    CLR_INTERPOLATION_MEDIAN_UNBIASED = 8,
    CLR_INTERPOLATION_NORMAL_UNBIASED = 9,
    CLR_INTERPOLATION_LOWER = 10,   /**< the element at or before linear's position */
    CLR_INTERPOLATION_HIGHER = 11,  /**< the element at or behind linear's position */
    CLR_INTERPOLATION_NEAREST = 12, /**< of lower's element and higher's the nearer; halfway the
                                         one whose index, counted from 0, is even */
    CLR_INTERPOLATION_MIDPOINT = 13 /**< the mean of lower's element and higher's */
} clr_interpolation;

/** Its name, such as "hazen"; NULL if `interpolation` is none. LINEAR has the number 7, too. */
CLR_API const char *clr_interpolation_name(clr_interpolation interpolation);

/** Receives the interpolation of that name, or of that number, such as "7". CLR_ERROR_ARGUMENT:
 * there is none, or NULL. */
CLR_API clr_status clr_interpolation_from_name(const char *name, clr_interpolation *interpolation);

/**
 * What is promised about the result. Sums of integers (sum, mean, asum, sumsq, dot), their products
 * and bits, and operators that only compare or count are exact at every level. Sums of floats (sum,
 * mean, asum, sumsq, dot, nrm2, var, std), and nrm2, var and std of integers, are exact by default,
 * also on devices without fp64; docs/exact.md says how.
 * wmean, cov and corr are exact at every level. All other operators are reproducible by
 * default, on devices with fp64: docs/order.md has the order in which elements are folded and
 * states combined, so that no choice of sizes, strategies or devices changes a bit. Operators of
 * the caller's own are that only if asked to be, on any device; they and maps are as reproducible
 * as the functions that they call.
 *
 * Unasked, what cannot be kept is fast or relaxed: in traced plans, by strategies that carry no
 * more, and beside others in one plan, where exact sums and the published order exclude each other
 * and the sums come first. A level that was asked for and cannot be kept is CLR_ERROR_UNSUPPORTED,
 * never a weaker one in its place. clr_result.accuracy tells the level that holds.
 */
typedef enum clr_accuracy {
    CLR_ACCURACY_DEFAULT = 0,      /**< the first of those below that can be kept             */
    CLR_ACCURACY_EXACT = 1,        /**< the correctly rounded value of the real result       */
    CLR_ACCURACY_REPRODUCIBLE = 2, /**< one order that depends on the count alone: the same bits
                                        on every IEEE device                                 */
    CLR_ACCURACY_FAST = 3,         /**< a wide accumulator, the plan's own order: same plan,
                                        same device, same bits; see clr_plan_depth() */
    CLR_ACCURACY_RELAXED = 4 /**< any order. If clr_reduction.result asks for F32, too, sums of
                                  f16, bf16 and f32 (sum, asum, sumsq, dot, and mean where no
                                  element is left out) are folded in f32, and drift as such */
} clr_accuracy;

/** The level's name, such as "fast"; NULL if `accuracy` is none. */
CLR_API const char *clr_accuracy_name(clr_accuracy accuracy);

/** The level of that name, CLR_ACCURACY_DEFAULT if there is none. */
CLR_API clr_accuracy clr_accuracy_from_name(const char *name);

/** What a NaN among the elements does. */
typedef enum clr_nan {
    CLR_NAN_PROPAGATE = 0, /**< the result is NaN; argmin, argmax, iamax: the first one's index;
                                any, all, count, size: as what is not 0; first, last: as any
                                other element, whose bits they keep. Of f16, which is read as
                                f32, and of maps it is the NaN that min has                     */
    CLR_NAN_IGNORE = 1     /**< it counts as absent, in n too: nothing but NaNs is empty input (a
                                sum of NaNs and -0 is +0); of several inputs, all of its index.
                                Only NaNs among the elements, or values of a map, are ignored:
                                what is computed of others is not, so that a dot of 0 and an
                                infinity, or a sum of two infinities that differ, is NaN        */
} clr_nan;

/** What happens when a sum or product of integers does not fit 64 bits. */
typedef enum clr_overflow {
    CLR_OVERFLOW_WRAP = 0,  /**< the result is taken modulo 2^64                                */
    CLR_OVERFLOW_DETECT = 1 /**< the result's status is CLR_ERROR_OVERFLOW                      */
} clr_overflow;

/* ---- 3. Devices --------------------------------------------------------------------------- */

/** The value of a device's number that its driver did not tell. */
#define CLR_UNKNOWN UINT64_MAX

/** How a work-group can see what another group of the same launch has written. */
typedef enum clr_fence {
    CLR_FENCE_NONE = 0,   /**< it cannot: results of groups meet in a second launch           */
    CLR_FENCE_C11 = 1,    /**< OpenCL C 2.0/3.0 atomics of device scope with acquire-release  */
    CLR_FENCE_NVIDIA = 2, /**< the PTX instruction membar.gl                                  */
    CLR_FENCE_ATOMIC = 3  /**< atomics of 32 bits, and what is handed over by them: Oclgrind  */
} clr_fence;

/** How items of a sub-group can hand values to each other. */
typedef enum clr_shuffle {
    CLR_SHUFFLE_NONE = 0,  /**< they cannot                                     */
    CLR_SHUFFLE_KHR = 1,   /**< cl_khr_subgroup_shuffle                         */
    CLR_SHUFFLE_INTEL = 2, /**< cl_intel_subgroups                              */
    CLR_SHUFFLE_AMD = 3,   /**< clang's builtins for AMD's ds_bpermute          */
    CLR_SHUFFLE_NVIDIA = 4 /**< the PTX instruction shfl.sync                   */
} clr_shuffle;

/** How an f64 in global memory can be added to atomically. */
typedef enum clr_atomic_add {
    CLR_ATOMIC_ADD_NONE = 0,  /**< by compare-and-swap only                     */
    CLR_ATOMIC_ADD_C11 = 1,   /**< cl_ext_float_atomics                         */
    CLR_ATOMIC_ADD_NVIDIA = 2 /**< the PTX instruction red.add.f64              */
} clr_atomic_add;

/**
 * One device's own answers, as plain data. Every member of an OpenCL property bears its name
 * without CL_DEVICE_, in OpenCL's units; yes and no are 1 and 0. A number that the driver would
 * not tell is CLR_UNKNOWN and such a text is "". Known defects of drivers have been corrected
 * (`quirks` says which): the values are what the library acts upon.
 */
typedef struct clr_device {
    size_t size; /**< sizeof(clr_device) in the library */
    cl_platform_id platform;
    cl_device_id device;
    uint64_t platform_index; /**< with device_index, the "P:D" by which clinfo numbers it */
    uint64_t device_index;

    char platform_name[128];
    char platform_version[256];
    char name[256];
    char vendor[128];
    char version[256];
    char driver_version[128];
    char opencl_c_version[128];
    char opencl_c_features[2048]; /**< feature names, separated by spaces */
    char extensions[8192];        /**< as the driver lists them */

    uint64_t type;            /**< cl_device_type */
    uint64_t opencl_version;  /**< of the device: major * 100 + minor * 10, so 300 is 3.0     */
    uint64_t opencl_c_latest; /**< newest OpenCL C that can be asked for, in the same form    */
    uint64_t available;
    uint64_t compiler_available;
    uint64_t endian_little;
    uint64_t address_bits;

    uint64_t max_compute_units;
    uint64_t max_clock_frequency; /**< MHz */
    uint64_t max_work_group_size;
    uint64_t max_work_item_sizes[3];
    uint64_t preferred_work_group_size_multiple;

    uint64_t global_mem_size;
    uint64_t max_mem_alloc_size;
    uint64_t global_mem_cache_size;
    uint64_t global_mem_cacheline_size;
    uint64_t local_mem_size;
    uint64_t local_mem_type;      /**< CL_LOCAL or CL_GLOBAL */
    uint64_t mem_base_addr_align; /**< bits */
    uint64_t host_unified_memory;

    uint64_t native_vector_width_char;
    uint64_t native_vector_width_short;
    uint64_t native_vector_width_int;
    uint64_t native_vector_width_long;
    uint64_t native_vector_width_half;
    uint64_t native_vector_width_float;
    uint64_t native_vector_width_double;
    uint64_t preferred_vector_width_char;
    uint64_t preferred_vector_width_short;
    uint64_t preferred_vector_width_int;
    uint64_t preferred_vector_width_long;
    uint64_t preferred_vector_width_half;
    uint64_t preferred_vector_width_float;
    uint64_t preferred_vector_width_double;

    uint64_t single_fp_config; /**< cl_device_fp_config; of a context's device without
                                    CL_FP_DENORM and CL_FP_INF_NAN if it fails its test of how
                                    floats compare. Without them maps and conditions look at bits */
    uint64_t double_fp_config;
    uint64_t half_fp_config;
    uint64_t fp64;         /**< has double arithmetic */
    uint64_t fp64_is_ieee; /**< ... that is IEEE 754's: known of a context's device, by its test;
                                where it is not, exact sums are made of integers, no level is
                                reproducible, and fast keeps no bound */
    uint64_t fp16;         /**< has half arithmetic   */

    uint64_t int64_base_atomics;
    uint64_t int64_extended_atomics;
    uint64_t atomic_memory_capabilities; /**< cl_device_atomic_capabilities */
    uint64_t atomic_fence_capabilities;
    uint64_t double_fp_atomic_capabilities_ext; /**< cl_device_fp_atomic_capabilities_ext */
    uint64_t sub_groups;                        /**< has sub-group functions */
    uint64_t max_num_sub_groups;
    uint64_t sub_group_sizes[8]; /**< those the compiler can choose from; 0 fills the rest */
    uint64_t work_group_collective_functions_support;

    uint64_t queue_on_host_properties;   /**< cl_command_queue_properties */
    uint64_t profiling_timer_resolution; /**< ns */

    uint64_t compute_capability_major_nv;
    uint64_t compute_capability_minor_nv;
    uint64_t warp_size_nv;
    uint64_t wavefront_width_amd;

    uint64_t collectives;    /**< has work_group_reduce_*(); this and the rest are derived */
    uint64_t fence;          /**< clr_fence */
    uint64_t shuffle;        /**< clr_shuffle */
    uint64_t atomic_add_f64; /**< clr_atomic_add */
    char quirks[256];        /**< names of the corrections made, separated by spaces */
} clr_device;

/**
 * Opens the OpenCL loader whose functions the library calls from then on, as long as the process
 * lives. For a library that was built with CLREDUCE_OPENCL_DLOPEN, as Python's package has it: it
 * is linked with no loader, and unless this call says which, it opens the usual one when it first
 * needs it. Any thread may call this; the first loader that is open stays.
 *
 * @param path  The loader's file, or its name for dlopen(); NULL for the usual one: what
 *              $CLREDUCE_OPENCL names, else libOpenCL.so.1.
 * @param[out] reason  NULL, or receives a sentence that says why not (else ""), cut to
 *                     `reason_size` bytes with the 0 at its end.
 * @return CLR_OK, also if that loader is open already; CLR_ERROR_NO_DEVICE (it cannot be opened, or
 *         is no loader: without one clr_device_list_create() and clr_context_create() return that,
 *         too); CLR_ERROR_ARGUMENT (another loader is open); CLR_ERROR_UNSUPPORTED with nothing
 * done by a library that was linked with its loader.
 */
CLR_API clr_status clr_opencl_open(const char *path, char *reason, size_t reason_size);

/** The devices of this machine. Opaque. */
typedef struct clr_device_list clr_device_list;

/**
 * Lists the devices of every platform, in the loader's order. No device's answer can make it fail:
 * what a driver refuses to tell stays unknown.
 *
 * @param[out] list  Receives a list that the caller destroys, also on failure (unless host memory
 *                   ran out): clr_device_list_error() then says what is wrong.
 * @return CLR_OK; CLR_ERROR_NO_DEVICE when there is no platform or no platform has a device;
 *         CLR_ERROR_ARGUMENT (`list` is NULL); CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_device_list_create(clr_device_list **list);
CLR_API void clr_device_list_destroy(clr_device_list *list);
CLR_API size_t clr_device_list_count(const clr_device_list *list);

/** Device number `index` of the list, NULL past the last. Lives as long as the list. */
CLR_API const clr_device *clr_device_list_at(const clr_device_list *list, size_t index);

/**
 * Picks a device by what a person would type.
 *
 * @param which  "P:D" as clinfo -l numbers them; "gpu", "cpu" or "accelerator" for the first of
 *               that kind; else a part of the device's or platform's name, in any case of letters.
 *               NULL or "" is the first GPU, else the first device of all.
 * @param[out] device  A device that lives as long as the list.
 * @return CLR_OK, CLR_ERROR_NO_DEVICE (none matches; the message lists those there are), or
 *         CLR_ERROR_ARGUMENT.
 */
CLR_API clr_status clr_device_list_pick(clr_device_list *list, const char *which,
                                        const clr_device **device);
CLR_API const clr_error *clr_device_list_error(const clr_device_list *list);

/** One member of clr_device, for tools that show them all. */
typedef struct clr_device_fact {
    const char *name; /**< the member's name                                        */
    const char *text; /**< its text, NULL for numbers                               */
    uint64_t number;  /**< its number, CLR_UNKNOWN if unknown                       */
    const char *unit; /**< "bytes", "bits", "ns", "MHz", "yes/no", "flags" or ""    */
} clr_device_fact;

/**
 * The device's facts one by one, texts and numbers; members of arrays follow each other under one
 * name. Returns 0 when `index` is past the last, else 1.
 */
CLR_API int clr_device_fact_at(const clr_device *device, size_t index, clr_device_fact *fact);

/* ---- 4. Context --------------------------------------------------------------------------- */

/**
 * A device, its compiled kernels and the last errors. Opaque. Many threads may use one context at
 * once. A process made by fork() must create its own.
 */
typedef struct clr_context clr_context;

typedef enum clr_log_level {
    CLR_LOG_NOTE = 1,   /**< something a user may wonder about: a cache entry was set aside, say */
    CLR_LOG_WARNING = 2 /**< something a user should know: a self-test was overridden, say       */
} clr_log_level;

/**
 * Receives a line of text, which lives during the call only. May be called from any thread that
 * uses the context, and must not call the library itself.
 */
typedef void (*clr_log)(void *user, clr_log_level level, const char *text);

/** How to create a context. Zero-initialise it, set `size`, then what differs from the default. */
typedef struct clr_context_options {
    size_t size;        /**< sizeof(clr_context_options) */
    const char *device; /**< as clr_device_list_pick(); NULL leaves it to the library. "host" is no
                             OpenCL device, but the host itself: see clr_context_create()         */
    cl_context opencl_context;  /**< the caller's own OpenCL context, retained; NULL makes one */
    cl_device_id opencl_device; /**< a device of that context; NULL with one device in it         */
    clr_log log;                /**< NULL: nothing is said                                        */
    void *log_user;             /**< handed to `log`                                              */
    const char *cache_folder;   /**< compiled kernels on disk; NULL: $CLREDUCE_CACHE_DIR, else
                                     "clreduce" in the XDG cache directory; "": none. Kernels
                                     missing there are looked for in a folder of all users, if it
                                     exists: $CLREDUCE_SYSTEM_CACHE, else /var/cache/clreduce     */
    int ignore_self_test;       /**< not 0: use a device that fails the self-test, with a warning */
    const char *tuning_file;    /**< sizes that were found to suit the device, as `clreduce tune`
                                     writes them; NULL: $CLREDUCE_TUNING, else "clreduce/tuning" in
                                     the XDG configuration directory; "": none. docs/tuning.md   */
    uint64_t host_elements;     /**< calls of clr_reduce() and its kin on up to so many elements are
                                     computed by the host, where they are of level exact or fast,
                                     and without operators of the caller's and arithmetic of floats
                                     in maps and conditions (docs/map.md);
                                     with several axes all elements count. 0: CLREDUCE_HOST_ELEMENTS
                                     in the environment, of which 0 is none, else the library's
                                     choice. CLR_HOST_NONE: none. Results have the same bits, of
                                     level fast those of level exact */
} clr_context_options;

#define CLR_HOST_NONE                                                                              \
    UINT64_MAX /**< as clr_context_options.host_elements: the device computes all */

/**
 * Creates a context and tests the device: a known reduction, a loop of 70,000 steps, and what its
 * doubles come to, which clr_device.fp64_is_ieee tells. What it has come to is remembered on disk
 * for this device, driver and library version, and for the settings by which the process's
 * environment tells drivers what to do (such as POCL_EXTRA_BUILD_FLAGS): with others it is made
 * anew. The tuning file is read, if there is one; it changes how fast plans are, and the results of
 * none at levels EXACT and REPRODUCIBLE. What is wrong with it is told to `log`, and no failure: a
 * line that cannot be, or that is out of bounds, is a warning, and the file is set aside as a
 * whole; a file that others may write to, or that is not this user's, is a note.
 *
 * Of the device "host" a context makes no OpenCL call, needs no loader, tests nothing and compiles
 * nothing. clr_reduce(), _pair(), _all(), _shape() and clr_reduce_accumulator() work in it, at
 * level exact, for which level fast may stand, of all operators that have accumulators, without
 * operators of the caller's, and without arithmetic of floats in maps and conditions
 * (docs/map.md). Results and accumulators have the bits that they have on any device. All else is
 * CLR_ERROR_UNSUPPORTED.
 *
 * @param options  NULL for a device of the library's choice: the first GPU, else the first device.
 * @param[out] context  Receives a context that the caller destroys, also on failure (unless host
 *                      memory ran out), so that clr_context_error() can say what is wrong. A
 *                      context whose creation failed takes no other call.
 * @return CLR_OK, CLR_ERROR_ARGUMENT, CLR_ERROR_MEMORY, CLR_ERROR_NO_DEVICE,
 *         CLR_ERROR_UNSUPPORTED (no compiler; a big-endian device), CLR_ERROR_SELF_TEST,
 *         CLR_ERROR_BUILD, CLR_ERROR_DEVICE_MEMORY, CLR_ERROR_OPENCL.
 */
CLR_API clr_status clr_context_create(const clr_context_options *options, clr_context **context);

/** Destroys the context. Its plans must have been destroyed before. */
CLR_API void clr_context_destroy(clr_context *context);

/**
 * The calling thread's last error on this context; it stays until the thread's next failure. For
 * NULL, which clr_context_create() leaves when host memory runs out, CLR_ERROR_ARGUMENT and that
 * there is no context.
 */
CLR_API const clr_error *clr_context_error(const clr_context *context);

/** The context's device; lives as long as the context. NULL if creation failed before it. */
CLR_API const clr_device *clr_context_device(const clr_context *context);

/** The OpenCL context, for buffers and queues that plans can use. Not retained for the caller. */
CLR_API cl_context clr_context_opencl(const clr_context *context);

/* ---- 5. Reduction: what ------------------------------------------------------------------- */

/**
 * An operator of the caller's own, in OpenCL C. The text defines two types and four functions:
 *
 *     typedef ... state;                  what is folded
 *     typedef ... result;                 what comes out
 *     state  identity(void);              combining with it changes nothing
 *     state  lift(element x, ulong i);    element number i as a state
 *     state  combine(state a, state b);   associative: (a b) c = a (b c)
 *     result lower(state s, ulong n);     the state of all n elements as a result
 *
 * `element` is what clr_reduction.type is computed in (f16 and bf16: float) and defined already; if
 * element_size is given, the text defines it too, as a struct of that size. Other names may be
 * anything that does not begin with clr_. When the text does not compile, clr_error.build_log
 * counts the lines as it does. docs/custom.md has examples.
 */
typedef struct clr_custom {
    size_t size;           /**< sizeof(clr_custom) */
    const char *source;    /**< the text */
    const char *name;      /**< what messages call the text, such as its file; NULL: "operator" */
    uint64_t element_size; /**< bytes of an element that is a struct, at most 4096; 0: none is */
    int is_commutative;    /**< not 0: combine(a, b) is combine(b, a), so that elements may be taken
                                in any order, which is faster; 0: their order is kept */
} clr_custom;

/**
 * What is to be computed.
 *
 * `map` is an expression that is put in place of every element while it is loaded, such as
 * "fabs(x - y)": x, y, z and w are elements of up to four inputs, i their index, n how many there
 * are. It may use numbers, + - * / %, comparisons, && || !, ?: and parentheses, and the functions
 * of OpenCL C that take numbers (fabs, sqrt, exp, fmin, pow, ...). Integers are computed in 64
 * bits, f16 and bf16 in f32; a number with a point or an exponent is of the type of the floats that
 * it meets, or f32 with an f at its end; comparisons are 0 or 1, the same on every device;
 * arithmetic on floats is the device's. docs/map.md is its grammar, and tells more.
 *
 * a, b, c, d, p, q, r, s, t and u are scalars, numbers that each run gives (clr_run.scalars): one
 * plan of "x > a" counts beyond every threshold, and nothing is compiled for a new one. They have
 * the type of a number with a point. clr_stream_options and clr_host_run have them as well;
 * clr_reduce(), clr_reduce_pair() and clr_reduce_all() have none (CLR_SHAPE_FLAT of clr_host_run
 * has).
 *
 * `where` is an expression of the same kind, such as "x > 0": an element for which it is 0 is
 * masked out (a NaN is not 0). It sees what lies in the inputs, also beside a map. What is masked
 * out belongs to nothing: it is in no sum, in no count and in no n that a mean is divided by; a
 * minimum of nothing else is CLR_ERROR_EMPTY, and a sum of nothing else +0, also together with -0,
 * as with NaNs that are ignored. Indices still count all elements, and so does n in a map, in
 * `where` itself and in the `lower` of an operator of the caller's own. Reductions of one plan may
 * differ in it. Every operator, type, level and shape has it; accumulators and blocks do not.
 *
 * Operators that select (clr_interpolation) need all elements of a result at hand. For arrays in
 * host memory clr_reduce(), clr_reduce_all() and clr_reduce_shape() take them, alone or beside
 * others, with any shape, map and condition that the host evaluates, and the host selects, whatever
 * the context's device. For buffers a plan has a median, or quantiles, of any shape, map and
 * condition, on devices with f64: one such reduction, whose quantiles may be several. Of up to
 * 2^32 - 1 elements a result; the input comes as a whole. Streams, accumulators, blocks and teams
 * have no selections. Of accuracy, overflow and ddof they have none but the default.
 */
typedef struct clr_reduction {
    size_t size; /**< sizeof(clr_reduction) */
    clr_operator op;
    clr_type type;   /**< of the elements of every input; ignored for elements that are structs */
    clr_type result; /**< CLR_TYPE_DEFAULT, or f32 or f64 for floats that are not just compared,
                          and for what clr_operator_result() has as f64, and sums (sum, asum,
                          sumsq, dot), of integers; of level exact f16 or bf16, too. Of a sum
                          of integers a float is the true sum, rounded once: it neither wraps nor
                          overflows 64 bits */
    clr_accuracy accuracy;
    clr_nan nan;              /**< matters for floats                                          */
    clr_overflow overflow;    /**< matters for sums and products of integers                   */
    uint64_t ddof;            /**< of var, std and cov: what is taken off n in the divisor; of
                                   wvar, wstd, rwvar and rwstd off the sum of weights          */
    const char *map;          /**< NULL: the element itself                                    */
    const clr_custom *custom; /**< with CLR_OPERATOR_CUSTOM, else NULL                         */
    const char *where;        /**< NULL: all elements; else a condition, see above             */
    const double *quantiles;  /**< of quantile: each from 0 to 1; else NULL. Copied            */
    uint32_t quantile_count;  /**< how many there are, at least 1; else 0                      */
    clr_interpolation interpolation; /**< of quantile and median; else 0                       */
    uint64_t k; /**< of topk and bottomk: how many elements, at least 1; else 0. As
                     many as there are, if there are fewer                       */
} clr_reduction;

/** A reduction with nothing but defaults, as an initialiser. */
#define CLR_REDUCTION(op, type)                                                                    \
    {                                                                                              \
        sizeof(clr_reduction), (op), (type), CLR_TYPE_DEFAULT, CLR_ACCURACY_DEFAULT,               \
            CLR_NAN_PROPAGATE, CLR_OVERFLOW_WRAP, 0, NULL, NULL, NULL, NULL, 0,                    \
            CLR_INTERPOLATION_LINEAR, 0                                                            \
    }

enum {
    CLR_INPUTS_MOST = 4,     /**< inputs of a reduction          */
    CLR_SCALARS_MOST = 10,   /**< scalars of maps and conditions */
    CLR_REDUCTIONS_MOST = 16 /**< reductions of one plan         */
};

/**
 * Reads a map without a device.
 *
 * @param type  Of the elements of every input.
 * @param[out] value   NULL, or receives the type of the expression's value. On failure it is
 *                     CLR_TYPE_DEFAULT.
 * @param[out] inputs  NULL, or receives how many inputs it takes: the last of x, y, z, w it names.
 *                     On failure that is 0.
 * @param[out] reason  NULL, or receives what is wrong and in which column, or "", cut to
 *                     `reason_size` bytes with the 0 at its end.
 * @return CLR_OK, CLR_ERROR_ARGUMENT or CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_map_check(const char *map, clr_type type, clr_type *value, uint64_t *inputs,
                                 char *reason, size_t reason_size);

/** The same of a condition, clr_reduction.where, whose value is 0 or not. */
CLR_API clr_status clr_condition_check(const char *condition, clr_type type, uint64_t *inputs,
                                       char *reason, size_t reason_size);

/* ---- 6. Strategies: how ------------------------------------------------------------------- */

/**
 * A strategy is three pieces: LOAD, how a work-item folds its share of the input into one state;
 * GROUP, how a work-group folds its items' states; FINISH, how the groups' states become the
 * result. It is given by name, or as a triple such as "tile/shuffle/ticket":
 *
 *   LOAD    one          an element an item
 *           pair         two, a group apart, added while loading
 *           unroll       some vectors, and no more
 *           stride       every so-manyth element
 *           tile         every so-manyth tile of vectors
 *           lanes        strips of docs/order.md, for pairs
 *   GROUP   none         every item for itself
 *           serial       item 0 adds up the others
 *           interleaved  a tree, by a modulo test
 *           strided      a tree, with the active items packed
 *           pairs        a tree of neighbours, for lanes
 *           sequential   a tree, with the cells packed too
 *           unroll-last  the same, its last steps unrolled
 *           unroll-full  the same, all steps unrolled
 *           shuffle      sub-group shuffles, emulated in local memory where there are none
 *           builtin      work_group_reduce_*()
 *           best         the best of these for the device
 *           no-barriers, volatile  wrong by design: lessons, see <clreduce/lessons.h>
 *   FINISH  result       there is one group only
 *           store        a second launch, of one group, folds what groups left
 *           relaunch     launches fold what groups left until one group is left
 *           host         the host folds what groups left
 *           atomic       states are merged into one cell, atomically
 *           ticket       the group that finishes last folds what the others left
 *           unguarded, overwrite  wrong by design, likewise
 *
 * With one, pair and unroll a launch has as many groups as the input needs; with stride, tile and
 * lanes as many as the device keeps busy.
 *
 * Returns the name of strategy number `index`, counted from 0, or NULL past the last. The first is
 * "auto", the library's choice; the others follow in the order in which they improve on each other.
 */
CLR_API const char *clr_strategy_name(size_t index);

/** What a strategy is. Set `size` before the call. Strings belong to the library. */
typedef struct clr_strategy_info {
    size_t size;      /**< sizeof(clr_strategy_info), set by the caller */
    const char *name; /**< its name, or "" for a triple without one */
    const char *load; /**< the three pieces; "auto" for auto's */
    const char *group;
    const char *finish;
    const char *group_needs;  /**< what a device must have for the piece, in words; or "" */
    const char *finish_needs; /**< likewise */
    const char *launches;     /**< kernels a run, in words: see also clr_plan_launches() */
    const char *order;        /**< in which order floats are added, and whether runs repeat it */
    const char *lesson;       /**< what clr_strategy_lesson() of <clreduce/lessons.h> says   */
    int is_sound;             /**< 0: wrong by design: its results are right by luck, if at all */
    int is_repeatable;        /**< 0: sums of floats may differ from run to run */
} clr_strategy_info;

/** @return CLR_OK, or CLR_ERROR_ARGUMENT: NULL, a `size` not plausible, or no such strategy. */
CLR_API clr_status clr_strategy_describe(const char *strategy, clr_strategy_info *info);

/* ---- 7. Plan ------------------------------------------------------------------------------ */

/**
 * Reductions made ready for a device: strategy and sizes chosen, kernels compiled, scratch memory
 * allocated. Several reductions of one plan read the data once. Opaque. Plans are cheap once an
 * equal one has been made: plans of equal reductions and options share everything but kernel
 * objects and scratch memory, beside which a plan takes 8 KiB and some microseconds. Of what no
 * plan uses any more a context keeps the latest: up to 16 plans' choices with their programs, and
 * up to 32 other programs, by an estimate no more than 64 MiB of the ones and 32 MiB of the others.
 * A plan serves one thread at a time: while a thread is inside clr_plan_run() or
 * clr_plan_accumulator(), another one's call of them is CLR_ERROR_ARGUMENT. Its runs follow one
 * another, whatever queues they are given to.
 *
 * Sizes are chosen to fit the device's local memory, then what the compiled kernels say of
 * themselves. In the end each kernel is launched over no elements, on a queue of the library's own,
 * unless the context has seen that before: where the device refuses it all the same, groups are
 * halved, exact sums keep less in local memory, and the plan is made anew. Running a plan changes
 * nothing of that.
 */
typedef struct clr_plan clr_plan;

/** How a kernel gets its local memory. */
typedef enum clr_local {
    CLR_LOCAL_DEFAULT = 0, /**< static                                            */
    CLR_LOCAL_STATIC = 1,  /**< declared in the kernel, its size fixed when compiled */
    CLR_LOCAL_DYNAMIC = 2  /**< an argument, its size given at every launch          */
} clr_local;

/** By which atomics finish atomic merges states into its cell; clr_plan_info.why tells. */
typedef enum clr_atomics {
    CLR_ATOMICS_DEFAULT = 0, /**< NATIVE where the device has one for the state, else SWAP      */
    CLR_ATOMICS_NATIVE = 1,  /**< the device's own; CLR_ERROR_UNSUPPORTED where it has none     */
    CLR_ATOMICS_SWAP = 2     /**< compare-and-swap, until no other item was faster              */
} clr_atomics;

/**
 * Which elements belong to which result. The kind is the plan's, its numbers are the run's: a plan
 * serves arrays of any extents, and rows of any length. What counts from 0 by shape, "in the input"
 * being the entry's number where a list of indices names the elements (clr_index):
 *
 *     shape     result k has        an element's number   n               place in a mask, in a
 *                                   (argmin, i of a map)                  list of indices
 *     FLAT      all elements        in the input          of the input    in the input
 *     AXES      index k of the      along the reduced     of the result   by strides, which may be
 *               axes that are kept  axes, row-major                       the mask's own
 *     SEGMENTS  begins[k] up to     in the segment        of the segment  in the input
 *               ends[k]
 *     LABELS    labels[e] == k      in the input          of the input    in the input
 *     RUNS      run k of equal      in the run            of the run      in the input
 *               keys
 *     AXIS_     label k / K, at     along the labelled    labels          where the element is
 *     LABELS    index k % K of the  axes, row-major
 *               K kept ones
 *
 * Numbers and n count elements that a mask or a condition leaves out, too. In parts of a plan of
 * shape flat they are those of the whole input.
 */
typedef enum clr_shape {
    CLR_SHAPE_FLAT = 0,     /**< all elements, to one result                               */
    CLR_SHAPE_AXES = 1,     /**< an array of several axes, some of which are reduced: clr_axes */
    CLR_SHAPE_SEGMENTS = 2, /**< stretches between offsets that are on the device: clr_segments */
    CLR_SHAPE_LABELS = 3,   /**< each element to the result that its label names: clr_labels      */
    CLR_SHAPE_RUNS = 4, /**< neighbours of equal keys, which are on the device: clr_runs       */
    CLR_SHAPE_AXIS_LABELS = 5 /**< an array with labels along some of its axes: clr_axes and
                                   clr_labels                                                  */
} clr_shape;

/** How a mask says which elements are masked out, of all reductions of a plan: see clr_mask. */
typedef enum clr_mask_kind {
    CLR_MASK_NONE = 0,  /**< there is no mask                                                 */
    CLR_MASK_BYTES = 1, /**< a byte for each element: 0 is out                                */
    CLR_MASK_BITS = 2   /**< a bit for each: bit e % 8 (from 1 << 0 on) of byte e / 8, as of
                             numpy.packbits(bitorder='little'); 0 is out                       */
} clr_mask_kind;

/** What the caller wants to decide for the library. 0 and NULL leave it to the library. */
typedef struct clr_plan_options {
    size_t size;           /**< sizeof(clr_plan_options) */
    const char *strategy;  /**< a clr_strategy_name(), or a triple */
    uint64_t group_size;   /**< work-items a group; lowered if the compiled kernel cannot, or is
                                refused, or would overflow a stack where a CPU's driver keeps its
                                items; what cannot fit the device is CLR_ERROR_ARGUMENT */
    uint64_t group_count;  /**< most groups of a launch; what needs more is cut into parts. But an
                                exact result of a shape that needs more has them in one launch */
    uint64_t vector_width; /**< elements a load: 1, 2, 4, 8 or 16 */
    uint64_t item_loads;   /**< loads a work-item has in flight: 1, 2, 4, 8 or 16. Kernels whose
                                work-items or teams have results of their own take less where a GPU's
                                compiler would not end: no more than 64 elements in flight */
    clr_local local;       /**< how the kernels get their local memory */
    int unsound;           /**< not 0: what is wrong by design may run: <clreduce/lessons.h>   */
    int trace;             /**< not 0: the kernels log what they do: likewise. 2: and what items of
                                a group add unguarded, all of them read before one writes          */
    clr_shape shape;       /**< which elements belong to a result; FLAT: all, to one result    */
    uint64_t labels;       /**< with CLR_SHAPE_LABELS and AXIS_LABELS: most labels of a run, for
                                which the plan has memory, see clr_labels; 0: 65536. Else 0 */
    uint64_t runs;         /**< with CLR_SHAPE_RUNS: most results of a run, for which the plan has
                                memory, 8 bytes each, see clr_runs; 0: 65536. Else 0.
                                On GPUs it has 32 MiB more, for a bit a key */
    clr_type index;        /**< i32, u32, i64 or u64: the elements are those that a list of such
                                indices name, see clr_index; CLR_TYPE_DEFAULT: there is no list */
    int indices_inside;    /**< with `index`, not 0: no index is outside the inputs, which then need
                                not be asked of each; in place of one that is element 0 is read */
    int device_count;   /**< not 0: how many elements there are only the device knows by then, see
                             clr_run.count_at: for CLR_SHAPE_FLAT, LABELS and RUNS. Every reduction
                             that has no value of too few then has a status, see clr_result */
    clr_mask_kind mask; /**< what clr_run.mask is made of; NONE: there is none; see clr_mask */

    uint64_t label_elements; /**< with CLR_SHAPE_LABELS, of reductions for which labels are sorted,
                                  and AXIS_LABELS: most elements of a run, of the latter indices
                                  along the labelled axes, for which the plan has memory, 16 bytes
                                  each, see clr_labels; 0: 2^20. Of other shapes 0 */
    clr_atomics atomics;     /**< with finish atomic: by which atomics. With others 0             */
    const struct clr_run *like; /**< NULL, or a typical run: only the kernels of such runs are
                                     compiled at once, see clr_plan_create()                      */
    uint64_t states; /**< not 0: runs leave the states of up to so many results, for which the plan
                          has memory, and no results: clr_plan_accumulator() takes them. Of shapes
                          AXES, SEGMENTS, LABELS and AXIS_LABELS                                  */
} clr_plan_options;

/**
 * Whether a device can carry out reductions by a strategy, without compiling anything.
 *
 * @param options  The strategy and any sizes, as for clr_plan_create().
 * @param[out] reason  NULL, or receives a sentence that says why not (else ""), cut to
 *                     `reason_size` bytes with the 0 at its end.
 * @return CLR_OK, CLR_ERROR_ARGUMENT or CLR_ERROR_UNSUPPORTED, as clr_plan_create() would, but for
 *         what only a compiler finds in an operator of the caller's own; CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_plan_check(const clr_device *device, const clr_reduction *reductions,
                                  size_t reduction_count, const clr_plan_options *options,
                                  char *reason, size_t reason_size);

/**
 * Makes a plan. Without clr_plan_options.like all that runs may take is compiled and allocated
 * here, and no run compiles, allocates or waits for anything.
 *
 * With a typical run, kernels that such runs do not take are left out: of CLR_SHAPE_AXES, whose
 * extents and strides (clr_run.axes) decide whether groups, teams or single work-items have a
 * result; of CLR_SHAPE_SEGMENTS and LABELS by `count` and `type` of clr_segments or clr_labels and
 * by clr_run.inputs[0].count; plans of other shapes, of a named strategy, with an index list or a
 * trace have all of them. If it is `blocking`, so are kernels for what other kernels leave: results
 * whose bits these cannot certify, which is rare, and segments far longer than the mean. Of the run
 * nothing else is read, no buffer among it, and it need not outlive the call.
 *
 * A run that takes other kernels is none the worse for it, but compiles them when it comes, as long
 * as clr_plan_create() would take, and keeps them; in that case clr_plan_run() may return
 * CLR_ERROR_BUILD and CLR_ERROR_MEMORY as well, with nothing enqueued, or, if results of a blocking
 * run have been left, after others have been written. The results of all runs have the bits that a
 * plan without a typical run gives them.
 *
 * On a CPU plans may be native (clr_plan_info.native): the host folds their runs, by a function
 * that the driver calls in the caller's queue (CL_EXEC_NATIVE_KERNEL), and nothing is compiled. So
 * are plans of shapes other than FLAT, at level exact, of all that a context of the device "host"
 * computes (clr_context_create()), and plans of every shape that select, unless the options name a
 * strategy, sizes, a trace or states, or the environment has CLREDUCE_NATIVE=0. Results have the
 * same bits. A run for which the host has
 * no memory leaves results unwritten: if it blocks, it returns CLR_ERROR_MEMORY, else the plan's
 * next run does.
 *
 * @param reductions  1 to CLR_REDUCTIONS_MOST, all of one element type; a CLR_OPERATOR_CUSTOM
 *                    stands alone, and so does a median or a quantile. Copied, with what they
 *                    point to.
 * @param options  NULL for the library's choice.
 * @param[out] plan  Receives the plan, or NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (unknown operator, type or strategy, a size out of range, a
 *         map that is wrong); CLR_ERROR_UNSUPPORTED (the device lacks what the type, level or
 *         strategy needs, or the operator has no such result; the message says which);
 *         CLR_ERROR_MEMORY; CLR_ERROR_DEVICE_MEMORY; CLR_ERROR_BUILD; CLR_ERROR_OPENCL;
 *         CLR_ERROR_FORKED.
 */
CLR_API clr_status clr_plan_create(clr_context *context, const clr_reduction *reductions,
                                   size_t reduction_count, const clr_plan_options *options,
                                   clr_plan **plan);

/** Destroys the plan. Runs already enqueued finish undisturbed. */
CLR_API void clr_plan_destroy(clr_plan *plan);

/**
 * One reduction's place in the plan's results. A run writes one record, laid out as a C struct of
 * structs: for each reduction in order a struct of its own, of its value (minmax: the smallest, the
 * largest) and of its index, a cl_ulong, if it has one; after all of them a status each, a cl_int,
 * for those that can fail on what the data are. A struct of its own is aligned as a whole: where an
 * index follows, the value in front of it begins at a multiple of 8, not of its own size, and a
 * record that is declared flat may be overrun. So that of max, argmin and minmax of i16 elements,
 * and of their sum as it is checked for overflow, is
 *
 *     struct record {
 *         int16_t max;
 *         struct { int16_t value; cl_ulong index; } argmin;
 *         struct { int16_t least, most; } minmax;
 *         int64_t sum;
 *         cl_int sum_status;
 *     };
 *
 * whose size is clr_plan_info.result_size: 48 bytes, of which a flat one would have 40. (32-bit x86
 * aligns members of 64 bits by 4: there they need _Alignas(8).) Where anything is in doubt, ask
 * clr_plan_result() for the offsets. Set `size` before the call.
 */
typedef struct clr_result {
    size_t size; /**< sizeof(clr_result), set by the caller */
    clr_operator op;
    clr_type type;           /**< of the value; CLR_TYPE_DEFAULT for an operator of the caller's */
    clr_accuracy accuracy;   /**< the level that holds                                          */
    const char *accumulator; /**< number format that values are folded in, such as "f64"        */
    uint64_t offset;         /**< bytes from the record's begin to the value                    */
    uint64_t value_size;     /**< bytes of one value                                            */
    uint64_t second_offset;  /**< minmax: of the largest; else CLR_UNKNOWN                      */
    uint64_t index_offset;   /**< of the index, a cl_ulong; CLR_UNKNOWN if it has none          */
    uint64_t status_offset;  /**< of its status, a cl_int that is a clr_status: CLR_OK,
                                  CLR_ERROR_EMPTY or CLR_ERROR_OVERFLOW, with which the value means
                                  nothing; CLR_UNKNOWN if it cannot fail */
} clr_result;

/** @return CLR_OK, or CLR_ERROR_ARGUMENT: NULL, no such reduction, or a `size` not plausible. */
CLR_API clr_status clr_plan_result(const clr_plan *plan, size_t index, clr_result *result);

/* ---- 8. Running a plan -------------------------------------------------------------------- */

/**
 * Elements first .. first + count - 1 of a buffer. The buffer may be NULL when count is 0.
 *
 * Images and pointers of SVM or USM are no buffers. A buffer over them, without a copy, is
 * clCreateBuffer(context, CL_MEM_USE_HOST_PTR, size, pointer, ...): over memory of clSVMAlloc(),
 * over host memory, and over USM memory that the host can read, as far as the driver reads it in
 * place. Coarse-grained SVM is not mapped while a run uses it. The pointer outlives the buffer.
 */
typedef struct clr_span {
    cl_mem buffer;
    uint64_t first;
    uint64_t count;
} clr_span;

/**
 * Input may come in parts: the plan keeps a running value on the device, and the result is that of
 * one reduction over all parts in the order given. An empty part changes nothing. At level
 * reproducible all parts but the last that is not empty must have a multiple of 32768 elements.
 *
 * A part whose clr_run.wait_list holds an event that fails is not folded, and neither are those
 * behind it: the next call that can know is CLR_ERROR_OPENCL, until clr_plan_discard(), and of
 * parts that were enqueued before it was known the events fail, the last one's, too. That rests on
 * the driver ending what waits for a failed event with a failure, as OpenCL has it. Whoever cannot
 * rely on that, or takes no event of the last part, asks each event of all parts' wait lists for
 * its CL_EVENT_COMMAND_EXECUTION_STATUS when the result is there: the result is one if none is
 * below 0.
 */
typedef enum clr_part {
    CLR_PART_WHOLE = 0, /**< this is all: deliver its result; a running value stays as it is     */
    CLR_PART_MORE = 1,  /**< fold this into the running value, and deliver nothing               */
    CLR_PART_LAST = 2   /**< fold this in too, deliver the result, and start afresh              */
} clr_part;

/**
 * Where one reduction's results go if a kernel is to read them without taking a record apart: plain
 * arrays on the device, each of its own type, whose element clr_run.output_index is written. NULL
 * is an array that nobody wants; one that the reduction has nothing for is refused.
 *
 * Of a plan of another shape than CLR_SHAPE_FLAT, result k is written to element output_index + k,
 * or where clr_axes.result_strides say. Then every reduction has a status. Where it is
 * CLR_ERROR_EMPTY (a minimum of nothing, or of nothing but NaNs that are ignored) or
 * CLR_ERROR_ARGUMENT (a segment beyond the input) a filler stands for the value: a NaN, of integers
 * 0, and CLR_UNKNOWN for the index.
 */
typedef struct clr_arrays {
    size_t size;    /**< sizeof(clr_arrays) */
    cl_mem value;   /**< of values, clr_result.value_size bytes each; minmax: of the smallest */
    cl_mem second;  /**< minmax: of the largest, likewise                                      */
    cl_mem index;   /**< of the indices, each a cl_ulong, where clr_result has an index_offset */
    cl_mem status;  /**< of the statuses, each a cl_int, where clr_result has a status_offset, or
                         results are many */
    uint64_t plane; /**< of several quantiles: value v of a result is `plane` elements behind value
                         v - 1; 0: as many as results reach over, which without
                         clr_axes.result_strides is how many there are */
} clr_arrays;

enum { CLR_RANK_MOST = 8 /**< axes of an array */ };

/**
 * An array of several axes, of which those in `reduced` are folded: there is a result for each
 * index of the others, in row-major order of them (the last axis runs fastest). The elements of a
 * result are in row-major order, too: the index of argmin and its like counts them. So the sums of
 * the rows of a matrix of R by C are {.rank = 2, .reduced = 1 << 1, .extents = {R, C} }, and
 * fixed segments are rows. Arrays with gaps, transposed, reversed (strides below 0) and
 * broadcast (0) are read in place.
 */
typedef struct clr_axes {
    size_t size;      /**< sizeof(clr_axes) */
    unsigned rank;    /**< axes, at most CLR_RANK_MOST; 0: one element */
    unsigned reduced; /**< bit k (1 << k): axis k is reduced; none: each element is a result */
    const uint64_t *extents;                 /**< `rank` numbers of elements */
    const int64_t *strides[CLR_INPUTS_MOST]; /**< of each input: bytes from an element to the next
                                                  along each axis, multiples of the element's size;
                                                  NULL: row-major, without gaps */
    const int64_t *result_strides; /**< the same of results, in elements of the arrays; what stands
                                        at a reduced axis does not matter; NULL: row-major */
} clr_axes;

/**
 * Segments of the input, a result for each: segment k has the elements from begins[k] to ends[k] -
 * 1, counted from clr_span.first. They may be empty (a begin at or behind its end), overlap and
 * leave gaps. One that reaches beyond clr_span.count is not read, and its status is
 * CLR_ERROR_ARGUMENT. At level exact, if more than 512 segments have more elements each than one
 * group of the device can take (of f32 2^21 on an H200), which segments that overlap can, those
 * beyond are not read, and their status is CLR_ERROR_UNSUPPORTED.
 */
typedef struct clr_segments {
    size_t size;     /**< sizeof(clr_segments) */
    uint64_t count;  /**< segments */
    clr_type type;   /**< of the offsets: i32, u32, i64 or u64 */
    cl_mem begins;   /**< `count` offsets; without `ends` one more: each ends the one before */
    cl_mem ends;     /**< NULL, or `count` offsets */
    uint64_t first;  /**< which offset of both buffers is segment 0's */
    cl_mem count_at; /**< NULL, or a buffer of cl_ulongs: number `count_index` of it, as the device
                          finds it when its commands get there, is how many segments there are, of
                          which the first `count` are reduced. Results beyond it are not written */
    uint64_t count_index;
} clr_segments;

/**
 * A label for each element, in any order: element i of the input belongs to result labels[i], so
 * that sums by label are a group-by or a scatter-add, and counts a histogram. Elements whose label
 * is not in 0 .. count - 1 belong to none, and nothing is written for them but their number.
 * Results of no elements are as those of empty input.
 *
 * Every reduction has results by label, several of a plan too, which are those that a plan of shape
 * flat has of the label's elements in their order. But an index of argmin and its like is that of
 * the element in the input, counted from clr_span.first; and so is a map's i, whose n is all
 * elements.
 *
 * There are two ways. A plan of one reduction whose result does not depend on the order adds
 * elements to their labels' by atomics: sum, asum, sumsq and dot of integers, wrapping; count,
 * size, any, all, and, or, xor, min, max, amax; sum, asum and mean of floats. The latter are exact
 * whatever level is asked for, as only that one has the same bits in any order. Such a plan has
 * memory for clr_plan_options.labels results: 12 bytes for each; of sums of f16, bf16 and f32 268,
 * of f64 540, and 8 more of means; on a CPU again for each work-group, up to 64 MiB, for what is
 * added up. A run of more results, or of more than 2^40 elements, is CLR_ERROR_UNSUPPORTED.
 *
 * All others sort the labels first, elements of one label in their order, and reduce what is a
 * segment then; their levels are those of segments. Such a plan has memory for
 * clr_plan_options.labels results, 4 bytes for each, and for clr_plan_options.label_elements
 * elements, 16 bytes for each, 20 with a list of indices. A run of more of either is
 * CLR_ERROR_UNSUPPORTED; so are plans for 2^31 - 3 results or 2^32 elements, and runs of a list of
 * 2^32 elements. An operator of the caller's own is handed the element's number among its label's.
 *
 * With a mask, clr_run.mask, what is masked out belongs to no label, whatever its own is, and is
 * not among those that are outside; it is as if it were not there, so that no order has a place for
 * it. With a list of indices, clr_run.index, labels are its entries': entry k goes to result
 * labels[k], as x[indices] would. With clr_run.count_at there are so many labels.
 *
 * With CLR_SHAPE_AXIS_LABELS labels lie along the axes of clr_run.axes that are `reduced`, one at
 * least: there is one for each index along them, in row-major order. The other axes are kept, and a
 * label has a result for each index along these: with K of them, result l * K + j is of label l and
 * of index j, in row-major order. So rows of a matrix are added up by label: sums of vectors for
 * k-means, climatologies by month, gradients of embeddings. Indices whose label is outside belong
 * to no result; `outside` counts them, and not their elements. All labels are sorted; a plan has 20
 * bytes for each of clr_plan_options.label_elements, and on GPUs 32 MiB for partial results. Levels
 * are those of segments. Results are what a plan of shape flat has of their elements, in the order
 * of their indices. All inputs lie alike, with the same strides, and so does a mask; offsets along
 * the labelled axes stay below 2^32 elements. There is no clr_axes.result_strides, no list of
 * indices, no count on the device and no trace, and a mask goes with no map or condition that names
 * i or n: CLR_ERROR_UNSUPPORTED.
 */
typedef struct clr_labels {
    size_t size;    /**< sizeof(clr_labels) */
    uint64_t count; /**< results */
    clr_type type;  /**< of the labels: i32, u32, i64 or u64 */
    cl_mem labels;  /**< as many as clr_span.count, of a list as clr_index.count */
    uint64_t first; /**< which of that buffer is the first element's */
    cl_mem outside; /**< NULL, or receives a cl_ulong: of how many elements the label is outside;
                       what is masked out, or named by no index, is none of them */
} clr_labels;

/**
 * A key for each element: neighbours of equal keys are a run, and have a result. Runs are found on
 * the device, and their results stand in their order, which makes sorted pairs a group-by: those of
 * one key that come later, behind another key, are a run of their own. How many runs there are the
 * host need not know: a run of the plan writes the first `most` results, and `*count` says how many
 * there would be. Where that is more than `most`, the others are counted and not written.
 *
 * Every reduction is there that CLR_SHAPE_SEGMENTS has, and means the same: a run is a segment. A
 * plan has memory for clr_plan_options.runs results, and a `most` beyond that is
 * CLR_ERROR_UNSUPPORTED.
 */
typedef struct clr_runs {
    size_t size;   /**< sizeof(clr_runs) */
    uint64_t most; /**< most results, for which the arrays have room */
    clr_type type; /**< of the keys: i8 to i64, u8 to u64. Their bits are compared, so that those of
                        floats can be given as integers: of NaNs and zeros they differ */
    cl_mem keys;   /**< as many as clr_span.count */
    uint64_t first; /**< which of that buffer is the first element's */
    cl_mem count;   /**< receives a cl_ulong: how many runs there are; NULL: nobody wants to know */
    cl_mem unique;  /**< NULL, or receives each run's key, of `type`, where the arrays receive its
                         result: from element clr_run.output_index on */
    cl_mem ends;    /**< NULL, or receives a cl_ulong of each run likewise: how many elements there
                         are up to its end, which is where the next one begins */
} clr_runs;

/**
 * The elements of a run, by a list of indices on the device, for a plan with
 * clr_plan_options.index: element i is x[indices[first + i]], of every input at the same place,
 * counted from clr_span.first. An index may come any number of times, and in any order. All shapes
 * are of the list: offsets, labels and keys count its entries, and axes are those of the list,
 * whose bytes strides[0] of clr_axes steps over (strides of other inputs are NULL, as all have the
 * one list). The index of argmin and its like, and a map's i, count entries, too. So does a mask:
 * its element k takes entry k, or leaves it out.
 *
 * What an index names that is not in 0 .. clr_span.count - 1 is not read, and belongs to nothing:
 * it is no part of a sum, of n of a mean, of a count, as if it were a NaN that is ignored. So where
 * that leaves no value results have a status.
 */
typedef struct clr_index {
    size_t size;    /**< sizeof(clr_index) */
    cl_mem indices; /**< of type clr_plan_options.index; may be NULL when there are none */
    uint64_t first; /**< which of that buffer is element 0's; with `axes` that whose indices along
                         all axes are 0 */
    uint64_t count; /**< elements; with `axes` it does not matter */
    cl_mem outside; /**< NULL, or receives a cl_ulong: how many of the `count` indices (with `axes`
                         of all between the lowest and the highest entry that these reach) are
                         outside, each counted once, however often it is taken, and whatever a
                         mask says of it */
} clr_index;

/**
 * Which elements count, for all reductions of a plan with clr_plan_options.mask: what is masked out
 * belongs to nothing, as of clr_reduction.where, and both may be given. The mask is read where the
 * elements are, and nothing is compacted.
 *
 * It has as many bytes or bits as a run has elements, or a list of indices entries. Offsets and
 * keys count all elements, masked out or not: a segment may be left with none.
 */
typedef struct clr_mask {
    size_t size;    /**< sizeof(clr_mask) */
    cl_mem mask;    /**< may be NULL when there are no elements */
    uint64_t first; /**< which byte, or bit, of that buffer is element 0's (element clr_span.first
                       of input x); with `axes` that whose indices are all 0 */
    const int64_t *strides; /**< with `axes` bytes, or bits, from an element to the next along each
                                 axis, of which 0 serves all with one; NULL: row-major, without
                                 gaps. Else NULL */
} clr_mask;

/** What to run on. Zero-initialise it, set `size`, then what is needed. */
typedef struct clr_run {
    size_t size;            /**< sizeof(clr_run) */
    cl_command_queue queue; /**< in-order or out-of-order, on the plan's context and device */
    clr_span inputs[CLR_INPUTS_MOST]; /**< x, y, z, w: clr_plan_info.inputs of them, of equal
                                         counts; addresses must be multiples of the element's size
                                         only. With `axes` `first` is the element whose indices are
                                         all 0, and `count` does not matter */
    clr_part part;
    cl_mem output;         /**< a writable buffer of records (clr_result) that overlaps no input */
    uint64_t output_index; /**< which of those records, and which element of `arrays`, receives
                                the results                                                      */
    void *host;            /**< instead of `output`: clr_plan_info.result_size bytes, valid until
                                the event completes (or clFinish() on the queue returns)         */
    uint64_t total;        /**< what a map's n is, in parts; not needed with CLR_PART_WHOLE      */
    cl_uint wait_count;    /**< events to wait for, as in clEnqueueNDRangeKernel(). If one fails,
                                nothing is written, and the run's own event fails (see clr_part)  */
    const cl_event *wait_list;
    cl_event *event; /**< NULL, or receives an event that the caller releases              */
    const clr_arrays *arrays; /**< with `output` or `host`, or in their place: arrays that receive
                                   the results one by one; writable, and no memory twice */
    size_t array_count;   /**< 0, or clr_plan_info.reductions: a clr_arrays for each, in order */
    const clr_axes *axes; /**< of a plan of CLR_SHAPE_AXES or AXIS_LABELS; else NULL */
    const clr_segments *segments; /**< of a plan of CLR_SHAPE_SEGMENTS; else NULL */
    const clr_labels *labels;     /**< of a plan of CLR_SHAPE_LABELS or AXIS_LABELS; else NULL */
    const clr_runs *runs;         /**< of a plan of CLR_SHAPE_RUNS; else NULL */
    const clr_index *index;       /**< of a plan with clr_plan_options.index; else NULL */
    cl_mem count_at; /**< of a plan with clr_plan_options.device_count: NULL, or a buffer of
                          cl_ulongs, of which number `count_index` says how many elements there are,
                          as kernels find it when they get there: the first so many, and no more
                          than clr_span.count (of a list clr_index.count). With CLR_PART_WHOLE.
                          Results, and bits, are those of so many elements; of too few the status is
                          CLR_ERROR_EMPTY, and nothing is refused for it */
    uint64_t count_index;
    const clr_mask *mask; /**< of a plan with clr_plan_options.mask; else NULL */
    int blocking; /**< not 0: the call returns when the results are there. With CLR_SHAPE_FLAT it
                       takes `host`, and is sooner than a wait for the queue or the event after it
                       would be: where a driver has buffers in the host's memory the kernels write
                       the results there. Of other shapes see clr_plan_create()                   */
    const double *scalars; /**< the numbers that maps and conditions name a, b, c, d, p, q, r, s, t,
                              u: as many as the last one named; NULL where they name none. Read by
                                the call, and rounded to f32 where that is their type */
} clr_run;

/**
 * Enqueues one run and returns without waiting, unless `blocking` asks for that. Nothing is
 * compiled, allocated or waited for, except by a run that takes other kernels than the typical run
 * of the plan (clr_plan_options.like), once: a few kernels are enqueued, clr_plan_launches() of
 * them, and a copy of a few bytes for each array of `arrays` behind them. (But strategies that
 * finish on the host wait for the device.) The event is the last command's: when it completes, all
 * results are in their arrays, records or host memory, and commands enqueued after the run on an
 * in-order queue find them there. Its profiling times are that command's, not the run's: who times
 * a run puts a marker in front of it.
 *
 * The queue is not flushed, unless the run is `blocking`: who polls the event, or waits for it in
 * another queue, calls clFlush() first. Runs of one plan share its scratch memory, and are chained:
 * each begins when the one before has ended, in whatever queues the two are.
 *
 * A plan of another shape than CLR_SHAPE_FLAT takes its input as a whole (CLR_PART_WHOLE), with its
 * shape's numbers in `axes`, `segments`, `labels` or `runs`, and writes to `arrays` alone, and what
 * these name, all of it by kernels: as many as the shape takes, and a few bytes that are filled
 * before them.
 *
 * @return CLR_OK; or with nothing enqueued, `*event` NULL (but of a run whose `size` is none, of
 * which nothing else is read) and the plan as it was: CLR_ERROR_ARGUMENT (NULL, a span beyond its
 * buffer, counts that differ, an input that the plan does not take, overlap, another context's
 * buffer, queue or event, an output that is read-only, an array for what there is not, arrays with
 * nothing in them and no other place for a result, another thread inside the plan, a map with n and
 * no total or with scalars and none given, a part after one that is no multiple of 32768 elements
 * at level reproducible; of axes a stride that is no multiple of the element's size, elements or
 * results outside a buffer, two results in one place), CLR_ERROR_UNSUPPORTED (an exact result of a
 * shape that has more elements than lie in the device's memory, as some are read over and over: the
 * plan has no room for the states), CLR_ERROR_EMPTY (min, mean, var ... of too few elements),
 * CLR_ERROR_DEVICE_MEMORY, CLR_ERROR_BUILD and CLR_ERROR_MEMORY (of a run unlike the typical one),
 *         CLR_ERROR_OPENCL (also if an event of the wait list has failed already, or a part before
 *         this one), CLR_ERROR_FORKED. If a later kernel cannot be enqueued the earlier ones
 *         run, and write scratch memory only; if a copy to an array cannot, `output` and the arrays
 *         before it have their results.
 */
CLR_API clr_status clr_plan_run(clr_plan *plan, const clr_run *run);

/** Forgets the parts so far: the next part starts afresh. Not needed after a result. */
CLR_API void clr_plan_discard(clr_plan *plan);

/* ---- 9. What a plan is made of ------------------------------------------------------------ */

/** What was chosen and what it costs. Set `size` before the call. Strings live with the plan. */
typedef struct clr_plan_info {
    size_t size;                  /**< sizeof(clr_plan_info), set by the caller */
    const char *strategy;         /**< its name or triple; never "auto": what auto came to */
    const char *why;              /**< why this strategy and these sizes, in a sentence or two */
    clr_type type;                /**< of the elements */
    uint64_t reductions;          /**< how many; clr_plan_result() describes each */
    uint64_t inputs;              /**< arrays that a run takes */
    uint64_t element_size;        /**< bytes of an element of one */
    uint64_t result_size;         /**< bytes of the record that a run writes */
    uint64_t group_size;          /**< work-items a group */
    uint64_t group_count;         /**< most groups of a launch; small inputs use fewer */
    uint64_t vector_width;        /**< elements a load */
    uint64_t item_loads;          /**< loads a work-item has in flight */
    clr_local local;              /**< static or dynamic */
    uint64_t launches;            /**< most kernels that a run launches per part of the input */
    uint64_t scratch_size;        /**< bytes of device memory the plan holds */
    uint64_t kernel_local_size;   /**< bytes of local memory a group of the kernel that takes most,
                                       CLR_UNKNOWN if not told */
    uint64_t kernel_private_size; /**< bytes of private memory an item, CLR_UNKNOWN likewise  */
    uint64_t kernel_group_limit;  /**< most work-items a group that the driver allows the kernel */
    uint64_t state_size;          /**< bytes of what is folded */
    const char *source;           /**< the OpenCL C text of the kernels */
    const char *build_options;
    const char *work;  /**< the class of work that rows of a tuning file name it by, such as "EXACT"
                            or "PLAIN": see docs/tuning.md; "": its sizes go by none */
    const char *tuned; /**< what its tuning file says of such plans, such as "LOADS 8",
                            which options go before; "": nothing */
    int native; /**< not 0: the host folds the plan's runs, in the caller's queue, and no kernel is
                     compiled: see clr_plan_create(). The members about kernels are those of a plan
                     with CLREDUCE_NATIVE=0 */
} clr_plan_info;

/** @return CLR_OK, or CLR_ERROR_ARGUMENT if either is NULL or `info->size` is not plausible. */
CLR_API clr_status clr_plan_describe(const clr_plan *plan, clr_plan_info *info);

/**
 * The kernels that a run over `count` elements launches, of a plan of shape flat or labels, of few
 * labels possibly fewer; 0 of
 * others, where extents decide, and where labels are sorted, as their number does.
 */
CLR_API uint64_t clr_plan_launches(const clr_plan *plan, uint64_t count);

/** A kernel that a run has launched. Set `size` before the call. Strings belong to the library. */
typedef struct clr_launched {
    size_t size;         /**< sizeof(clr_launched), set by the caller */
    const char *kernel;  /**< its name, such as "clr_reduce_teams" */
    const char *does;    /**< what it does for the plan, in words */
    uint64_t times;      /**< so often, one launch behind the other */
    uint64_t groups;     /**< work-groups of a launch along its first dimension ... */
    uint64_t rows;       /**< ... and along its second; 1 if there is none */
    uint64_t group_size; /**< work-items a group */
    uint64_t local_size; /**< bytes of local memory a group, CLR_UNKNOWN if not told */
    uint64_t is_end;     /**< 1: it read no elements, and delivered the state of earlier parts */
} clr_launched;

/**
 * Kernel number `index`, counted from 0 in the order of their launches, of the kernels that the
 * plan's last run launched; of a part's run also the kernels of the parts before it: a launch that
 * parts repeat is told once, with its number. How many results are shared out among work-items,
 * teams and groups depends on the numbers of a run's shape, so that clr_plan_describe() cannot say.
 * Copying, clearing and reading are no kernels. Of more than 64 different launches the first 64 are
 * told. Before the first run there is none.
 *
 * @return CLR_OK; CLR_ERROR_ARGUMENT if an argument is NULL, `launched->size` is not plausible, or
 *         there is no such kernel; CLR_ERROR_OPENCL if the driver does not tell its name
 */
CLR_API clr_status clr_plan_launched(const clr_plan *plan, size_t index, clr_launched *launched);

/**
 * The longest chain of roundings between an element and the result for `count` elements in one
 * part, in any order that there may be. At levels FAST and REPRODUCIBLE, and of what RELAXED folds
 * in f32, it bounds the error of sums before the result is rounded to its type, with u the
 * accumulator's unit roundoff (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.,
 * section 4.2), for dot with |xy| and for sumsq with x^2 in place of |x|:
 *
 *   f64             |error| <= depth * u * sum of |x|, u = 2^-53
 *   double-float    the same, u = 2^-45: a pair of f32, on a device without fp64; partial sums
 *                   beyond the range of f32 overflow
 *   f32             the same, u = 2^-24; of dot and sumsq depth + 1, as products are rounded, too
 *   double-double   |error| <= (depth * u)^2 * sum of |x|, u = 2^-52: a pair of f64, for elements
 *                   of f64 (Ogita, Rump, Oishi, Accurate Sum and Dot Product, 2005)
 *
 * Sums' bounds hold while neither the terms above 0 nor those below add up to more than the
 * accumulator's largest number; beyond, partial sums may overflow, whatever the sum of all is.
 *
 * Of other results, with u = 2^-53 or, of double-float, 2^-45:
 *
 *   mean       the sum's bound over n, and 2 u of what that makes of the mean; of integers it is
 *              exact
 *   nrm2       relative (depth + 4) u
 *   var        relative 8 depth u sqrt(1 + mean^2 / (variance with ddof 0)), as it is accumulated
 *              around running means: so 0 of equal elements. The form is that of Chan, Golub and
 *              LeVeque (1983)
 *   std        the roots of what the variance may be, and relative 2 u
 *   wvar, rwvar  relative 16 depth u sqrt(1 + m^2 W / S), and what the divisor makes of its error,
 *              16 depth u (W + what ddof takes off it), if that is less than half of the divisor
 *   wstd, rwstd  as std
 *   prod       relative g / (1 - g), g = n u as of sums (double-double: (n u)^2), as each factor is
 *              a rounding whatever the depth (Higham, lemma 3.1)
 *   logsumexp  4 (depth + 4) u, and relative 4 u; u = 2^-22 where exponentials are those of f32
 *
 * The factors of 8 and 4 of the variance and the logarithm are margins that tests find kept, not
 * proofs. All of it holds while partial results stay in the accumulator's range, and on devices
 * whose doubles are IEEE 754's (clr_device.fp64_is_ieee).
 * Of input in parts the depth is the longest part's plus the number of parts.
 */
CLR_API uint64_t clr_plan_depth(const clr_plan *plan, uint64_t count);

/* ---- 10. Data in host memory -------------------------------------------------------------- */

/**
 * Reduces an array in host memory, in as many pieces as the device needs, and waits for the
 * result.
 *
 * The context keeps what the calls of this section have made for the next one of the same kind,
 * that is of the same reductions: a plan, its queues, and memory for pieces on the host, of all
 * kinds together up to 64 MiB, and as much on the device; of eight kinds at most, until it is
 * destroyed. Calls of one kind that many threads make at once have one each.
 *
 * A CPU reads the array in place. To a device with memory of its own it goes by pieces of pinned
 * memory, which up to eight threads fill that end before the call does; memory of
 * clr_memory_create() goes from where it lies. Small arrays take one run, as the driver fetches
 * them.
 *
 * @param reduction  Of one input: those of two, such as dot, are for clr_reduce_pair().
 * @param data    `count` elements; may be NULL when count is 0.
 * @param[out] result  The record of one reduction (clr_result): most often just its value; a struct
 *                     of the value and a uint64_t for those with an index; behind it a cl_int, the
 *                     status, of those that can fail on what the data are.
 * @param result_size  Bytes at `result`, its sizeof. A place of any other size than the record's is
 *                     refused: it would be too small, or of another type than what is written.
 * @return CLR_OK or any status of clr_plan_create() and clr_plan_run(), CLR_ERROR_ARGUMENT for a
 *         reduction of several inputs, a place of another size or elements of more than PTRDIFF_MAX
 *         bytes, which no array has, or CLR_ERROR_EMPTY or
 *         CLR_ERROR_OVERFLOW if the data lead to it; `result` is then untouched.
 */
CLR_API clr_status clr_reduce(clr_context *context, const clr_reduction *reduction,
                              const void *data, uint64_t count, void *result, size_t result_size);

/**
 * As clr_reduce(), of two inputs of `count` elements each: dot, or a map with an x and a y.
 *
 *     clr_reduce_pair(context, &dot, x, y, n, &product, sizeof product)
 */
CLR_API clr_status clr_reduce_pair(clr_context *context, const clr_reduction *reduction,
                                   const void *x, const void *y, uint64_t count, void *result,
                                   size_t result_size);

/**
 * As clr_reduce(), for several reductions in one pass and of up to CLR_INPUTS_MOST inputs.
 *
 * @param inputs   x, y, z, w: `input_count` pointers, as many as the reductions take, each to
 *                 `count` elements; may be NULL when count is 0.
 * @param[out] record  All their results: a struct of structs, as clr_result says and shows. A
 *                     reduction's place does not depend on the device.
 * @param record_size  Bytes at `record`: clr_plan_info.result_size of them at least.
 */
CLR_API clr_status clr_reduce_all(clr_context *context, const clr_reduction *reductions,
                                  size_t reduction_count, const void *const *inputs,
                                  size_t input_count, uint64_t count, void *record,
                                  size_t record_size);

/**
 * Where in its record clr_reduce_all() puts the results of these reductions: what clr_plan_result()
 * tells of a plan, without a plan or a device, as places depend on the reductions alone.
 *
 * @param[out] results  A struct for each reduction, of which the first has its `size` set. Each
 *                     `accuracy` is the level asked for, or the operator's only one; each
 *                     `accumulator` is NULL, as the format of the fold depends on the device.
 * @param[out] record_size  Bytes of the record; may be NULL.
 * @param[out] reason  NULL, or receives a sentence about a refusal (else ""), cut to `reason_size`
 *                     bytes with the 0 at its end.
 * @return CLR_OK; CLR_ERROR_ARGUMENT; CLR_ERROR_UNSUPPORTED for an operator that has no such type,
 *         and for one of the caller's own, the size of whose result only a plan knows;
 *         CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_record_describe(const clr_reduction *reductions, size_t reduction_count,
                                       clr_result *results, uint64_t *record_size, char *reason,
                                       size_t reason_size);

/**
 * Where clr_reduce_shape() writes a reduction's results: arrays in host memory, result k to element
 * k. NULL is an array that nobody wants; one that the reduction has nothing for is refused. Where
 * the status is not CLR_OK or CLR_ERROR_OVERFLOW a filler stands for the value, as in clr_arrays.
 */
typedef struct clr_host_arrays {
    size_t size;     /**< sizeof(clr_host_arrays) */
    void *value;     /**< values, clr_result.value_size bytes each; minmax: the smallest */
    void *second;    /**< minmax: the largest, likewise                                  */
    cl_ulong *index; /**< of argmin and its like, first, last, topk and bottomk          */
    cl_int *status;  /**< a clr_status each                                              */
    uint64_t plane;  /**< of a reduction of several values a result, quantile, topk and bottomk: its
                          value number v of result k is element v * plane + k of `value`, and so of
                          `index`. 0: as many as there are results. Without several values 0   */
    cl_ulong *number; /**< of topk and bottomk: how many elements result k has, k or fewer: those
                           beyond are fillers; of mode: how many elements have its value       */
} clr_host_arrays;

/**
 * What clr_reduce_shape() reduces, in host memory. Zero-initialise it, set `size`, then what the
 * shape needs; the rest stays 0.
 */
typedef struct clr_host_run {
    size_t size;     /**< sizeof(clr_host_run) */
    clr_shape shape; /**< FLAT: all elements to one result, as clr_reduce_all(), which has none of
                          what follows `count` here */
    const void *inputs[CLR_INPUTS_MOST]; /**< x, y, z, w, as many as the reductions take; with
                                              `axes` the element whose indices are all 0 */
    uint64_t count;       /**< elements of each input; with `axes` it does not matter */
    const clr_axes *axes; /**< of AXES and AXIS_LABELS, without result_strides; else NULL */
    const void *by;       /**< SEGMENTS: `results` + 1 offsets, or `results` begins with `ends`;
                               LABELS: a label for each element; AXIS_LABELS: one for each index
                               along the labelled axes; RUNS: a key for each element */
    const void *ends;     /**< SEGMENTS: NULL, or `results` ends; else NULL */
    clr_type by_type;     /**< of `by` and `ends`: see clr_segments, clr_labels and clr_runs */
    uint64_t results;     /**< SEGMENTS: segments; LABELS, AXIS_LABELS: labels; RUNS: most runs; 0
                               of AXES, whose kept extents tell                                    */
    clr_mask_kind mask_kind;     /**< what `mask` is made of; NONE: there is none */
    const void *mask;            /**< a byte or a bit for each element; with `axes` the one whose
                                      indices are all 0, a bit being the byte's lowest */
    const int64_t *mask_strides; /**< as clr_mask.strides; NULL without a mask */
    clr_type index_type;  /**< of `indices`: i32, u32, i64 or u64; CLR_TYPE_DEFAULT: no list */
    const void *indices;  /**< entry e names an element of every input, as in clr_index: offsets,
                               labels, keys, axes and the mask count entries, not elements */
    uint64_t index_count; /**< entries; with `axes` it does not matter; 0 without a list */
    const clr_host_arrays *arrays; /**< one for each reduction; FLAT: NULL, as there is `record`,
                                        but for reductions all of which select: these may have
                                        arrays of one result in place of a record */
    cl_ulong *outside; /**< NULL, or of LABELS and AXIS_LABELS receives how many labels of elements
                            are outside, as clr_labels.outside */
    cl_ulong *indices_outside; /**< NULL, or receives how many indices are outside, as
                                    clr_index.outside */
    cl_ulong *run_count;       /**< NULL, or of RUNS receives how many runs there are */
    void *unique;              /**< NULL, or of RUNS receives each run's key */
    cl_ulong *run_ends; /**< NULL, or of RUNS receives how many elements there are up to its end */
    const double *scalars; /**< as clr_run.scalars */
    void *record;       /**< FLAT: receives the record of all results, as of clr_reduce_all(); with
                             a mask or a list more of them have a status: clr_plan_describe()
                             of a plan with these tells */
    size_t record_size; /**< FLAT: bytes at `record` */
} clr_host_run;

/**
 * Reduces arrays in host memory to results of any shape, in host memory as well, and waits for
 * them: sums of the rows of x, an array of 3 by 1000 numbers, are
 *
 *     const uint64_t extents[] = {3, 1000};
 *     clr_axes rows = {.size = sizeof rows, .rank = 2, .reduced = 1 << 1, .extents = extents};
 *     clr_host_arrays sums = {.size = sizeof sums, .value = three_numbers};
 *     clr_host_run run = {.size = sizeof run, .shape = CLR_SHAPE_AXES};
 *     run.inputs[0] = x;
 *     run.axes = &rows;
 *     run.arrays = &sums;
 *     clr_reduce_shape(context, &sum, 1, &run)
 *
 * The context keeps a plan, a queue, 17 MiB of pinned memory and, of all kinds of calls together,
 * up to 64 MiB of the device's memory for the next call of the same reductions, shape, mask and
 * type of indices, as for clr_reduce(). A CPU reads and writes the arrays in place, other devices
 * get copies, large ones by way of the pinned memory. What is more than fits half the device's
 * memory goes in pieces along the first axis that is kept, or, of CLR_SHAPE_FLAT without a mask,
 * along the elements; of other shapes, and with a list of indices, all must fit.
 *
 * @param reductions  One or several, as for clr_plan_create().
 * @return CLR_OK, whatever the results' statuses, but of CLR_SHAPE_FLAT, which returns the first
 *         status of its record that is not CLR_OK and leaves the record untouched; else the arrays
 *         may have been written in part: CLR_ERROR_ARGUMENT, also for result arrays that overlap
 *         inputs or each other, and any other status of clr_plan_create() and clr_plan_run().
 */
CLR_API clr_status clr_reduce_shape(clr_context *context, const clr_reduction *reductions,
                                    size_t reduction_count, const clr_host_run *run);

/**
 * A stream: data of any length that arrives piece by piece, reduced in bounded host and device
 * memory, with uploads and kernels overlapping. Opaque; one thread at a time, as a plan: a second
 * one is refused. Where the device has memory of its own the stream's pieces are pinned, as
 * clr_memory_create() says.
 *
 *     clr_stream_create(context, reductions, 2, NULL, &stream);
 *     while (!status && !clr_stream_map(stream, &room, &capacity) && (n = my_read(room, capacity)))
 *         status = clr_stream_submit(stream, n);
 *     clr_stream_result(stream, &record);
 */
typedef struct clr_stream clr_stream;

/** How to create a stream. 0 and NULL leave it to the library. */
typedef struct clr_stream_options {
    size_t size;                  /**< sizeof(clr_stream_options) */
    const clr_plan_options *plan; /**< as for clr_plan_create(), but of CLR_SHAPE_FLAT, and without
                                       `index`, `mask` and `device_count` */
    uint64_t piece_capacity; /**< elements a piece; two pieces of each input are held at a time,
                                  three where the device has memory of its own; at level
                                reproducible rounded up to a multiple of 32768 */
    uint64_t total; /**< elements that will come, 0 if unknown: what a map's n is, and all that a
                         piece has to hold */
    const double *scalars; /**< as clr_run.scalars, of all runs of the stream; copied */
} clr_stream_options;

/**
 * Creates a stream.
 *
 * @param reductions, reduction_count  What to compute, as for clr_plan_create().
 * @return as clr_plan_create(), and CLR_ERROR_ARGUMENT for a map with n and no total or with
 *         scalars and none given, options of plans that a stream is none for, and pieces of more
 *         than PTRDIFF_MAX bytes; `*stream` is NULL on failure.
 */
CLR_API clr_status clr_stream_create(clr_context *context, const clr_reduction *reductions,
                                     size_t reduction_count, const clr_stream_options *options,
                                     clr_stream **stream);
CLR_API void clr_stream_destroy(clr_stream *stream);

/** The plan that the stream runs, for clr_plan_describe() and clr_plan_result(). */
CLR_API const clr_plan *clr_stream_plan(const clr_stream *stream);

/**
 * Gives room for the next piece. Waits until the piece before the last one has been dealt with.
 *
 * Whenever one of the stream's calls fails on the way, all that was submitted since the last result
 * is forgotten: begin again, or give up.
 *
 * @param[out] rooms     As many pointers as the plan has inputs, each to memory to write up to
 *                       `*capacity` elements to, until the next submit.
 * @param[out] capacity  Elements that fit; 0 on failure.
 * @return CLR_OK, CLR_ERROR_ARGUMENT (NULL), CLR_ERROR_DEVICE_MEMORY, CLR_ERROR_OPENCL,
 *         CLR_ERROR_FORKED.
 */
CLR_API clr_status clr_stream_map(clr_stream *stream, void **rooms, uint64_t *capacity);

/**
 * Reduces the first `count` elements of the rooms given last. Does not wait for the device.
 *
 * @return CLR_OK, CLR_ERROR_ARGUMENT (no room was asked for, or it is smaller) or any status of
 *         clr_plan_run().
 */
CLR_API clr_status clr_stream_submit(clr_stream *stream, uint64_t count);

/**
 * Reduces the next `count` elements of each input from memory of the caller's: in place where the
 * device reads the host's memory, as CPUs do; from where it is, if that is memory of
 * clr_memory_create(); and else by way of the stream's own pieces, which up to eight threads fill
 * that end before the call does. When it returns nobody reads that memory any more. Calls may
 * follow one another, and those of clr_stream_submit().
 *
 * @param inputs  As many pointers as the plan has inputs, aligned as their elements are in C.
 * @return CLR_OK, CLR_ERROR_ARGUMENT (NULL, elements of more than PTRDIFF_MAX bytes, or a room is
 *         asked for that has not been submitted), or a status of clr_stream_map() or
 *         clr_stream_submit().
 */
CLR_API clr_status clr_stream_take(clr_stream *stream, const void *const *inputs, uint64_t count);

/**
 * Waits for the results of all that was submitted, and makes the stream ready for new data.
 *
 * @param[out] record  The results, clr_plan_info.result_size bytes: see clr_result.
 * @return CLR_OK; CLR_ERROR_EMPTY if a reduction has no value for what was submitted;
 *         CLR_ERROR_OVERFLOW if one does not fit; or a status of clr_plan_run(). Unless it is
 *         CLR_OK, nothing has been written.
 */
CLR_API clr_status clr_stream_result(clr_stream *stream, void *record);

/**
 * Forgets all that was submitted since the last result, and makes the stream ready for new data, as
 * after clr_stream_accumulator(). Waits until the device is done with it.
 *
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL; another thread is in a call of the stream's; a piece is
 *         mapped and not submitted); CLR_ERROR_FORKED.
 */
CLR_API clr_status clr_stream_discard(clr_stream *stream);

/**
 * Gives host memory that the device reads by itself: clr_reduce() and its like, and
 * clr_stream_take(), send it from where it lies, several times as fast as other memory, which has
 * to be copied before. It is pinned: the system cannot use it for anything else, so have as little
 * of it as will do. Where host and device share memory, or the driver pins none, it is ordinary
 * memory, aligned to 4096 bytes.
 *
 * @param size  Bytes.
 * @param[out] memory  What it gives, of any content; NULL on failure. clr_memory_destroy() takes it
 *                     back, and clr_context_destroy() what is left of it.
 * @return CLR_OK, CLR_ERROR_ARGUMENT (NULL), CLR_ERROR_MEMORY, CLR_ERROR_FORKED.
 */
CLR_API clr_status clr_memory_create(clr_context *context, uint64_t size, void **memory);

/**
 * Says that memory of the caller's is such memory: what clEnqueueMapBuffer() has mapped of a buffer
 * made with CL_MEM_ALLOC_HOST_PTR. It stays the caller's; clr_memory_destroy() comes before it is
 * unmapped, and only ends this.
 *
 * @return CLR_OK, CLR_ERROR_ARGUMENT (NULL, no bytes, more than PTRDIFF_MAX of them),
 *         CLR_ERROR_MEMORY, CLR_ERROR_FORKED.
 */
CLR_API clr_status clr_memory_adopt(clr_context *context, void *memory, uint64_t size);

/** Nothing may be reading the memory. NULL is fine, and so is memory that is none of the above. */
CLR_API void clr_memory_destroy(clr_context *context, void *memory);

/**
 * When a device would have reduced an array that lies in host memory: an estimate, of figures that
 * clr_reduce() has been measured by there. They do not know the numbers, nor what else runs.
 */
typedef struct clr_estimate {
    size_t size;              /**< sizeof(clr_estimate) */
    const clr_device *device; /**< lives as long as the list */
    int is_known;             /**< 0: nothing is known of it, and the times are 0 */
    uint64_t start_ns;        /**< once a process: a context, the first call of a kind, its end */
    uint64_t call_ns;         /**< each call, however few elements there are */
    uint64_t data_ns;         /**< what these elements take: to be read, or to be sent */
} clr_estimate;

enum { CLR_RANKED_MOST = 2 /**< devices that are compared */ };

/**
 * Which device answers first about an array in host memory: the one that clr_device_list_pick()
 * gives for NULL, or, where that is a GPU and there is a CPU device too, the sooner one of these
 * two. A program that has contexts already compares call_ns + data_ns alone.
 *
 * A device is measured when it is first asked about, in about a second, with a context of its own
 * and 128 MiB; what comes of it is kept with the compiled kernels, for this device, driver and
 * library version. Nothing is measured, and the first device is the only one, where nothing can be
 * kept; with a map, a condition, an operator of the caller's own, or logsumexp, whose work nobody
 * has measured; and of nothing but one device. One that cannot be measured comes last, and `log`
 * is told why: so a GPU that fails its self-test does not stand in the way of a CPU.
 *
 * @param options     As for the context that is to be created, without its device; NULL: defaults.
 * @param reductions  What is to be computed in one reading, as for clr_reduce_all().
 * @param count       Elements of each input.
 * @param[out] estimates  Receives them, the soonest first: room for CLR_RANKED_MOST. The size of
 *                        the first one is to be set.
 * @param[out] ranked     How many there are: 1, or 2.
 * @return CLR_OK, CLR_ERROR_NO_DEVICE, or CLR_ERROR_ARGUMENT: NULL, a `size` that is not plausible,
 *         or a device in `options`.
 */
CLR_API clr_status clr_device_list_rank(clr_device_list *list, const clr_context_options *options,
                                        const clr_reduction *reductions, size_t reduction_count,
                                        uint64_t count, clr_estimate *estimates, size_t *ranked);

/** Where a stream's time went, up to the last result. */
typedef struct clr_stream_times {
    size_t size; /**< sizeof(clr_stream_times), set by the caller */
    uint64_t
        upload_ns; /**< copies to the device, by the device's clock; 0 where memory is shared */
    uint64_t kernel_ns; /**< kernels, by the device's clock; by the host's if that stands still */
} clr_stream_times;

/** @return CLR_OK, or CLR_ERROR_ARGUMENT if either is NULL or `times->size` is not plausible. */
CLR_API clr_status clr_stream_describe(const clr_stream *stream, clr_stream_times *times);

/* ---- 11. Blocks for kernels of your own --------------------------------------------------- */

/**
 * A block is a reduction over the work-items of one group, as OpenCL C text to put in front of a
 * program of the caller's own: clCreateProgramWithSource() takes several strings. With NAME for the
 * block's name, "sum_f32" for one, and its type of elements as OpenCL C has it, the text defines
 *
 *     clr_group_NAME_result clr_group_NAME(value, scratch)   all items of the group bring a value,
 *                                                            and each has the result
 *     clr_group_NAME_cell                                    what scratch memory is made of
 *     CLR_GROUP_NAME_SCRATCH                                 how many cells of it are needed; of
 *                                                            blocks for groups of any size
 *                                                            CLR_GROUP_NAME_SCRATCH(items)
 *     clr_group_NAME_result clr_sub_NAME(value)              likewise of the items of a sub-group,
 *     CLR_SUB_NAME                                           if this macro is defined
 *
 * and is used as in
 *
 *     __kernel void average(__global const float *x, __global float *sums)
 *     {
 *         __local clr_group_sum_f32_cell scratch[CLR_GROUP_SUM_F32_SCRATCH];
 *         float sum = clr_group_sum_f32(x[get_global_id(0)], scratch);
 *         ...
 *
 * What they take: (x, y, scratch) for dot; (x, index, scratch) with a ulong, any that differ from
 * item to item, for argmin, argmax, iamax, first, last and operators of the caller's own. What they
 * give: the value; but a struct { value, index } for those five, { least, most } for minmax,
 * and with an int status, 0 or the number of CLR_ERROR_EMPTY or CLR_ERROR_OVERFLOW, as its last
 * member where that depends on the values: where NaNs are ignored and the operator has no value of
 * nothing, where overflow is detected, and for var and std with a ddof. n is the number of items.
 * Values and results of f16 and bf16 are float; of f64, ulong with its bits where the device has no
 * fp64. Results are as exact as a plan's: states pass through a tree of ceil(log2(items)) levels,
 * one longer on devices with sub-groups.
 *
 * All items of the group (of the sub-group) must make the call, in groups of any dimensions. When
 * it returns the scratch memory may be used anew. Texts of several blocks go together, and one text
 * may stand several times; two blocks of one name that differ are an #error. Names in a text begin
 * with clr_ or CLR_, and no other macro than CLR_BLOCK_NAME and those above outlives it.
 * FP_CONTRACT has its default behind a text, and lines are counted from 1 again. docs/blocks.md has
 * examples.
 */
typedef struct clr_block {
    size_t size;                    /**< sizeof(clr_block) */
    const clr_reduction *reduction; /**< what to compute, without a map */
    const char *name;    /**< letters, digits and _, at most 40: what the text's names are made of;
                              NULL: operator and type, such as "sum_f32". Refused, as the text has
                              them for itself: fold, size, width, number, count, item, shuffle, of,
                              at, state                                                            */
    uint64_t group_size; /**< work-items that the groups have; 0: any number of them */
} clr_block;

/** A block's text. Set `size` before the call. Strings live as long as the context. */
typedef struct clr_block_info {
    size_t size;               /**< sizeof(clr_block_info), set by the caller */
    const char *source;        /**< OpenCL C 1.2 */
    const char *build_options; /**< without these clr_sub_NAME may be missing; or "" */
    const char *accumulator;   /**< number format that values are folded in, such as "f64" */
    clr_type type; /**< of the result's values; CLR_TYPE_DEFAULT for an operator of the caller's */
} clr_block_info;

/**
 * Writes a block's text for the context's device. The same block has the same text.
 *
 * @return CLR_OK, or a status of clr_plan_create(): CLR_ERROR_ARGUMENT also for a map, a name that
 * is none, and groups larger than the device has; CLR_ERROR_BUILD if the text of an operator of the
 * caller's own does not compile.
 */
CLR_API clr_status clr_device_source(clr_context *context, const clr_block *block,
                                     clr_block_info *info);

/* ---- 12. Accumulators: exact sums unfinished ---------------------------------------------- */

/**
 * What reductions know of the elements they have met, before anything is rounded: a state for each
 * of n results of one reduction. Accumulators of parts, from whatever devices and processes, merge
 * in any order and grouping to the same bits, and round to the values that one reduction of all
 * elements has. Opaque; one thread at a time.
 *
 *     states of                          are                           of
 *     sum mean asum sumsq dot nrm2       sums in fixed point, which    f16 bf16 f32 f64 at level
 *     var std                            lose nothing                  exact, integers
 *     count                              a sum in 128 bits             all types
 *     min max minmax amax                the value                     all types
 *     argmin argmax iamax                the value and its index, the  all types
 *                                        lowest of equal values
 *     first last                         the index and its value       all types
 *     any all                            a word                        all types
 *     and or xor, prod                   a word; of prod modulo 2^64   integers
 *
 * Up to 2^63 elements go into a result. States of prod of floats or with overflow detected, of
 * logsumexp, of an operator of the caller's own, and of the levels relaxed, fast and reproducible
 * depend on the order of elements: these have no accumulators. docs/accumulator.md has the format
 * of their bytes and the arithmetic.
 *
 * The map of a reduction and its condition are not recorded: that accumulators of different ones
 * are not merged is the caller's to see to.
 *
 * Calls that can be refused say why: `reason` is NULL, or receives a sentence (else ""), cut to
 * `reason_size` bytes with the 0 at its end.
 */
typedef struct clr_accumulator clr_accumulator;

/**
 * Reduces arrays in host memory, and gives the states of the results in place of the results:
 *
 *     clr_host_run run = {.size = sizeof run, .inputs = {x}, .count = n};
 *     clr_reduce_accumulator(context, &sum, 1, &run, &accumulator)
 *
 * @param reductions  One or several, in one pass; of level exact.
 * @param run  As for clr_reduce_shape(), without `arrays`; also of shape FLAT, whose elements are
 *             `count` of each input, and may be more than fits the device. Inputs of other shapes
 *             must fit at once. Of shape RUNS it is refused.
 * @param[out] accumulators  `reduction_count` places, which receive accumulators that the caller
 *             destroys, of as many results as clr_reduce_shape() would write; NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT; CLR_ERROR_UNSUPPORTED, also for reductions that have no
 *         accumulators, and for maps with i or n of more elements than the device takes at once;
 *         CLR_ERROR_MEMORY; and any other status of clr_reduce_shape().
 */
CLR_API clr_status clr_reduce_accumulator(clr_context *context, const clr_reduction *reductions,
                                          size_t reduction_count, const clr_host_run *run,
                                          clr_accumulator **accumulators);

/**
 * Takes what a plan keeps, as an accumulator. Waits for the device. The plan goes on as if nothing
 * had been; clr_plan_discard() has it forget.
 *
 * Of a plan with clr_plan_options.states: the states that its last run has left, one for each
 * result. Of a plan of shape FLAT: the state kept between parts of the input, after
 * CLR_PART_MORE, of the elements that its parts have had until now.
 *
 * @param index  Which of the plan's reductions; of parts it must be a sum of floats at level exact.
 * @param[out] accumulator  Receives an accumulator that the caller destroys; NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, no such reduction, nothing is kept);
 *         CLR_ERROR_UNSUPPORTED (a reduction of another level; a result of more elements than its
 *         kernel has room for); CLR_ERROR_MEMORY; CLR_ERROR_OPENCL (also if a part has failed).
 */
CLR_API clr_status clr_plan_accumulator(clr_plan *plan, size_t index,
                                        clr_accumulator **accumulator);

/**
 * As clr_plan_accumulator(), of all that was submitted to a stream since its last result; that may
 * be nothing, of which there is an accumulator, too. The stream goes on as if nothing had been, so
 * that clr_stream_result() may follow, or clr_stream_discard(). Returns what that returns.
 */
CLR_API clr_status clr_stream_accumulator(clr_stream *stream, size_t index,
                                          clr_accumulator **accumulator);

/**
 * Reads an accumulator from the bytes that clr_accumulator_store() wrote, on whatever machine.
 * Bytes may come from anywhere: truncated or damaged ones, and states that no elements lead to, are
 * refused, and no more memory is taken than the bytes have states for.
 *
 * @param[out] accumulator  Receives an accumulator that the caller destroys; NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL; no accumulator, a truncated or damaged one, or a size
 *         of more than PTRDIFF_MAX bytes; the reason
 *         says at which byte); CLR_ERROR_UNSUPPORTED (of a later version); CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_accumulator_load(const void *bytes, size_t size,
                                        clr_accumulator **accumulator, char *reason,
                                        size_t reason_size);
CLR_API void clr_accumulator_destroy(clr_accumulator *accumulator);

/**
 * Writes the accumulator as bytes, the same on every machine. Equal states have equal bytes.
 *
 * @param bytes  `room` bytes to write to; may be NULL when `room` is 0.
 * @param[out] size  How many bytes it takes, also when there is too little room; 0 of NULL.
 * @return CLR_OK, or CLR_ERROR_ARGUMENT with nothing written: NULL, too little room, or more of it
 *         than PTRDIFF_MAX bytes.
 */
CLR_API clr_status clr_accumulator_store(const clr_accumulator *accumulator, void *bytes,
                                         size_t room, size_t *size);

/**
 * Adds what `from` has met to `into`, result k to result k. They must be of the same reduction:
 * operator, types, policies and ddof; and have as many results.
 *
 * @return CLR_OK; or with `into` as it was: CLR_ERROR_ARGUMENT (NULL, different reductions, another
 *         number of results), CLR_ERROR_OVERFLOW (more than 2^63 elements together).
 */
CLR_API clr_status clr_accumulator_merge(clr_accumulator *into, const clr_accumulator *from,
                                         char *reason, size_t reason_size);

/**
 * Adds what `from` has met to some results of `into`: result k to result places[k]. For groups that
 * are not all known beforehand: a table of their results grows by a larger accumulator of no
 * elements, to which the smaller one is added, and a piece of the input has results of the groups
 * that are in it alone. Both must be of the same reduction, as for clr_accumulator_merge().
 *
 * @param from    May be `into` only without `places`.
 * @param places  A number for each result of `from`, which several results may share; NULL: result
 *                k goes to result k, and `into` may have more.
 * @return CLR_OK; or with `into` as it was: CLR_ERROR_ARGUMENT (NULL, different reductions, a place
 *         beyond the results of `into`), CLR_ERROR_OVERFLOW (more than 2^63 elements in a result).
 */
CLR_API clr_status clr_accumulator_merge_at(clr_accumulator *into, const clr_accumulator *from,
                                            const uint64_t *places, char *reason,
                                            size_t reason_size);

/**
 * Rounds an accumulator of one result to its value, which is the exact value's nearest in the
 * result's type, ties to even. The accumulator stays as it is. A sum of nothing, or one that
 * cancels out, is +0; sums, means and dot products of nothing but -0 are -0. NaNs are as
 * clr_reduction.nan says; infinities of both signs make a NaN, of var and std any. Sums of integers
 * wrap, or are checked, as clr_reduction.overflow says.
 *
 * @param[out] value  The value, clr_type_size() of the result's type: `value_size` bytes. Of minmax
 *                    the smallest; clr_accumulator_results() gives the largest, and indices.
 * @return CLR_OK; or with `value` untouched: CLR_ERROR_ARGUMENT (NULL, another size, not one
 *         result), CLR_ERROR_EMPTY (mean, var or std of too few elements, extremes of none),
 *         CLR_ERROR_OVERFLOW (a sum of integers beyond its type, where that is detected).
 */
CLR_API clr_status clr_accumulator_round(const clr_accumulator *accumulator, void *value,
                                         size_t value_size, char *reason, size_t reason_size);

/**
 * Rounds all results, as clr_accumulator_round(), to arrays in host memory.
 *
 * @param arrays  As clr_reduce_shape() fills them: each has a place for every result, or is NULL.
 * @return CLR_OK, whatever the results' statuses; CLR_ERROR_ARGUMENT with nothing written: NULL, or
 *         an array that the reduction has nothing for.
 */
CLR_API clr_status clr_accumulator_results(const clr_accumulator *accumulator,
                                           const clr_host_arrays *arrays, char *reason,
                                           size_t reason_size);

/**
 * Makes an accumulator of another reduction of the same elements, if `from` knows enough of them.
 * Those of var and std know enough for sum, mean, sumsq, nrm2, var and std; those of sum and mean
 * for each other, and likewise those of sumsq and nrm2; all of them for another result type or
 * ddof; those of corr for cov; and every one for its own reduction. It has the same bytes as one
 * that has met the elements itself.
 *
 * @param op      The reduction's operator.
 * @param result  Its result type: of floats a float; of integers a float, or of sum, asum,
 *                sumsq and dot an integer. CLR_TYPE_DEFAULT: the result type of `from`; of integers
 *                for another operator clr_operator_result().
 * @param ddof    Its ddof; without meaning but for var, std and cov.
 * @param[out] accumulator  Receives an accumulator that the caller destroys; NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, no operator of sums, a result type that is none);
 *         CLR_ERROR_UNSUPPORTED (`from` does not know enough); CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_accumulator_derive(const clr_accumulator *from, clr_operator op,
                                          clr_type result, uint64_t ddof,
                                          clr_accumulator **accumulator, char *reason,
                                          size_t reason_size);

/**
 * Makes an accumulator of some results: `count` of them from result `first` on.
 *
 * @param[out] accumulator  Receives an accumulator that the caller destroys; NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, results that it does not have); CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_accumulator_slice(const clr_accumulator *from, uint64_t first,
                                         uint64_t count, clr_accumulator **accumulator,
                                         char *reason, size_t reason_size);

/**
 * Adds `by` to every index, of argmin and its like, first and last: elements of a part are counted
 * from the part's first element, elements of the whole from the whole's. Other results have no
 * index.
 *
 * @return CLR_OK; or with all as it was: CLR_ERROR_ARGUMENT (NULL), CLR_ERROR_OVERFLOW (an index
 *         beyond 2^64 - 2).
 */
CLR_API clr_status clr_accumulator_shift(clr_accumulator *accumulator, uint64_t by, char *reason,
                                         size_t reason_size);

/**
 * Makes an accumulator of no elements, which merges with accumulators of the same reduction: for
 * parts without elements, and for processes that have failed.
 *
 * @param reduction  As for clr_plan_create().
 * @param results    How many results it has.
 * @param[out] accumulator  Receives an accumulator that the caller destroys; NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT and CLR_ERROR_UNSUPPORTED as clr_plan_create() with
 *         clr_plan_options.states; CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_accumulator_create(const clr_reduction *reduction, uint64_t results,
                                          clr_accumulator **accumulator, char *reason,
                                          size_t reason_size);

/** By which plain operation on each word accumulators merge: clr_accumulator_words(). */
typedef enum clr_fold {
    CLR_FOLD_SUM = 0, /**< a sum, modulo 2^64: MPI_SUM of MPI_INT64_T, numpy.sum() of int64 */
    CLR_FOLD_MIN = 1  /**< the smallest: MPI_MIN of MPI_INT64_T, numpy.minimum()           */
} clr_fold;

enum {
    CLR_WORDS_HEADER = 3,   /**< words in front of the states */
    CLR_WORDS_FAILURES = 2, /**< the header's word for parts that have failed: a process without
                                 states stores 1 for SUM, or -1 for MIN, to an accumulator of no
                                 elements, and all processes learn of it */
    CLR_WORDS_USED = 7      /**< integers of 64 bits that have a bit for each word of a state:
                                 clr_accumulator_used_words() */
};

/**
 * Writes the accumulator as 64-bit words, which a plain sum or minimum of each word merges, in any
 * order and grouping: no callback, and the result has all bits. Up to 2^23 accumulators can be
 * folded so; then clr_accumulator_from_words() reads the words.
 *
 *     a state's words  counts, flags, digits of 40 bits       a state's words
 *     sum, mean f32    2 + 2 + 9                              sum of integers   2 + 4
 *     sum, mean f64    2 + 2 + 55                             extremes          1 + 1 each, + 1
 *     var, std f32     2 + 2 + 9 + 16                         any, all          2 + 1
 *     var, std f64     2 + 2 + 55 + 107                       and, or, xor      2 + bits / 2
 *     wmean            as var                                 corr f32          2 + 2 + 18 + 48
 *     cov f64          2 + 2 + 110 + 107                      corr f64          2 + 2 + 110 + 321
 *
 * A million results of var of f64 are 1.3 GB: ask for the count first, with `words` NULL. Of
 * results with an index there are two rounds, see clr_accumulator_keep_best().
 *
 * @param words  NULL, or `room` words to write to, of int64_t.
 * @param[out] count  How many words it takes.
 * @param[out] fold  NULL, or receives the operation.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, too little room); CLR_ERROR_UNSUPPORTED (products,
 *         which neither operation merges); CLR_ERROR_OVERFLOW (an index beyond 2^63 - 2);
 *         CLR_ERROR_MEMORY (more words than memory holds).
 */
CLR_API clr_status clr_accumulator_words(const clr_accumulator *accumulator, int64_t *words,
                                         size_t room, size_t *count, clr_fold *fold, char *reason,
                                         size_t reason_size);

/**
 * Makes an accumulator of folded words. Words may come from anywhere: those of different reductions
 * or numbers of results, and those that no accumulators lead to, are refused. Extremes have 1
 * element, or none: words do not count them.
 *
 * @param like  One of the accumulators that were folded, or any of the same reduction and results.
 * @param words  `count` words, as many as clr_accumulator_words() says of `like`.
 * @param[out] accumulator  Receives an accumulator that the caller destroys; NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, another count, words that are no state: the reason says
 *         at which word); CLR_ERROR_OPENCL (parts have failed: the reason says how many);
 *         CLR_ERROR_UNSUPPORTED; CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_accumulator_from_words(const clr_accumulator *like, const int64_t *words,
                                              size_t count, clr_accumulator **accumulator,
                                              char *reason, size_t reason_size);

/**
 * Tells which words of a state may be other than 0 in some state: bit i % 64 of used[i / 64] is 1
 * for word i. Of sums these are counts, flags that were met, and the digits from the lowest to the
 * highest: of numbers of 2^-20 to 2^20 some 6 of the 13 words of f32, and of the 59 of f64. Of
 * other accumulators all words are used.
 *
 * Join (bitwise or: MPI_BOR) the bits of all accumulators that are to be folded, and all can leave
 * out the same words: clr_accumulator_some_words(). That pays off for many results.
 *
 * @param[out] used  Receives CLR_WORDS_USED integers.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL); CLR_ERROR_UNSUPPORTED and CLR_ERROR_OVERFLOW as
 *         clr_accumulator_words().
 */
CLR_API clr_status clr_accumulator_used_words(const clr_accumulator *accumulator, uint64_t *used,
                                              char *reason, size_t reason_size);

/**
 * As clr_accumulator_words() and clr_accumulator_from_words(), but of each state the used words
 * alone. The header stays as it is. A reason names words by their places among all words.
 *
 * @param used  CLR_WORDS_USED integers, the same for all accumulators that are folded; bits beyond
 *              a state's words do not matter. NULL: all words.
 * @return As those; and CLR_ERROR_ARGUMENT where a word would be left out that is not 0 (the
 *         words then lack it), or that extremes need.
 */
CLR_API clr_status clr_accumulator_some_words(const clr_accumulator *accumulator,
                                              const uint64_t *used, int64_t *words, size_t room,
                                              size_t *count, clr_fold *fold, char *reason,
                                              size_t reason_size);
CLR_API clr_status clr_accumulator_from_some_words(const clr_accumulator *like,
                                                   const uint64_t *used, const int64_t *words,
                                                   size_t count, clr_accumulator **accumulator,
                                                   char *reason, size_t reason_size);

/**
 * Forgets the results whose value is not that of `best`. Minima of values and of indices are taken
 * word by word: so of argmin, argmax and iamax a first round of words finds the best values, this
 * leaves the indices of these values alone, and a second round finds the lowest. Of first and last
 * the first round finds the indices, and the second has their values. Sums and the like stay as
 * they are.
 *
 * @param best  What the first round has given.
 * @return CLR_OK; or with all as it was CLR_ERROR_ARGUMENT (NULL, different reductions, another
 *         number of results).
 */
CLR_API clr_status clr_accumulator_keep_best(clr_accumulator *accumulator,
                                             const clr_accumulator *best, char *reason,
                                             size_t reason_size);

/** What an accumulator has met; of several results all together. Set `size` before the call. */
typedef struct clr_accumulator_info {
    size_t size; /**< sizeof(clr_accumulator_info), set by the caller */
    clr_operator op;
    clr_type type;   /**< of the elements */
    clr_type result; /**< of the rounded value */
    clr_nan nan;     /**< the NaN policy; of integers PROPAGATE */
    uint64_t ddof;   /**< of var, std and cov, else 0 */
    uint64_t count;  /**< elements, or pairs of them for dot */
    uint64_t values; /**< of sums n: those that are neither ignored NaNs nor left out by a mask or
                          a condition (of integers in sum and mean alone); of extremes how many
                          results have a value */
    uint64_t store_size;    /**< bytes that clr_accumulator_store() writes */
    int has_nan;            /**< sums of floats: a NaN was met that is not ignored, or made: 0 * inf
                                 of a dot */
    int has_infinity;       /**< +inf was met; of dot among the products, likewise all below */
    int has_minus_infinity; /**< -inf was met */
    int is_minus_zero;      /**< nothing but -0 was met, and something, in every result */
    uint64_t results;       /**< states, one for each result */
    clr_overflow overflow;  /**< of sums of integers; else WRAP */
} clr_accumulator_info;

/** @return CLR_OK, or CLR_ERROR_ARGUMENT if either is NULL or `info->size` is not plausible. */
CLR_API clr_status clr_accumulator_describe(const clr_accumulator *accumulator,
                                            clr_accumulator_info *info);

/* ---- 13. Teams: several devices, one input ------------------------------------------------ */

/**
 * Several devices that reduce one input in host memory, each at its own rate: a context, a queue
 * and a thread for each. The input is handed out in pieces, the last ones the smallest; each piece
 * leaves an accumulator, and these are merged on the host. Opaque; one thread at a time, as a
 * stream: a second one is refused.
 *
 *     clr_team_create(contexts, 2, &sum, 1, NULL, &team)
 *     clr_team_take(team, (const void *const[]){x}, n)
 *     clr_team_result(team, &total, sizeof total)
 *
 * However pieces are handed out, results have the bits that one device gives them at level exact: a
 * team computes reductions that have accumulators, at that level. Levels relaxed and fast promise
 * less, and get the exact result, too. Level reproducible is refused for sums of floats, and so are
 * products of floats or with overflow detected, logsumexp, operators of the caller's own, and maps
 * and conditions with i or n.
 *
 * A device that fails is left out from then on: its piece is reduced again by another device, and
 * clr_team_describe() tells which device failed, and why. When all have failed the call returns the
 * last one's status. A status of CLR_ERROR_ARGUMENT, CLR_ERROR_EMPTY or CLR_ERROR_OVERFLOW is of
 * what was asked, and no device's failure.
 */
typedef struct clr_team clr_team;

/** How to create a team. 0 and NULL leave it to the library. */
typedef struct clr_team_options {
    size_t size;             /**< sizeof(clr_team_options) */
    uint64_t piece_capacity; /**< most elements of a piece */
    const double *scalars;   /**< as clr_run.scalars, of all pieces; copied */
} clr_team_options;

/**
 * Creates a team. Its threads live until it is destroyed, but for the first device's, which is the
 * calling thread. No kernel is compiled before a device has a piece.
 *
 * @param contexts  One for each device, of the caller's, which outlive the team. A context that is
 *                  there twice has two threads.
 * @param reductions, reduction_count  What to compute, as for clr_plan_create(); copied.
 * @param options   NULL: defaults.
 * @param[out] team  Receives a team that the caller destroys, also on failure (unless host memory
 *                   ran out): clr_team_error() then tells the reason, and all other calls of the
 *                   team are refused.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, no context or more than CLR_TEAM_MOST, a context whose
 *         creation failed, reductions that clr_plan_create() refuses, scalars that are named and
 *         not given); CLR_ERROR_UNSUPPORTED (reductions that no team computes: see above);
 *         CLR_ERROR_MEMORY (also: no thread could be started); CLR_ERROR_FORKED.
 */
CLR_API clr_status clr_team_create(clr_context *const *contexts, size_t context_count,
                                   const clr_reduction *reductions, size_t reduction_count,
                                   const clr_team_options *options, clr_team **team);
CLR_API void clr_team_destroy(clr_team *team);

enum { CLR_TEAM_MOST = 64 /**< devices of a team */ };

/**
 * The error of the last call that failed; a second thread's call, which is refused, leaves none. It
 * lives until the team's next call. For NULL, which clr_team_create() leaves when host memory runs
 * out, CLR_ERROR_ARGUMENT.
 */
CLR_API const clr_error *clr_team_error(const clr_team *team);

/**
 * Reduces the next `count` elements of each input from memory of the caller's: in place on devices
 * that read the host's memory, as CPUs do; others get copies. When it returns nobody reads that
 * memory any more. Calls of clr_team_take() and clr_team_run() may follow one another.
 *
 * Pieces are as large as the devices' rates in earlier pieces suggest: of the elements that are
 * left each device's share is its rate over the rates of all, and its next piece is half of its
 * share, but no less than 0.4 ms of its work. A device's first piece, for which kernels are
 * compiled, is 1 MiB.
 *
 * Whenever this call, clr_team_run() or clr_team_result() fails, all that was taken since the last
 * result is forgotten.
 *
 * @param inputs  As many pointers as the reductions take inputs, aligned as their elements are in
 *                C; may be NULL when count is 0. Memory of clr_memory_create() is pinned for its
 *                own context; clr_memory_adopt() tells the others of it.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, elements of more than PTRDIFF_MAX bytes);
 *         CLR_ERROR_FORKED; CLR_ERROR_MEMORY; and, when all devices have failed, the last one's.
 */
CLR_API clr_status clr_team_take(clr_team *team, const void *const *inputs, uint64_t count);

/**
 * Reduces elements that lie on the devices: each device has a run, of which `queue`, `inputs` and
 * the wait list are read. Indices count the elements of the runs one after the other. All runs are
 * enqueued before the first one is waited for; on return they have ended.
 *
 * The first call makes a plan for each device. There is nobody else to reduce what lies on a device
 * that fails: then the call fails, and clr_team_describe() tells whose it was.
 *
 * @param runs  As many as the team has devices, in their order, each on its context. All inputs of
 *              a run have equally many elements, or 0. What else clr_run has stays 0.
 * @return CLR_OK; CLR_ERROR_ARGUMENT; CLR_ERROR_FORKED; or any other status of clr_plan_create(),
 *         clr_plan_run() and clr_plan_accumulator().
 */
CLR_API clr_status clr_team_run(clr_team *team, const clr_run *runs);

/**
 * Rounds the results of all that was taken, and makes the team ready for new data. Devices that
 * have failed stay out.
 *
 * @param[out] record  The results, as clr_reduce_all() writes them: see clr_result.
 * @param record_size  Bytes at `record`: those of the results at least.
 * @return CLR_OK; or with nothing written CLR_ERROR_ARGUMENT (NULL, too little room);
 *         CLR_ERROR_EMPTY if a reduction has no value for what was taken; CLR_ERROR_OVERFLOW if one
 *         does not fit; CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_team_result(clr_team *team, void *record, size_t record_size);

/**
 * Merges what the devices have, as an accumulator. The team goes on as if nothing had been.
 *
 * @param index  Which of the reductions.
 * @param[out] accumulator  Receives an accumulator that the caller destroys; NULL on failure.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, no such reduction); CLR_ERROR_OVERFLOW (more than 2^63
 *         elements); CLR_ERROR_MEMORY.
 */
CLR_API clr_status clr_team_accumulator(clr_team *team, size_t index,
                                        clr_accumulator **accumulator);

/** Forgets all that was taken since the last result, and that devices have failed. CLR_OK, or
 * CLR_ERROR_ARGUMENT: NULL, another thread is in a call of the team's. */
CLR_API clr_status clr_team_discard(clr_team *team);

/** How a device of a team fares. Set `size` before the call. */
typedef struct clr_team_device {
    size_t size;              /**< sizeof(clr_team_device), set by the caller */
    const clr_device *device; /**< lives as long as its context */
    uint64_t elements;        /**< that it has reduced since the team was created */
    clr_status status;        /**< CLR_OK, or why it is left out */
    const char *message;      /**< a sentence if it is left out, else ""; lives until the team's
                                   next call */
} clr_team_device;

/** @return CLR_OK, or CLR_ERROR_ARGUMENT: NULL, no such device, or a `device->size` that is not
 *          plausible. */
CLR_API clr_status clr_team_describe(const clr_team *team, size_t index, clr_team_device *device);

/* ---- 14. Structs at their defaults -------------------------------------------------------- */

/**
 * For each struct that begins with its size a function that gives one with the size set and all
 * else 0, which is the default, in C99 and in C++:
 *
 *     clr_run run = clr_run_defaults();
 *     run.queue = queue;
 */
#define CLR_DEFAULTS(type)                                                                         \
    static inline type type##_defaults(void)                                                       \
    {                                                                                              \
        type made;                                                                                 \
                                                                                                   \
        memset(&made, 0, sizeof made);                                                             \
        made.size = sizeof made;                                                                   \
        return made;                                                                               \
    }

/* clang-format off */
CLR_DEFAULTS(clr_operator_info)
CLR_DEFAULTS(clr_context_options)
CLR_DEFAULTS(clr_custom)
CLR_DEFAULTS(clr_reduction)
CLR_DEFAULTS(clr_strategy_info)
CLR_DEFAULTS(clr_plan_options)
CLR_DEFAULTS(clr_result)
CLR_DEFAULTS(clr_arrays)
CLR_DEFAULTS(clr_axes)
CLR_DEFAULTS(clr_segments)
CLR_DEFAULTS(clr_labels)
CLR_DEFAULTS(clr_runs)
CLR_DEFAULTS(clr_index)
CLR_DEFAULTS(clr_mask)
CLR_DEFAULTS(clr_run)
CLR_DEFAULTS(clr_plan_info)
CLR_DEFAULTS(clr_launched)
CLR_DEFAULTS(clr_host_arrays)
CLR_DEFAULTS(clr_host_run)
CLR_DEFAULTS(clr_stream_options)
CLR_DEFAULTS(clr_stream_times)
CLR_DEFAULTS(clr_estimate)
CLR_DEFAULTS(clr_block)
CLR_DEFAULTS(clr_block_info)
CLR_DEFAULTS(clr_accumulator_info)
CLR_DEFAULTS(clr_team_options)
CLR_DEFAULTS(clr_team_device)
/* clang-format on */

/** As CLR_REDUCTION, for an expression. */
static inline clr_reduction clr_reduction_of(clr_operator op, clr_type type)
{
    clr_reduction made = clr_reduction_defaults();

    made.op = op;
    made.type = type;
    return made;
}

#ifdef __cplusplus
}
#endif

#endif
