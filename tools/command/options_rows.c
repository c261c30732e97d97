/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_rows - the table of options, in the order of the help text: a row for each, with its
 * names, its verbs, its help line, and how its argument is stored in which members of struct
 * options. A new option is a row, and a function in options_store.c if its argument has a form of
 * its own.
 */
#include "options.h"
#include "options_store.h"
#include "verbs.h"

/* verbs that many options are for */
#define DATA (VERB_REDUCE | VERB_STATS | VERB_HIST | VERB_EXPLAIN)
#define RUNS (VERB_REDUCE | VERB_BENCH)
#define PLAN (VERB_REDUCE | VERB_STATS | VERB_BENCH | VERB_SOURCE | VERB_EXPLAIN)
#define ASKS (PLAN | VERB_STRATEGIES | VERB_OPS | VERB_TUNE | VERB_WARM)
#define ANY  VERB_ANY
#define MPI  VERB_RANKS

/* verbs with an operator, and verbs that accept the user's own */
#define NAMES (VERB_REDUCE | VERB_BENCH | VERB_SOURCE | VERB_EXPLAIN | VERB_STRATEGIES)
#define OWN   (VERB_REDUCE | VERB_SOURCE)

/* verbs whose results are listings */
#define LISTS (VERB_REDUCE | VERB_STATS | VERB_HIST | VERB_MERGE)

/* bytes of address space on most systems: a piece is in memory */
#define CHUNK_MOST (UINT64_C(1) << 47)

/* the end of a row: how its argument is stored, and in which member of struct options */
#define STORED(way, name)   .store = options_store_##way, .member = offsetof(options, name)
#define FLAG(name)          STORED(flag, name)
#define FORM(which)         .store = options_store_form, .first = (int)(which)
#define WORD(name)          STORED(word, name)
#define BESIDE(name)        STORED(beside, name)
#define NUMBER(name)        STORED(number, name)
#define POSITIVE(name)      STORED(positive, name)
#define TYPE(name)          STORED(type, name)
#define EITHER(name)        STORED(either, name)
#define CHOICE(name, value) STORED(choice, name), .first = (int)(value)
#define SWEEP(index)        .store = options_store_sweep, .first = (index)
#define BY(way)             .store = options_store_##way
#define GIVEN(name)         .has = offsetof(options, name)
#define UP_TO(number, text) .most = (number), .takes = (text)

_Static_assert(OPTIONS_ITEMS_MOST == 65536 && OPTIONS_BANKS_MOST == 64, "as the rows' texts say");

// clang-format off
static const option_row rows[] = {
    /* ---- The input --------------------------------------------------------------------------- */
    {"type", 't', "TYPE", ASKS | VERB_HIST | MPI,
     "type of the numbers, in text or, with --raw, raw binary", TYPE(input.type)},
    {"raw", 0, NULL, DATA | MPI, "the input is raw binary, elements of the type -t", FLAG(input.raw)},
    {"text", 0, NULL, DATA, "the input is numbers as text, whatever it looks like",
     FLAG(input.text)},
    {"column", 0, "NAME|N", DATA,
     "a column of CSV text, by name or number; clreduce also takes a,b and all",
     STORED(column, input.column)},
    {"header", 0, NULL, DATA, "CSV begins with a line of names, for --column N",
     FLAG(input.header)},
    {"no-header", 0, NULL, VERB_REDUCE, "tables: no line has names, and columns have numbers",
     FLAG(table.no_header)},
    {"by", 0, "COLUMNS", VERB_REDUCE,
     "a result for each text of these columns of CSV: city,year; 'day(time)'", WORD(table.by)},
    {"date", 0, NULL, VERB_REDUCE, "--column has dates of ISO 8601: min, max, mean",
     FLAG(table.are_dates)},
    {"each", 0, NULL, VERB_REDUCE, "results for each of several files of CSV", FLAG(table.each)},
    {"row", 0, NULL, VERB_REDUCE, "tables: the row that holds the min or max, with file and line",
     FLAG(table.row)},
    {"sort", 0, "LIST", VERB_REDUCE, "sort --by's groups: city, or -sum for the largest first",
     WORD(table.sort)},
    {"top", 0, "N", VERB_REDUCE, "print the first N of --by's groups", POSITIVE(table.top)},
    {"delimiter", 0, "C", DATA, "what separates numbers in text: a character, tab, space or any",
     BY(delimiter)},
    {"decimal", 0, ".|,", DATA, "what numbers in text have as a decimal point",
     EITHER(input.decimal_comma)},
    {"thousands", 0, "C", DATA, "what may stand between thousands: ',', with --decimal , '.'; ' or _",
     BY(thousands)},
    {"comment", 0, "C", DATA, "what begins a comment in text (default: #); in CSV a line of one",
     BY(comment)},
    {"skip", 0, "N", DATA, "leave out the first N lines of each text", NUMBER(input.skip)},
    {"missing", 0, "error|skip|nan", DATA, "fields of text that are empty or NA (default: error)",
     CHOICE(input.missing, INPUT_MISSING_FAILS)},
    {"missing-text", 0, "LIST", DATA, "more words that are missing values",
     WORD(input.missing_text)},
    {"offset", 0, "BYTES", DATA | MPI, "skip bytes at the start of each raw file",
     NUMBER(input.offset), GIVEN(input.has_offset)},
    {"count", 0, "N", DATA | VERB_BENCH | VERB_TUNE | VERB_REPORT, "read N numbers",
     NUMBER(input.count), GIVEN(input.has_count)},
    {"endian", 0, "little|big", DATA | MPI, "byte order of raw binary (default: little)",
     EITHER(input.big_endian)},
    {"element-size", 0, "BYTES", OWN | VERB_EXPLAIN,
     "elements are structs of so many bytes, for --operator", POSITIVE(input.element_size)},
    /* ---- The computation --------------------------------------------------------------------- */
    {"accuracy", 'a', "LEVEL", NAMES | VERB_TUNE | VERB_WARM, "exact, reproducible, fast or relaxed",
     BY(accuracy)},
    {"result", 'r', "TYPE", NAMES | VERB_STATS | VERB_MERGE | VERB_WARM | MPI,
     "type of sums, means ...: f64, f32; exact: f16, bf16 too", TYPE(result)},
    {"nan", 0, "propagate|ignore", NAMES | MPI, "what a NaN does (default: propagate)",
     CHOICE(nan, CLR_NAN_PROPAGATE)},
    {"overflow", 0, "wrap|detect", NAMES | MPI,
     "integer sums and products beyond 64 bits (default: wrap; of text detect)",
     CHOICE(overflow, CLR_OVERFLOW_WRAP), GIVEN(has_overflow)},
    {"ddof", 0, "N", NAMES | VERB_STATS | VERB_MERGE | MPI, "var, std: divide by n - N (default: 0)",
     NUMBER(ddof), GIVEN(has_ddof)},
    {"interpolation", 0, "METHOD", VERB_REDUCE,
     "median, quantile: NumPy's method, or 1 to 9 (default: linear, 7)", BY(interpolation)},
    {"map", 0, "EXPR", OWN | VERB_BENCH, "reduce EXPR of x, of x and y ..., index i, count n",
     WORD(map)},
    {"where", 0, "EXPR", OWN, "only elements for which EXPR is not 0: 'x > 0'", WORD(where)},
    {"let", 0, "t=NUMBER", VERB_REDUCE,
     "what t is in EXPR, which compiles nothing anew; so a to d, p to u", BY(let)},
    {"mask", 0, "FILE[:COLUMN]", VERB_REDUCE, "only elements whose number there is not 0", BESIDE(mask)},
    {"index", 0, "FILE[:COLUMN]", VERB_REDUCE, "the elements with these numbers, counted from 0",
     BESIDE(index)},
    {"operator", 0, "FILE", OWN | VERB_EXPLAIN, "reduce by an operator of your own, in OpenCL C",
     WORD(operator_file)},
    {"commutative", 0, NULL, OWN | VERB_EXPLAIN, "its combine(a, b) is combine(b, a)",
     FLAG(commutative)},
    {"check", 0, NULL, RUNS | VERB_HIST, "compute on the host too, and compare", FLAG(check)},
    /* ---- The shape: which numbers make a result ---------------------------------------------- */
    {"axis", 0, "LIST", RUNS | VERB_STATS | VERB_EXPLAIN | MPI,
     "reduce these axes of an .npy array: 0,2; -1 is the last", BY(axis)},
    {"keepdims", 0, NULL, VERB_REDUCE, "axes of --axis stay, with an extent of 1",
     FLAG(shape.keepdims)},
    {"length", 0, "N", RUNS | VERB_STATS | VERB_EXPLAIN, "a result for each N numbers",
     POSITIVE(shape.length)},
    {"offsets", 0, "FILE[:COLUMN]", VERB_REDUCE | VERB_STATS,
     "a result for the numbers from each offset to the next", BESIDE(shape.offsets)},
    {"labels", 0, "FILE[:COLUMN]", VERB_REDUCE | VERB_STATS | MPI, "a result for the numbers of each label",
     BESIDE(shape.labels)},
    {"bins", 0, "N", VERB_REDUCE | VERB_STATS | VERB_HIST | VERB_BENCH | VERB_EXPLAIN | MPI,
     "labels 0 to N - 1 alone; clreduce hist: so many bins (default: 10)", POSITIVE(shape.bins)},
    {"keys", 0, "FILE[:COLUMN]", VERB_REDUCE | VERB_STATS, "a result for each run of equal keys",
     BESIDE(shape.keys)},
    {"keys-out", 0, "FILE", VERB_REDUCE, "write the key of each run as .npy", WORD(shape.keys_out)},
    {"range", 0, "A,B", VERB_HIST, "bins from A to B (default: the least to the largest)",
     BY(range)},
    /* ---- Data that bench generates ----------------------------------------------------------- */
    {"lengths", 0, "all|LIST", VERB_BENCH, "--length for each of 1,7,64,1K", BY(lengths)},
    {"extents", 0, "AxBxC", VERB_BENCH | VERB_EXPLAIN, "the array for --axis: 256x1024x1024",
     BY(extents)},
    {"segments", 0, "KIND", VERB_BENCH | VERB_EXPLAIN,
     "offsets, a mean --length apart: fixed, uniform, zipf; giant; or keys", BY(segments)},
    {"spread", 0, "KIND", VERB_BENCH | VERB_EXPLAIN,
     "labels for --bins: uniform, zipf, sorted, one (default: uniform)", BY(spread)},
    /* ---- The device and the kernels ---------------------------------------------------------- */
    {"device", 'd', "DEVICE", ASKS | VERB_HIST | MPI,
     "P:D, gpu, cpu, host or part of a name; clreduce also takes all, or a,b", WORD(device)},
    {"host-elements", 0, "N", VERB_REDUCE | VERB_STATS | VERB_HIST,
     "up to N numbers need no device (default: 1048576)", NUMBER(host_elements),
     GIVEN(has_host_elements)},
    {"memory", 0, "BYTES", VERB_REDUCE | VERB_STATS,
     "most memory for numbers to select among (default: half of all)", POSITIVE(memory)},
    {"no-self-test", 0, NULL, ASKS | VERB_HIST | MPI, "use a device that fails its self-test",
     FLAG(no_self_test)},
    {"strategy", 's', "STRATEGY", PLAN & ~VERB_EXPLAIN, "a name, or three pieces LOAD/GROUP/FINISH",
     BY(strategy)},
    {"unsound", 0, NULL, PLAN, "let strategies run that are wrong by design", BY(unsound)},
    {"plain", 0, NULL, VERB_SOURCE, "a strategy's few lines, of sums of int", FLAG(plain)},
    {"group", 0, "N", PLAN, "work-items a group; in bench also a list: 32,64,128",
     SWEEP(SWEEP_GROUP)},
    {"groups", 0, "N", PLAN, "most groups of a launch", POSITIVE(plan.group_count)},
    {"vector", 0, "N", PLAN, "elements a load: 1, 2, 4, 8 or 16; or a list", SWEEP(SWEEP_VECTOR)},
    {"loads", 0, "N", PLAN, "loads in flight a work-item: 1, 2, 4, 8 or 16; or a list",
     SWEEP(SWEEP_LOADS)},
    {"local", 0, "static|dynamic", PLAN, "local memory: fixed when compiled, or not",
     CHOICE(plan.local, CLR_LOCAL_STATIC)},
    {"atomics", 0, "native|swap", PLAN, "atomics: the device's own, or compare-and-swap",
     CHOICE(plan.atomics, CLR_ATOMICS_NATIVE)},
    {"chunk", 0, "BYTES", VERB_REDUCE | VERB_STATS | VERB_HIST | MPI,
     "bytes of a piece of the input, such as 64M",
     POSITIVE(chunk_size), UP_TO(CHUNK_MOST, "up to 128T, as a piece lies in memory")},
    {"repeat", 0, "N", RUNS | VERB_REPORT, "run N times over the same data and time the kernels",
     POSITIVE(repeat)},
    {"strategies", 0, "all|LIST", VERB_BENCH, "compare strategies: a,b,c or all", BY(strategies)},
    {"unfused", 0, NULL, VERB_BENCH, "beside dot or --map, a kernel that maps, then the reduction",
     FLAG(unfused)},
    {"stream", 0, NULL, VERB_BENCH, "from host memory by a stream, not by clr_reduce_all()",
     FLAG(stream)},
    {"levels", 0, NULL, VERB_BENCH, "compare accuracy levels, on all kinds of data", FLAG(levels)},
    {"data", 0, "all|LIST", VERB_BENCH, "kinds of data: uniform, sorted, bits ... or all",
     BY(data)},
    {"sizes", 0, "LIST", VERB_BENCH, "measure so many elements: 1e5,5e5,1M", BY(sizes)},
    /* ---- For explain alone ------------------------------------------------------------------- */
    {"op", 0, "OP", VERB_EXPLAIN, "the operator (default: sum)", BY(op)},
    {"items", 0, "N", VERB_EXPLAIN, "numbers to reduce (default: two groups' share)",
     POSITIVE(explain.items),
     UP_TO(OPTIONS_ITEMS_MOST, "a number up to 65536, as every step of every item is shown")},
    {"wave", 0, "32|64", VERB_EXPLAIN, "lanes of a wave (default: 32)", BY(wave)},
    {"banks", 0, "N", VERB_EXPLAIN, "banks of local memory (default: 32)",
     POSITIVE(explain.banks), UP_TO(OPTIONS_BANKS_MOST, "a number up to 64")},
    {"svg", 0, "FILE", VERB_EXPLAIN, "draw a picture", WORD(explain.svg)},
    {"html", 0, "FILE", VERB_EXPLAIN, "write a page that plays the steps", WORD(explain.html)},
    /* ---- For tune alone ---------------------------------------------------------------------- */
    {"time", 0, "SECONDS", VERB_TUNE, "search for about so long (default: 60)",
     POSITIVE(tune.seconds), UP_TO(86400, "up to 86400 seconds, which is a day")},
    {"dry-run", 0, NULL, VERB_TUNE, "write nothing", FLAG(tune.dry_run)},
    {"show", 0, NULL, VERB_TUNE, "print the tuning file", FLAG(tune.show)},
    {"forget", 0, NULL, VERB_TUNE, "take the device's rows out of it", FLAG(tune.forget)},
    /* ---- For warm alone ---------------------------------------------------------------------- */
    {"shapes", 0, "all|LIST", VERB_WARM,
     "flat, rows (--length, --axis), segments (--offsets, --keys), labels", BY(shapes)},
    {"system", 0, NULL, VERB_WARM, "for all users: into /var/cache/clreduce", FLAG(warm.system)},
    /* ---- The output -------------------------------------------------------------------------- */
    {"json", 0, NULL, RUNS | VERB_STATS | VERB_HIST | VERB_OPS | VERB_DEVICES | VERB_STRATEGIES |
     VERB_EXPLAIN | VERB_MERGE, "print JSON", FORM(OUTPUT_JSON)},
    {"csv", 0, NULL, LISTS | VERB_BENCH, "print comma-separated values", FORM(OUTPUT_CSV)},
    {"format", 0, "table|csv|tsv|jsonl|json|npy", LISTS, "print aligned, an object a line, ... .npy",
     CHOICE(form, OUTPUT_TABLE)},
    {"digits", 0, "N", LISTS, "print at most N significant digits of real results",
     POSITIVE(digits), UP_TO(17, "up to 17, which tell all doubles apart")},
    {"markdown", 0, NULL, VERB_BENCH, "print tables of Markdown", FORM(OUTPUT_MARKDOWN)},
    {"plot", 0, "FILE", VERB_BENCH, "draw --strategies, --sizes, --group LIST: FILE.svg, .png, .gp",
     WORD(plot)},
    {"output", 'o', "FILE", VERB_REDUCE | VERB_HIST | VERB_MERGE | MPI,
     "write the results of --axis ... as .npy; of argmin ...: indices", WORD(output)},
    {"save", 0, "FILE", VERB_REDUCE | VERB_MERGE, "keep the results' accumulator, for merge",
     WORD(save)},
    {"begins", 0, "LIST", VERB_MERGE,
     "numbers of the files' first elements, for indices: 0,1000", WORD(begins)},
    {"force", 0, NULL, VERB_REDUCE | VERB_HIST | VERB_MERGE | VERB_BENCH | VERB_EXPLAIN | MPI,
     "let what is written replace any file", FLAG(force)},
    {"verbose", 'v', NULL, ANY, "say more on standard error",
     STORED(verbose, verbose)},
    {"quiet", 'q', NULL, ANY, "no progress bar and no notes", STORED(quiet, quiet)},
    {"help", 'h', NULL, ANY, "print help", FLAG(help)},
    {"version", 0, NULL, ANY, "print the versions", FLAG(version)},
};
// clang-format on

_Static_assert(sizeof rows / sizeof *rows <= OPTIONS_ROWS_MOST, "a bit each");

const option_row *options_at(size_t index)
{
    return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}
