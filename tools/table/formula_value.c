/* SPDX-License-Identifier: Apache-2.0 */
/* formula_value - formulas evaluated by the fields of a row. See formula.h. */
#include "formula_node.h"
#include "input_date.h"

#include <math.h>
#include <string.h>

static input_cell missing(void)
{
    return (input_cell){.kind = INPUT_CELL_MISSING};
}

static input_cell whole(uint64_t number)
{
    return (input_cell){.kind = INPUT_CELL_WHOLE, .magnitude = number, .real = (double)number};
}

input_cell formula_negated(input_cell cell)
{
    cell.kind = cell.kind == INPUT_CELL_WHOLE && cell.magnitude == 0 ? INPUT_CELL_REAL : cell.kind;
    cell.negative = !cell.negative;
    cell.real = -cell.real;
    return cell;
}

input_cell formula_moment(int64_t microseconds)
{
    const bool is_before = microseconds < 0;
    const input_cell cell = whole(is_before ? 0 - (uint64_t)microseconds : (uint64_t)microseconds);

    return is_before ? formula_negated(cell) : cell;
}

static bool is_missing(input_cell cell)
{
    return cell.kind == INPUT_CELL_MISSING;
}

static input_cell read_cell(formula_row *row, int column)
{
    const input_cell cell = input_cell_read(row->cells, row->fields[column]);

    if (cell.kind == INPUT_CELL_WHOLE || cell.kind == INPUT_CELL_REAL)
        return cell;
    row->absent = is_missing(cell) ? column : row->absent;
    if (!is_missing(cell) && row->bad < 0) {
        row->bad = column;
        row->kind = cell.kind;
    }
    return missing();
}

/* The moment of a date. */
static input_cell read_moment(formula_row *row, const formula_node *node)
{
    iso_date date;
    input_date_kind kind;

    if (node->what == NODE_MOMENT)
        return node->number;
    kind = input_date_read(row->cells->options, row->fields[node->column], ISO_DAY, &date);
    if (kind == INPUT_DATE_BAD && row->bad < 0) {
        row->bad = node->column;
        row->is_bad_date = true;
    }
    return kind == INPUT_DATE_GOOD ? formula_moment(iso_date_microseconds(&date)) : missing();
}

/* Numbers in their order: below 0, 0 or above; 2: a NaN is in no order. */
static int order_numbers(input_cell a, input_cell b)
{
    if (a.kind == INPUT_CELL_WHOLE && b.kind == INPUT_CELL_WHOLE) {
        if (a.negative != b.negative)
            return a.negative ? -1 : 1;
        const int order = (a.magnitude > b.magnitude) - (a.magnitude < b.magnitude);
        return a.negative ? -order : order;
    }
    if (isnan(a.real) || isnan(b.real))
        return 2;
    return (a.real > b.real) - (a.real < b.real);
}

/* Texts by their bytes, which is the order of UTF-8's characters. */
static int order_texts(csv_field a, csv_field b)
{
    const int order = memcmp(a.text, b.text, a.size < b.size ? a.size : b.size);

    return order != 0 ? (order > 0) - (order < 0) : (a.size > b.size) - (a.size < b.size);
}

/* Whether a comparison holds, by bits for the orders -1, 0, 1 and 2. */
static bool holds(unsigned char what, int order)
{
    enum { BELOW = 1, EQUAL = 2, ABOVE = 4, NONE = 8 };
    static const unsigned char orders[] = {
        [NODE_EQUAL] = EQUAL, [NODE_UNEQUAL] = BELOW | ABOVE | NONE,
        [NODE_BELOW] = BELOW, [NODE_AT_MOST] = BELOW | EQUAL,
        [NODE_ABOVE] = ABOVE, [NODE_AT_LEAST] = ABOVE | EQUAL,
    };

    return orders[what] >> (order + 1) & 1;
}

/* An empty field is missing, unless it is compared with the empty text. */
static bool compare_texts(unsigned char what, csv_field a, csv_field b, bool is_first)
{
    const csv_field field = is_first ? a : b, text = is_first ? b : a;

    return (field.size > 0 || text.size == 0) && holds(what, order_texts(a, b));
}

static input_cell evaluate(const formula *f, int number, formula_row *row);

static csv_field field_of(const formula_node *node, const formula_row *row)
{
    return node->what == NODE_COLUMN ? row->fields[node->column] : node->text;
}

static bool compare(const formula *f, const formula_node *node, formula_row *row)
{
    const formula_node *a = formula_node_at(f, node->left), *b = formula_node_at(f, node->right);
    input_cell left, right;

    if (a->what == NODE_TEXT || b->what == NODE_TEXT)
        return compare_texts(node->what, field_of(a, row), field_of(b, row), b->what == NODE_TEXT);
    if (formula_is_date(a) && formula_is_date(b)) {
        left = read_moment(row, a);
        right = read_moment(row, b);
    } else {
        left = evaluate(f, node->left, row);
        right = evaluate(f, node->right, row);
    }
    return !is_missing(left) && !is_missing(right) && holds(node->what, order_numbers(left, right));
}

static bool is_in(const formula *f, const formula_node *node, formula_row *row)
{
    const formula_node *of = formula_node_at(f, node->left);

    for (int item = node->right; item >= 0; item = formula_node_at(f, item)->right) {
        const formula_node *at = formula_node_at(f, item);
        input_cell cell;

        if (at->what == NODE_TEXT) {
            if (of->what == NODE_COLUMN &&
                compare_texts(NODE_EQUAL, row->fields[of->column], at->text, true))
                return true;
            continue;
        }
        cell = at->what == NODE_MOMENT ? read_moment(row, of) : evaluate(f, node->left, row);
        if (!is_missing(cell) && order_numbers(cell, at->number) == 0)
            return true;
    }
    return false;
}

static bool is_true(input_cell cell)
{
    return !is_missing(cell) && cell.real != 0;
}

static input_cell real(double number)
{
    return (input_cell){.kind = INPUT_CELL_REAL, .real = number};
}

/* In floats, each operation rounded once. */
static input_cell compute(unsigned char what, input_cell a, input_cell b)
{
    if (is_missing(a) || is_missing(b))
        return missing();
    switch (what) {
    case NODE_ADD:
        return real(a.real + b.real);
    case NODE_SUBTRACT:
        return real(a.real - b.real);
    case NODE_MULTIPLY:
        return real(a.real * b.real);
    case NODE_DIVIDE:
        return real(a.real / b.real);
    default:
        return real(fmod(a.real, b.real));
    }
}

static input_cell evaluate(const formula *f, int number, formula_row *row)
{
    const formula_node *node = formula_node_at(f, number);

    switch (node->what) {
    case NODE_NUMBER:
        return node->number;
    case NODE_COLUMN:
        return read_cell(row, node->column);
    case NODE_OR:
        return whole(is_true(evaluate(f, node->left, row)) ||
                     is_true(evaluate(f, node->right, row)));
    case NODE_AND:
        return whole(is_true(evaluate(f, node->left, row)) &&
                     is_true(evaluate(f, node->right, row)));
    case NODE_NOT:
        return whole(!is_true(evaluate(f, node->left, row)));
    case NODE_MINUS:
        return formula_negated(evaluate(f, node->left, row));
    case NODE_IN:
        return whole(is_in(f, node, row));
    default:
        break;
    }
    if (formula_is_comparison(node->what))
        return whole(compare(f, node, row));
    return compute(node->what, evaluate(f, node->left, row), evaluate(f, node->right, row));
}

bool formula_is_true(const formula *f, formula_row *row)
{
    return is_true(evaluate(f, f->root, row));
}

input_cell formula_number(const formula *f, formula_row *row)
{
    return evaluate(f, f->root, row);
}
