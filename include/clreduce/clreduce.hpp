/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clreduce.hpp
 * clreduce.h for C++17: objects that give back what they hold, which can be moved and not copied;
 * objects of <CL/opencl.hpp> in and out where that header is present; sizes of results taken from
 * their types. What the calls mean, clreduce.h says.
 *
 *     clr::context context;
 *     float        total;
 *     context.reduce(clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32), x.data(), x.size(), total);
 *
 * A call that fails throws clr::error. With CLREDUCE_NO_EXCEPTIONS defined (or no exceptions in the
 * compiler) nothing is thrown: calls return their status, an object whose creation failed is false
 * and takes no call, and context::error() says why.
 */
#ifndef CLREDUCE_CLREDUCE_HPP
#define CLREDUCE_CLREDUCE_HPP

#include <clreduce/clreduce.h>

#if !defined(CLREDUCE_NO_OPENCL_HPP) && __has_include(<CL/opencl.hpp>)
#ifndef CL_HPP_TARGET_OPENCL_VERSION
#define CL_HPP_TARGET_OPENCL_VERSION CL_TARGET_OPENCL_VERSION
#endif
#include <CL/opencl.hpp>
#define CLREDUCE_HAS_OPENCL_HPP 1
#endif

#if !defined(CLREDUCE_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define CLREDUCE_NO_EXCEPTIONS
#endif

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace clr
{

#ifndef CLREDUCE_NO_EXCEPTIONS
/** What went wrong: clr_error, with texts of its own. */
class error : public std::runtime_error
{
  public:
    explicit error(clr_status status)
        : std::runtime_error(clr_status_name(status)), status_(status), opencl_code_(CL_SUCCESS)
    {
    }
    error(clr_status status, const clr_error &why)
        : std::runtime_error(*why.message ? why.message : clr_status_name(status)), status_(status),
          opencl_code_(why.opencl_code), build_log_(why.build_log)
    {
    }
    clr_status status() const noexcept
    {
        return status_;
    }
    cl_int opencl_code() const noexcept
    {
        return opencl_code_;
    }
    const std::string &build_log() const noexcept
    {
        return build_log_;
    }

  private:
    clr_status status_;
    cl_int opencl_code_;
    std::string build_log_;
};
#endif

namespace detail
{

/** Throws for a status that is a failure on this context, or returns it. */
inline clr_status settle(clr_status status, const clr_context *context)
{
#ifndef CLREDUCE_NO_EXCEPTIONS
    if (status != CLR_OK)
        throw error(status, *clr_context_error(context));
#endif
    (void)context;
    return status;
}

/** Likewise of calls that tell why in a sentence. */
inline clr_status settle(clr_status status, const char *reason)
{
#ifndef CLREDUCE_NO_EXCEPTIONS
    if (status != CLR_OK) {
        clr_error why = {sizeof(clr_error), status, CL_SUCCESS, "", reason, ""};
        throw error(status, why);
    }
#endif
    (void)reason;
    return status;
}

template <typename Handle, void (*destroy)(Handle *)> struct deleter {
    void operator()(Handle *handle) const noexcept
    {
        destroy(handle);
    }
};

template <typename Handle, void (*destroy)(Handle *)>
using owned = std::unique_ptr<Handle, deleter<Handle, destroy>>;

template <typename Result> void check_place()
{
    static_assert(std::is_trivially_copyable<Result>::value && !std::is_pointer<Result>::value,
                  "a result is written as bytes to a number or a plain struct");
}

} // namespace detail

/** A device with its caches. */
class context
{
  public:
    explicit context(const clr_context_options &options = clr_context_options_defaults())
    {
        create(options);
    }
#ifdef CLREDUCE_HAS_OPENCL_HPP
    /** On an OpenCL context of the caller's, which is retained. */
    context(const cl::Context &opencl, const cl::Device &device,
            clr_context_options options = clr_context_options_defaults())
    {
        options.opencl_context = opencl();
        options.opencl_device = device();
        create(options);
    }
    /** Retained for the caller. */
    cl::Context opencl() const
    {
        return cl::Context(clr_context_opencl(get()), true);
    }
    cl::Device opencl_device() const
    {
        return device() ? cl::Device(device()->device, true) : cl::Device();
    }
#endif

    explicit operator bool() const noexcept
    {
        return handle_ && status_ == CLR_OK;
    }
    clr_context *get() const noexcept
    {
        return handle_.get();
    }
    const clr_device *device() const noexcept
    {
        return clr_context_device(get());
    }
    /** The calling thread's last failure. */
    const clr_error &error() const noexcept
    {
        return *clr_context_error(get());
    }
    /** What creation came to. */
    clr_status status() const noexcept
    {
        return status_;
    }

    /** clr_reduce(). */
    template <typename Result>
    clr_status reduce(const clr_reduction &reduction, const void *data, uint64_t count,
                      Result &result) const
    {
        detail::check_place<Result>();
        return detail::settle(clr_reduce(get(), &reduction, data, count, &result, sizeof(Result)),
                              get());
    }

    /** clr_reduce_pair(). */
    template <typename Result>
    clr_status reduce(const clr_reduction &reduction, const void *x, const void *y, uint64_t count,
                      Result &result) const
    {
        detail::check_place<Result>();
        return detail::settle(
            clr_reduce_pair(get(), &reduction, x, y, count, &result, sizeof(Result)), get());
    }

    /** clr_reduce_all(). */
    template <typename Record>
    clr_status reduce_all(const std::vector<clr_reduction> &reductions,
                          const std::vector<const void *> &inputs, uint64_t count,
                          Record &record) const
    {
        detail::check_place<Record>();
        return detail::settle(clr_reduce_all(get(), reductions.data(), reductions.size(),
                                             inputs.data(), inputs.size(), count, &record,
                                             sizeof(Record)),
                              get());
    }

  private:
    void create(const clr_context_options &options)
    {
        clr_context *made = nullptr;

        status_ = clr_context_create(&options, &made);
        handle_.reset(made);
        detail::settle(status_, made);
    }

    detail::owned<clr_context, clr_context_destroy> handle_;
    clr_status status_ = CLR_ERROR_ARGUMENT;
};

/** What to run on: clr_run, put together call by call. What it names must live until the run. */
class run
{
  public:
    explicit run(cl_command_queue queue) : asked_(clr_run_defaults())
    {
        asked_.queue = queue;
    }

    /** The next input: x, then y, z, w. More than CLR_INPUTS_MOST are ignored. */
    run &input(cl_mem buffer, uint64_t first, uint64_t count)
    {
        if (input_count_ < CLR_INPUTS_MOST) {
            clr_span &span = asked_.inputs[input_count_++];

            span.buffer = buffer;
            span.first = first;
            span.count = count;
        }
        return *this;
    }
    run &output(cl_mem records, uint64_t index = 0)
    {
        asked_.output = records;
        asked_.output_index = index;
        return *this;
    }
    /** Element `index` of arrays, a clr_arrays for each of the plan's reductions. */
    run &arrays(std::vector<clr_arrays> arrays, uint64_t index = 0)
    {
        arrays_ = std::move(arrays);
        asked_.output_index = index;
        return *this;
    }
    /** The numbers of a plan's shape; the arrays that they point to are the caller's. */
    run &axes(const clr_axes &axes)
    {
        axes_ = axes;
        return *this;
    }
    run &segments(const clr_segments &segments)
    {
        segments_ = segments;
        return *this;
    }
    run &runs(const clr_runs &runs)
    {
        runs_ = runs;
        return *this;
    }
    run &labels(const clr_labels &labels)
    {
        labels_ = labels;
        return *this;
    }
    /** Of a plan with a mask; its strides are the caller's. */
    run &mask(const clr_mask &mask)
    {
        mask_ = mask;
        return *this;
    }
    /** The list by which a plan with clr_plan_options.index finds its elements. */
    run &index(const clr_index &index)
    {
        index_ = index;
        return *this;
    }
    /** Of a plan with clr_plan_options.device_count: where the device finds how many there are. */
    run &count_at(cl_mem counts, uint64_t index = 0)
    {
        asked_.count_at = counts;
        asked_.count_index = index;
        return *this;
    }
    /** The numbers that maps and conditions name a, b, c, ...: see clr_run.scalars. */
    run &scalars(std::vector<double> scalars)
    {
        scalars_ = std::move(scalars);
        return *this;
    }
    /** A place in host memory, valid until the event completes; see plan::run() for its size. */
    template <typename Record> run &host(Record &record)
    {
        detail::check_place<Record>();
        asked_.host = &record;
        host_size_ = sizeof(Record);
        return *this;
    }
    /** plan::run() is to return when the results are there: see clr_run.blocking. */
    run &blocking()
    {
        asked_.blocking = 1;
        return *this;
    }
    run &part(clr_part part, uint64_t total = 0)
    {
        asked_.part = part;
        asked_.total = total;
        return *this;
    }
    run &after(cl_event event)
    {
        waits_.push_back(event);
        return *this;
    }
    /** Receives an event that the caller releases. */
    run &event(cl_event *event)
    {
        asked_.event = event;
        return *this;
    }
#ifdef CLREDUCE_HAS_OPENCL_HPP
    explicit run(const cl::CommandQueue &queue) : run(queue())
    {
    }
    run &input(const cl::Buffer &buffer, uint64_t first, uint64_t count)
    {
        return input(buffer(), first, count);
    }
    run &output(const cl::Buffer &records, uint64_t index = 0)
    {
        return output(records(), index);
    }
    run &after(const cl::Event &event)
    {
        return after(event());
    }
    /** Receives the event; what it held before is released. */
    run &event(cl::Event *event)
    {
        *event = cl::Event();
        return this->event(&(*event)());
    }
#endif

    /** As clr_plan_run() takes it; lives until this object changes. */
    const clr_run &get()
    {
        asked_.wait_count = static_cast<cl_uint>(waits_.size());
        asked_.wait_list = waits_.empty() ? nullptr : waits_.data();
        asked_.arrays = arrays_.empty() ? nullptr : arrays_.data();
        asked_.array_count = arrays_.size();
        asked_.axes = axes_.size ? &axes_ : nullptr;
        asked_.segments = segments_.size ? &segments_ : nullptr;
        asked_.runs = runs_.size ? &runs_ : nullptr;
        asked_.labels = labels_.size ? &labels_ : nullptr;
        asked_.index = index_.size ? &index_ : nullptr;
        asked_.mask = mask_.size ? &mask_ : nullptr;
        asked_.scalars = scalars_.empty() ? nullptr : scalars_.data();
        return asked_;
    }
    size_t host_size() const noexcept
    {
        return host_size_;
    }

  private:
    clr_run asked_;
    size_t input_count_ = 0;
    size_t host_size_ = 0;
    std::vector<cl_event> waits_;
    std::vector<clr_arrays> arrays_;
    std::vector<double> scalars_;
    clr_axes axes_{}; /* of size 0 if there are none; likewise */
    clr_segments segments_{};
    clr_runs runs_{};
    clr_labels labels_{};
    clr_mask mask_{};
    clr_index index_{};
};

/** Reductions made ready. Must not outlive its context. */
class plan
{
  public:
    plan(const context &context, const std::vector<clr_reduction> &reductions,
         const clr_plan_options &options = clr_plan_options_defaults())
        : context_(context.get())
    {
        clr_plan *made = nullptr;

        status_ = clr_plan_create(context_, reductions.data(), reductions.size(), &options, &made);
        handle_.reset(made);
        detail::settle(status_, context_);
    }
    plan(const context &context, const clr_reduction &reduction,
         const clr_plan_options &options = clr_plan_options_defaults())
        : plan(context, std::vector<clr_reduction>{reduction}, options)
    {
    }

    explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }
    clr_plan *get() const noexcept
    {
        return handle_.get();
    }
    clr_status status() const noexcept
    {
        return status_;
    }

    /** clr_plan_run(). A place on the host of another size than the record's is refused. */
    clr_status run(clr::run &asked) const
    {
        if (asked.host_size() && asked.host_size() != info().result_size)
            return detail::settle(CLR_ERROR_ARGUMENT,
                                  "the place on the host is not as large as the plan's record");
        return detail::settle(clr_plan_run(get(), &asked.get()), context_);
    }
    clr_status run(clr::run &&asked) const
    {
        return run(asked);
    }
    void discard() const noexcept
    {
        clr_plan_discard(get());
    }

    clr_plan_info info() const noexcept
    {
        clr_plan_info info = clr_plan_info_defaults();

        clr_plan_describe(get(), &info);
        return info;
    }
    clr_result result(size_t index) const noexcept
    {
        clr_result result = clr_result_defaults();

        clr_plan_result(get(), index, &result);
        return result;
    }

  private:
    clr_context *context_;
    detail::owned<clr_plan, clr_plan_destroy> handle_;
    clr_status status_ = CLR_ERROR_ARGUMENT;
};

/** States of results before they are rounded. */
class accumulator
{
  public:
    /** clr_reduce_accumulator() of one reduction. */
    accumulator(const context &context, const clr_reduction &reduction, const clr_host_run &run)
        : handle_(nullptr)
    {
        clr_accumulator *made = nullptr;
        const clr_status status = clr_reduce_accumulator(context.get(), &reduction, 1, &run, &made);

        handle_.reset(made);
        detail::settle(status, context.get());
    }

    /** Takes over what the C calls gave. */
    explicit accumulator(clr_accumulator *handle = nullptr) noexcept : handle_(handle)
    {
    }

    /** clr_accumulator_load(). */
    static accumulator load(const void *bytes, size_t size)
    {
        clr_accumulator *made = nullptr;
        char reason[256];

        detail::settle(clr_accumulator_load(bytes, size, &made, reason, sizeof reason), reason);
        return accumulator(made);
    }

    explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }
    clr_accumulator *get() const noexcept
    {
        return handle_.get();
    }

    clr_status merge(const accumulator &from)
    {
        char reason[256];

        return detail::settle(clr_accumulator_merge(get(), from.get(), reason, sizeof reason),
                              reason);
    }
    /** clr_accumulator_merge_at(). */
    clr_status merge_at(const accumulator &from, const uint64_t *places)
    {
        char reason[256];

        return detail::settle(
            clr_accumulator_merge_at(get(), from.get(), places, reason, sizeof reason), reason);
    }
    template <typename Value> clr_status round(Value &value) const
    {
        char reason[256];

        detail::check_place<Value>();
        return detail::settle(
            clr_accumulator_round(get(), &value, sizeof(Value), reason, sizeof reason), reason);
    }
    /** clr_accumulator_results(). */
    clr_status results(const clr_host_arrays &arrays) const
    {
        char reason[256];

        return detail::settle(clr_accumulator_results(get(), &arrays, reason, sizeof reason),
                              reason);
    }
    /** clr_accumulator_words(); `fold` receives the operation that merges them. */
    std::vector<int64_t> words(clr_fold *fold = nullptr) const
    {
        size_t count = 0;
        char reason[256];

        detail::settle(
            clr_accumulator_words(get(), nullptr, 0, &count, fold, reason, sizeof reason), reason);
        std::vector<int64_t> words(count);
        detail::settle(clr_accumulator_words(get(), words.data(), words.size(), &count, nullptr,
                                             reason, sizeof reason),
                       reason);
        return words;
    }
    /** clr_accumulator_from_words(), of words folded of accumulators like this one. */
    accumulator from_words(const std::vector<int64_t> &words) const
    {
        clr_accumulator *made = nullptr;
        char reason[256];

        detail::settle(clr_accumulator_from_words(get(), words.data(), words.size(), &made, reason,
                                                  sizeof reason),
                       reason);
        return accumulator(made);
    }
    std::vector<unsigned char> store() const
    {
        size_t size = 0;

        clr_accumulator_store(get(), nullptr, 0, &size);
        std::vector<unsigned char> bytes(size);
        detail::settle(clr_accumulator_store(get(), bytes.data(), bytes.size(), &size),
                       "an accumulator that is none cannot be stored");
        return bytes;
    }

  private:
    detail::owned<clr_accumulator, clr_accumulator_destroy> handle_;
};

/** Memory of clr_memory_create(), which goes with the object. Must not outlive its context. */
class host_memory
{
  public:
    host_memory(const context &context, uint64_t size) : handle_(nullptr, give_back{context.get()})
    {
        void *made = nullptr;

        status_ = clr_memory_create(context.get(), size, &made);
        handle_.reset(made);
        detail::settle(status_, context.get());
    }

    explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }
    void *get() const noexcept
    {
        return handle_.get();
    }
    clr_status status() const noexcept
    {
        return status_;
    }

  private:
    struct give_back {
        clr_context *context;
        void operator()(void *memory) const noexcept
        {
            clr_memory_destroy(context, memory);
        }
    };

    std::unique_ptr<void, give_back> handle_;
    clr_status status_ = CLR_ERROR_ARGUMENT;
};

/** Data that arrives piece by piece. Must not outlive its context. */
class stream
{
  public:
    stream(const context &context, const std::vector<clr_reduction> &reductions,
           const clr_stream_options &options = clr_stream_options_defaults())
        : context_(context.get())
    {
        clr_stream *made = nullptr;

        status_ =
            clr_stream_create(context_, reductions.data(), reductions.size(), &options, &made);
        handle_.reset(made);
        detail::settle(status_, context_);
    }

    explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }
    clr_stream *get() const noexcept
    {
        return handle_.get();
    }
    clr_status status() const noexcept
    {
        return status_;
    }

    /** `rooms` has as many places as the reductions take inputs. */
    clr_status map(void **rooms, uint64_t &capacity) const
    {
        return detail::settle(clr_stream_map(get(), rooms, &capacity), context_);
    }
    clr_status submit(uint64_t count) const
    {
        return detail::settle(clr_stream_submit(get(), count), context_);
    }
    /** clr_stream_take(): `inputs` has as many pointers as the reductions take inputs. */
    clr_status take(const void *const *inputs, uint64_t count) const
    {
        return detail::settle(clr_stream_take(get(), inputs, count), context_);
    }
    /** clr_stream_result(). A place of another size than the record's is refused. */
    template <typename Record> clr_status result(Record &record) const
    {
        clr_plan_info info = clr_plan_info_defaults();

        detail::check_place<Record>();
        clr_plan_describe(clr_stream_plan(get()), &info);
        if (info.result_size != sizeof(Record))
            return detail::settle(CLR_ERROR_ARGUMENT,
                                  "the place for the results is not as large as the record");
        return detail::settle(clr_stream_result(get(), &record), context_);
    }
    clr::accumulator accumulator(size_t index) const
    {
        clr_accumulator *made = nullptr;

        detail::settle(clr_stream_accumulator(get(), index, &made), context_);
        return clr::accumulator(made);
    }

  private:
    clr_context *context_;
    detail::owned<clr_stream, clr_stream_destroy> handle_;
    clr_status status_ = CLR_ERROR_ARGUMENT;
};

/** Several devices that reduce one input. Must not outlive its contexts. */
class team
{
  public:
    team(const std::vector<const context *> &contexts, const std::vector<clr_reduction> &reductions,
         const clr_team_options &options = clr_team_options_defaults())
    {
        std::vector<clr_context *> handles;
        clr_team *made = nullptr;

        for (const context *one : contexts)
            handles.push_back(one->get());
        status_ = clr_team_create(handles.data(), handles.size(), reductions.data(),
                                  reductions.size(), &options, &made);
        handle_.reset(made);
        settle(status_);
    }

    explicit operator bool() const noexcept
    {
        return status_ == CLR_OK;
    }
    clr_team *get() const noexcept
    {
        return handle_.get();
    }
    clr_status status() const noexcept
    {
        return status_;
    }
    const clr_error &error() const noexcept
    {
        return *clr_team_error(get());
    }

    /** clr_team_take(): `inputs` has as many pointers as the reductions take inputs. */
    clr_status take(const void *const *inputs, uint64_t count) const
    {
        return settle(clr_team_take(get(), inputs, count));
    }
    /** clr_team_run(): a run for each device. */
    clr_status run(const std::vector<clr_run> &runs) const
    {
        return settle(clr_team_run(get(), runs.data()));
    }
    /** clr_team_result(). */
    template <typename Record> clr_status result(Record &record) const
    {
        detail::check_place<Record>();
        return settle(clr_team_result(get(), &record, sizeof record));
    }
    clr::accumulator accumulator(size_t index) const
    {
        clr_accumulator *made = nullptr;

        settle(clr_team_accumulator(get(), index, &made));
        return clr::accumulator(made);
    }
    /** clr_team_describe(). */
    clr_team_device device(size_t index) const
    {
        clr_team_device told = clr_team_device_defaults();

        clr_team_describe(get(), index, &told);
        return told;
    }

  private:
    clr_status settle(clr_status status) const
    {
#ifndef CLREDUCE_NO_EXCEPTIONS
        if (status != CLR_OK)
            throw clr::error(status, *clr_team_error(get()));
#endif
        return status;
    }

    detail::owned<clr_team, clr_team_destroy> handle_;
    clr_status status_ = CLR_ERROR_ARGUMENT;
};

} // namespace clr

#endif
