/* SPDX-License-Identifier: Apache-2.0 */
#include "device/quirk.h"
#include "base/system.h"
#include "base/text.h"
#include "device/fact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows' conditions ---- */

static bool is_named(const clr_device *facts, const char *platform, const char *device,
                     const char *driver)
{
    return clri_text_contains(facts->platform_name, platform) &&
           clri_text_contains(facts->name, device) &&
           clri_text_contains(facts->driver_version, driver);
}

/* Whether the device takes PTX and has at least this major compute capability, which only NVIDIA's
 * driver tells. */
static bool is_ptx(const clr_device *facts, uint64_t least)
{
    return clri_known(facts->compute_capability_major_nv, 0) >= least;
}

/* The driver's major version. */
static unsigned long driver_number(const clr_device *facts)
{
    return strtoul(facts->driver_version, NULL, 10);
}

/* Whether a variable of the environment, by which users tell the driver things, has the word. */
static bool is_told(const char *variable, const char *word)
{
    const char *told = getenv(variable);

    return told && strstr(told, word);
}

/* Whether this processor, which is the device of a CPU's driver, has AVX-512. */
static bool has_avx512(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f");
#else
    return false;
#endif
}

#define ALWAYS true

/* ---- corrections ---- */

static void tell(clr_device *facts, const char *name)
{
    const size_t length = strlen(facts->quirks);

    snprintf(facts->quirks + length, sizeof facts->quirks - length, "%s%s", length ? " " : "",
             name);
}

void clri_quirk_correct(clr_device *facts)
{
#define CLRI_QUIRK(name_, platform_, device_, driver_, when, member, truth)                        \
    if (is_named(facts, platform_, device_, driver_) && (when) && facts->member != (truth)) {      \
        facts->member = (truth);                                                                   \
        tell(facts, name_);                                                                        \
    }
#include "device/quirk.def"
}

/* ---- habits ---- */

struct value {
    uint64_t number;
    const char *text;
};

/* A row's value is a number or a text. */
#define AS_NUMBER(value) _Generic((value), char * : 0, default : (value))
#define AS_TEXT(value)   _Generic((value), char * : (value), default : NULL)

static struct value value_of(const clr_device *facts, clri_habit wanted)
{
#define CLRI_HABIT(platform_, device_, driver_, when, habit, value_)                               \
    if (wanted == CLRI_HABIT_##habit && is_named(facts, platform_, device_, driver_) && (when))    \
        return (struct value){AS_NUMBER(value_), AS_TEXT(value_)};
#include "device/quirk.def"
    return (struct value){0, NULL};
}

uint64_t clri_quirk_number(const clr_device *facts, clri_habit habit)
{
    return value_of(facts, habit).number;
}

const char *clri_quirk_text(const clr_device *facts, clri_habit habit)
{
    return value_of(facts, habit).text;
}
