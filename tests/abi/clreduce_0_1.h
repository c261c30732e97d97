/* SPDX-License-Identifier: Apache-2.0 */
/* The public header of 0.1, without its comments: what program_0_1.c was compiled with. */
#ifndef CLREDUCE_CLREDUCE_H
#define CLREDUCE_CLREDUCE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CLR_API
#else
#define CLR_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define CLR_VERSION_MAJOR 0
#define CLR_VERSION_MINOR 1
#define CLR_VERSION_PATCH 0

CLR_API const char *clr_version(void);

typedef enum clr_status {
    CLR_OK = 0,
    CLR_ERROR_ARGUMENT = -1,
    CLR_ERROR_MEMORY = -2,
    CLR_ERROR_NO_DEVICE = -3,
    CLR_ERROR_UNSUPPORTED = -4,
    CLR_ERROR_OPENCL = -5,
    CLR_ERROR_BUILD = -6,
    CLR_ERROR_DEVICE_MEMORY = -7,
    CLR_ERROR_EMPTY = -8,
    CLR_ERROR_OVERFLOW = -9,
    CLR_ERROR_SELF_TEST = -10,
    CLR_ERROR_FORKED = -11
} clr_status;

CLR_API const char *clr_status_name(clr_status status);

typedef struct clr_error {
    size_t size;
    clr_status status;
    cl_int opencl_code;
    const char *call;
    const char *message;
    const char *build_log;
} clr_error;

typedef enum clr_type {
    CLR_TYPE_DEFAULT = 0,
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

CLR_API const char *clr_type_name(clr_type type);

CLR_API size_t clr_type_size(clr_type type);

CLR_API clr_type clr_type_from_name(const char *name);

typedef enum clr_operator {
    CLR_OPERATOR_SUM = 1,
    CLR_OPERATOR_PROD = 2,
    CLR_OPERATOR_MIN = 3,
    CLR_OPERATOR_MAX = 4,
    CLR_OPERATOR_MINMAX = 5,
    CLR_OPERATOR_ARGMIN = 6,
    CLR_OPERATOR_ARGMAX = 7,
    CLR_OPERATOR_ANY = 8,
    CLR_OPERATOR_ALL = 9,
    CLR_OPERATOR_COUNT = 10,
    CLR_OPERATOR_AND = 11,
    CLR_OPERATOR_OR = 12,
    CLR_OPERATOR_XOR = 13,
    CLR_OPERATOR_DOT = 14,
    CLR_OPERATOR_ASUM = 15,
    CLR_OPERATOR_SUMSQ = 16,
    CLR_OPERATOR_NRM2 = 17,
    CLR_OPERATOR_AMAX = 18,
    CLR_OPERATOR_IAMAX = 19,
    CLR_OPERATOR_MEAN = 20,
    CLR_OPERATOR_VAR = 21,
    CLR_OPERATOR_STD = 22,
    CLR_OPERATOR_LOGSUMEXP = 23,
    CLR_OPERATOR_CUSTOM = 1000
} clr_operator;

CLR_API const char *clr_operator_name(clr_operator op);

CLR_API clr_operator clr_operator_from_name(const char *name);

CLR_API clr_type clr_operator_result(clr_operator op, clr_type type);

typedef struct clr_operator_info {
    size_t size;
    const char *name;
    const char *meaning;
    const char *types;
    const char *result;
    const char *empty;
    uint64_t inputs;
    uint64_t values;
    int has_index;
    int has_empty_value;
} clr_operator_info;

CLR_API clr_status clr_operator_describe(clr_operator op, clr_operator_info *info);

typedef enum clr_accuracy {
    CLR_ACCURACY_DEFAULT = 0,
    CLR_ACCURACY_EXACT = 1,
    CLR_ACCURACY_REPRODUCIBLE = 2,
    CLR_ACCURACY_FAST = 3,
    CLR_ACCURACY_RELAXED = 4
} clr_accuracy;

CLR_API const char *clr_accuracy_name(clr_accuracy accuracy);

CLR_API clr_accuracy clr_accuracy_from_name(const char *name);

typedef enum clr_nan { CLR_NAN_PROPAGATE = 0, CLR_NAN_IGNORE = 1 } clr_nan;

typedef enum clr_overflow { CLR_OVERFLOW_WRAP = 0, CLR_OVERFLOW_DETECT = 1 } clr_overflow;

#define CLR_UNKNOWN UINT64_MAX

typedef enum clr_fence {
    CLR_FENCE_NONE = 0,
    CLR_FENCE_C11 = 1,
    CLR_FENCE_NVIDIA = 2,
    CLR_FENCE_ATOMIC = 3
} clr_fence;

typedef enum clr_shuffle {
    CLR_SHUFFLE_NONE = 0,
    CLR_SHUFFLE_KHR = 1,
    CLR_SHUFFLE_INTEL = 2,
    CLR_SHUFFLE_AMD = 3,
    CLR_SHUFFLE_NVIDIA = 4
} clr_shuffle;

typedef enum clr_atomic_add {
    CLR_ATOMIC_ADD_NONE = 0,
    CLR_ATOMIC_ADD_C11 = 1,
    CLR_ATOMIC_ADD_NVIDIA = 2
} clr_atomic_add;

typedef struct clr_device {
    size_t size;
    cl_platform_id platform;
    cl_device_id device;
    uint64_t platform_index;
    uint64_t device_index;

    char platform_name[128];
    char platform_version[256];
    char name[256];
    char vendor[128];
    char version[256];
    char driver_version[128];
    char opencl_c_version[128];
    char opencl_c_features[2048];
    char extensions[8192];

    uint64_t type;
    uint64_t opencl_version;
    uint64_t opencl_c_latest;
    uint64_t available;
    uint64_t compiler_available;
    uint64_t endian_little;
    uint64_t address_bits;

    uint64_t max_compute_units;
    uint64_t max_clock_frequency;
    uint64_t max_work_group_size;
    uint64_t max_work_item_sizes[3];
    uint64_t preferred_work_group_size_multiple;

    uint64_t global_mem_size;
    uint64_t max_mem_alloc_size;
    uint64_t global_mem_cache_size;
    uint64_t global_mem_cacheline_size;
    uint64_t local_mem_size;
    uint64_t local_mem_type;
    uint64_t mem_base_addr_align;
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

    uint64_t single_fp_config;
    uint64_t double_fp_config;
    uint64_t half_fp_config;
    uint64_t fp64;
    uint64_t fp64_is_ieee;
    uint64_t fp16;

    uint64_t int64_base_atomics;
    uint64_t int64_extended_atomics;
    uint64_t atomic_memory_capabilities;
    uint64_t atomic_fence_capabilities;
    uint64_t double_fp_atomic_capabilities_ext;
    uint64_t sub_groups;
    uint64_t max_num_sub_groups;
    uint64_t sub_group_sizes[8];
    uint64_t work_group_collective_functions_support;

    uint64_t queue_on_host_properties;
    uint64_t profiling_timer_resolution;

    uint64_t compute_capability_major_nv;
    uint64_t compute_capability_minor_nv;
    uint64_t warp_size_nv;
    uint64_t wavefront_width_amd;

    uint64_t collectives;
    uint64_t fence;
    uint64_t shuffle;
    uint64_t atomic_add_f64;
    char quirks[256];
} clr_device;

typedef struct clr_device_list clr_device_list;

CLR_API clr_status clr_device_list_create(clr_device_list **list);
CLR_API void clr_device_list_destroy(clr_device_list *list);
CLR_API size_t clr_device_list_count(const clr_device_list *list);

CLR_API const clr_device *clr_device_list_at(const clr_device_list *list, size_t index);

CLR_API clr_status clr_device_list_pick(clr_device_list *list, const char *which,
                                        const clr_device **device);
CLR_API const clr_error *clr_device_list_error(const clr_device_list *list);

typedef struct clr_device_fact {
    const char *name;
    const char *text;
    uint64_t number;
    const char *unit;
} clr_device_fact;

CLR_API int clr_device_fact_at(const clr_device *device, size_t index, clr_device_fact *fact);

typedef struct clr_context clr_context;

typedef enum clr_log_level { CLR_LOG_NOTE = 1, CLR_LOG_WARNING = 2 } clr_log_level;

typedef void (*clr_log)(void *user, clr_log_level level, const char *text);

typedef struct clr_context_options {
    size_t size;
    const char *device;
    cl_context opencl_context;
    cl_device_id opencl_device;
    clr_log log;
    void *log_user;
    const char *cache_folder;
    int ignore_self_test;
} clr_context_options;

CLR_API clr_status clr_context_create(const clr_context_options *options, clr_context **context);

CLR_API void clr_context_destroy(clr_context *context);

CLR_API const clr_error *clr_context_error(const clr_context *context);

CLR_API const clr_device *clr_context_device(const clr_context *context);

CLR_API cl_context clr_context_opencl(const clr_context *context);

typedef struct clr_custom {
    size_t size;
    const char *source;
    const char *name;
    uint64_t element_size;
    int is_commutative;
} clr_custom;

typedef struct clr_reduction {
    size_t size;
    clr_operator op;
    clr_type type;
    clr_type result;
    clr_accuracy accuracy;
    clr_nan nan;
    clr_overflow overflow;
    uint64_t ddof;
    const char *map;
    const clr_custom *custom;
} clr_reduction;

#define CLR_REDUCTION(op, type)                                                                    \
    {                                                                                              \
        sizeof(clr_reduction), (op), (type), CLR_TYPE_DEFAULT, CLR_ACCURACY_DEFAULT,               \
            CLR_NAN_PROPAGATE, CLR_OVERFLOW_WRAP, 0, NULL, NULL                                    \
    }

enum { CLR_INPUTS_MOST = 4, CLR_REDUCTIONS_MOST = 16 };

CLR_API clr_status clr_map_check(const char *map, clr_type type, clr_type *value, uint64_t *inputs,
                                 char *reason, size_t reason_size);

CLR_API const char *clr_strategy_name(size_t index);

typedef struct clr_strategy_info {
    size_t size;
    const char *name;
    const char *load;
    const char *group;
    const char *finish;
    const char *group_needs;
    const char *finish_needs;
    const char *launches;
    const char *order;
    const char *lesson;
    int is_sound;
    int is_repeatable;
} clr_strategy_info;

CLR_API clr_status clr_strategy_describe(const char *strategy, clr_strategy_info *info);

typedef struct clr_plan clr_plan;

typedef enum clr_local {
    CLR_LOCAL_DEFAULT = 0,
    CLR_LOCAL_STATIC = 1,
    CLR_LOCAL_DYNAMIC = 2
} clr_local;

typedef struct clr_plan_options {
    size_t size;
    const char *strategy;
    uint64_t group_size;
    uint64_t group_count;
    uint64_t vector_width;
    uint64_t item_loads;
    clr_local local;
    int unsound;
    int trace;
} clr_plan_options;

CLR_API clr_status clr_plan_check(const clr_device *device, const clr_reduction *reductions,
                                  size_t reduction_count, const clr_plan_options *options,
                                  char *reason, size_t reason_size);

CLR_API clr_status clr_plan_create(clr_context *context, const clr_reduction *reductions,
                                   size_t reduction_count, const clr_plan_options *options,
                                   clr_plan **plan);

CLR_API void clr_plan_destroy(clr_plan *plan);

typedef struct clr_result {
    size_t size;
    clr_operator op;
    clr_type type;
    clr_accuracy accuracy;
    const char *accumulator;
    uint64_t offset;
    uint64_t value_size;
    uint64_t second_offset;
    uint64_t index_offset;
    uint64_t status_offset;
} clr_result;

CLR_API clr_status clr_plan_result(const clr_plan *plan, size_t index, clr_result *result);

typedef struct clr_span {
    cl_mem buffer;
    uint64_t first;
    uint64_t count;
} clr_span;

typedef enum clr_part { CLR_PART_WHOLE = 0, CLR_PART_MORE = 1, CLR_PART_LAST = 2 } clr_part;

typedef struct clr_run {
    size_t size;
    cl_command_queue queue;
    clr_span inputs[CLR_INPUTS_MOST];
    clr_part part;
    cl_mem output;
    uint64_t output_index;
    void *host;
    uint64_t total;
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event;
} clr_run;

CLR_API clr_status clr_plan_run(clr_plan *plan, const clr_run *run);

CLR_API void clr_plan_discard(clr_plan *plan);

typedef struct clr_plan_info {
    size_t size;
    const char *strategy;
    const char *why;
    clr_type type;
    uint64_t reductions;
    uint64_t inputs;
    uint64_t element_size;
    uint64_t result_size;
    uint64_t group_size;
    uint64_t group_count;
    uint64_t vector_width;
    uint64_t item_loads;
    clr_local local;
    uint64_t launches;
    uint64_t scratch_size;
    uint64_t kernel_local_size;
    uint64_t kernel_private_size;
    uint64_t kernel_group_limit;
    uint64_t state_size;
    const char *source;
    const char *build_options;
} clr_plan_info;

CLR_API clr_status clr_plan_describe(const clr_plan *plan, clr_plan_info *info);

CLR_API uint64_t clr_plan_launches(const clr_plan *plan, uint64_t count);

CLR_API uint64_t clr_plan_depth(const clr_plan *plan, uint64_t count);

typedef enum clr_trace_kind {
    CLR_TRACE_LOAD = 1,
    CLR_TRACE_MERGE = 2,
    CLR_TRACE_PUT = 3,
    CLR_TRACE_GET = 4,
    CLR_TRACE_SHUFFLE = 5,
    CLR_TRACE_COLLECT = 6,
    CLR_TRACE_BARRIER = 7,
    CLR_TRACE_LEAVE = 8,
    CLR_TRACE_FETCH = 9,
    CLR_TRACE_ATOMIC = 10,
    CLR_TRACE_DELIVER = 11
} clr_trace_kind;

typedef struct clr_trace_event {
    uint32_t launch;
    uint32_t group;
    uint32_t item;
    uint32_t kind;
    uint64_t place;
    uint64_t size;
    uint64_t value;
} clr_trace_event;

CLR_API clr_status clr_plan_trace(const clr_plan *plan, const clr_trace_event **events,
                                  size_t *count);

CLR_API clr_status clr_reduce(clr_context *context, const clr_reduction *reduction,
                              const void *data, uint64_t count, void *result);

CLR_API clr_status clr_reduce_all(clr_context *context, const clr_reduction *reductions,
                                  size_t reduction_count, const void *const *inputs, uint64_t count,
                                  void *record);

typedef struct clr_stream clr_stream;

typedef struct clr_stream_options {
    size_t size;
    const clr_plan_options *plan;
    uint64_t piece_capacity;
    uint64_t total;
} clr_stream_options;

CLR_API clr_status clr_stream_create(clr_context *context, const clr_reduction *reductions,
                                     size_t reduction_count, const clr_stream_options *options,
                                     clr_stream **stream);
CLR_API void clr_stream_destroy(clr_stream *stream);

CLR_API const clr_plan *clr_stream_plan(const clr_stream *stream);

CLR_API clr_status clr_stream_map(clr_stream *stream, void **rooms, uint64_t *capacity);

CLR_API clr_status clr_stream_submit(clr_stream *stream, uint64_t count);

CLR_API clr_status clr_stream_result(clr_stream *stream, void *record);

typedef struct clr_stream_times {
    size_t size;
    uint64_t upload_ns;
    uint64_t kernel_ns;
} clr_stream_times;

CLR_API clr_status clr_stream_describe(const clr_stream *stream, clr_stream_times *times);

typedef struct clr_block {
    size_t size;
    const clr_reduction *reduction;
    const char *name;
    uint64_t group_size;
} clr_block;

typedef struct clr_block_info {
    size_t size;
    const char *source;
    const char *build_options;
    const char *accumulator;
    clr_type type;
} clr_block_info;

CLR_API clr_status clr_device_source(clr_context *context, const clr_block *block,
                                     clr_block_info *info);

typedef struct clr_accumulator clr_accumulator;

CLR_API clr_status clr_plan_accumulator(clr_plan *plan, size_t index,
                                        clr_accumulator **accumulator);

CLR_API clr_status clr_stream_accumulator(clr_stream *stream, size_t index,
                                          clr_accumulator **accumulator);

CLR_API clr_status clr_accumulator_load(const void *bytes, size_t size,
                                        clr_accumulator **accumulator, char *reason,
                                        size_t reason_size);
CLR_API void clr_accumulator_destroy(clr_accumulator *accumulator);

CLR_API clr_status clr_accumulator_store(const clr_accumulator *accumulator, void *bytes,
                                         size_t room, size_t *size);

CLR_API clr_status clr_accumulator_merge(clr_accumulator *into, const clr_accumulator *from,
                                         char *reason, size_t reason_size);

CLR_API clr_status clr_accumulator_round(const clr_accumulator *accumulator, void *value,
                                         size_t value_size, char *reason, size_t reason_size);

CLR_API clr_status clr_accumulator_derive(const clr_accumulator *from, clr_operator op,
                                          clr_type result, uint64_t ddof,
                                          clr_accumulator **accumulator, char *reason,
                                          size_t reason_size);

typedef struct clr_accumulator_info {
    size_t size;
    clr_operator op;
    clr_type type;
    clr_type result;
    clr_nan nan;
    uint64_t ddof;
    uint64_t count;
    uint64_t values;
    uint64_t store_size;
    int has_nan;
    int has_infinity;
    int has_minus_infinity;
    int is_minus_zero;
} clr_accumulator_info;

CLR_API clr_status clr_accumulator_describe(const clr_accumulator *accumulator,
                                            clr_accumulator_info *info);

#ifdef __cplusplus
}
#endif

#endif
