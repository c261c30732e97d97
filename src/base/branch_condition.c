/* SPDX-License-Identifier: Apache-2.0 */
#include "base/branch_condition.h"

#include <stdlib.h>

/* Macros whose values name macros, at most: a macro that names itself ends there. */
enum { DEPTH_MOST = 32 };

typedef struct reading {
    const char *at;
    clri_definition_of *definition_of;
    void *user;
    unsigned depth;
} reading;

static clri_found evaluate(reading *r, int above);

static bool comes(reading *r, const char *sign)
{
    r->at = clri_skip_blanks(r->at);
    if (strncmp(r->at, sign, strlen(sign)) != 0)
        return false;
    r->at += strlen(sign);
    return true;
}

static clri_range next_word(reading *r)
{
    const clri_range word = {clri_skip_blanks(r->at), clri_skip_word(clri_skip_blanks(r->at))};

    r->at = word.end;
    return word;
}

/* A macro is what it stands for, and another name of ours 0. */
static clri_found evaluate_name(reading *r, clri_range name)
{
    if (clri_is_ours(name)) {
        const clri_range definition = r->definition_of(r->user, name);
        reading body = {definition.at, r->definition_of, r->user, r->depth + 1};

        return definition.at && r->depth < DEPTH_MOST ? evaluate(&body, 0) : (clri_found){0, true};
    }
    if (comes(r, "(")) { /* a question to the compiler */
        r->at += strcspn(r->at, ")\n");
        r->at += *r->at == ')';
    }
    return (clri_found){0, false};
}

static clri_found is_defined(reading *r)
{
    const bool is_within = comes(r, "(");
    const clri_range name = next_word(r);

    if (is_within)
        comes(r, ")");
    return (clri_found){clri_is_ours(name) && r->definition_of(r->user, name).at,
                        clri_is_ours(name)};
}

static clri_found evaluate_one(reading *r)
{
    clri_found one;
    clri_range word;

    if (comes(r, "!")) {
        one = evaluate_one(r);
        one.number = !one.number;
        return one;
    }
    if (comes(r, "-")) {
        one = evaluate_one(r);
        one.number = -one.number;
        return one;
    }
    if (comes(r, "(")) {
        one = evaluate(r, 0);
        comes(r, ")");
        return one;
    }
    word = next_word(r);
    if (word.at < word.end && *word.at >= '0' && *word.at <= '9')
        return (clri_found){strtoll(word.at, NULL, 0), true};
    return clri_range_is(word, "defined") ? is_defined(r) : evaluate_name(r, word);
}

static clri_found compute(const char *sign, clri_found a, clri_found b)
{
    const bool x = a.is_known && a.number, y = b.is_known && b.number;
    const bool are_known = a.is_known && b.is_known;

    if (strcmp(sign, "||") == 0)
        return (clri_found){x || y, x || y || are_known};
    if (strcmp(sign, "&&") == 0)
        return (clri_found){x && y, are_known || (a.is_known && !x) || (b.is_known && !y)};
    if (strcmp(sign, "==") == 0)
        return (clri_found){a.number == b.number, are_known};
    if (strcmp(sign, "!=") == 0)
        return (clri_found){a.number != b.number, are_known};
    if (strcmp(sign, "<=") == 0)
        return (clri_found){a.number <= b.number, are_known};
    if (strcmp(sign, ">=") == 0)
        return (clri_found){a.number >= b.number, are_known};
    if (strcmp(sign, "<") == 0)
        return (clri_found){a.number < b.number, are_known};
    if (strcmp(sign, ">") == 0)
        return (clri_found){a.number > b.number, are_known};
    if (strcmp(sign, "+") == 0)
        return (clri_found){a.number + b.number, are_known};
    if (strcmp(sign, "-") == 0)
        return (clri_found){a.number - b.number, are_known};
    return (clri_found){a.number * b.number, are_known};
}

/* The value of the expression from here on, as far as it is joined by operators that bind closer
 * than `above`. */
static clri_found evaluate(reading *r, int above)
{
    static const struct {
        const char *sign;
        int binds;
    } rows[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<=", 4}, {">=", 4},
                {"<", 4},  {">", 4},  {"+", 5},  {"-", 5},  {"*", 6}};
    clri_found left = evaluate_one(r);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].binds <= above || !comes(r, rows[i].sign))
            continue;
        left = compute(rows[i].sign, left, evaluate(r, rows[i].binds));
        i = (size_t)-1; /* any of the operators may follow */
    }
    if (above == 0 && comes(r, "?")) {
        const clri_found first = evaluate(r, 0);
        const clri_found second = comes(r, ":") ? evaluate(r, 0) : first;

        return left.is_known ? left.number ? first : second : left;
    }
    return left;
}

clri_found clri_find_value(const char *at, clri_definition_of *definition_of, void *user)
{
    return evaluate(&(reading){at, definition_of, user, 0}, 0);
}

clri_found clri_find_defined(const char *at, clri_definition_of *definition_of, void *user)
{
    return is_defined(&(reading){at, definition_of, user, 0});
}
