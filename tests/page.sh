#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Tests the page of `clreduce explain --html` in a browser: its script shows the step that the
# address names, with the numbers that --json has for it.
#
#   page.sh CLREDUCE
#
# Exit status: 0 fine, 1 not, 77 there is no browser.
set -u

browser=$(command -v chromium || command -v chromium-browser) || exit 77
clreduce=$(realpath -e "$1") || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export HOME=$work
failed=0

# The page's DOM after its script has run at a step.
dom_at()
{
    timeout 900 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$work/browser" --dump-dom "file://$work/page.html#step=$1" 2>browser.err
}

# The numbers of the step that are shown of all strategies, in the order of the page.
shown()
{
    grep -o '<td data-count="[a-z_]*">[0-9]*' <<<"$dom" | sed 's/.*>//' | paste -sd ' '
}

# expect WHAT WANTED GOT
expect()
{
    [ "$2" = "$3" ] && return
    failed=1
    printf 'FAILED: %s: %s, not %s\n' "$1" "$3" "$2"
}

"$clreduce" explain interleaved strided-index --html page.html --json >counts.json || exit 1
columns='.active, .waves_full, .waves_partial, .waves_divergent, .waves_idle, .bank_conflicts, .transactions, .barriers'
for step in 0 3 7; do
    dom=$(dom_at $step)
    if [ -z "$dom" ]; then
        cat browser.err
        exit 1
    fi
    expect "numbers of step $step" \
        "$(jq -r ".traces[] | .groups[0].steps[$step] | $columns" counts.json | paste -sd ' ')" \
        "$(shown)"
    expect "the slider's place" "$((step + 1)) of 16" \
        "$(sed -n 's/.*<output id="position">\([^<]*\)<.*/\1/p' <<<"$dom")"
    # Where the page has the kernels' lines, each step lights some of them.
    if grep -q '<pre>' page.html; then
        expect "lines are lit at $step" yes "$(grep -q 'class="lit"' <<<"$dom" && echo yes || echo no)"
    fi
    # Of either strategy one step is the present one, and those after it are hidden.
    expect "steps shown at $step" 2 "$(grep -o 'class="step now"' <<<"$dom" | wc -l)"
    expect "steps to come at $step" $((2 * (15 - step))) \
        "$(grep -o 'class="step later"' <<<"$dom" | wc -l)"
done
exit $failed
