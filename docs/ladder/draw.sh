#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Draws the pictures of the pages of docs/ladder: what each strategy's kernels log on a small input.
#
#   draw.sh CLREDUCE [STRATEGY...]     all that the device can run, or those named
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command=$1
shift

# STRATEGY OPTIONS: two waves to a group where waves are the lesson, few items where they are not.
pictures="
race             --group 16 --items 32 --unsound
collide          --group 16 --items 64 --unsound
atomic           --group 16 --items 32
atomic-stride    --group 16 --items 64
serial           --group 16 --items 32
interleaved      --group 64 --items 64
strided-index    --group 64 --items 64
sequential       --group 64 --items 64
sequential-host  --group 16 --items 32
first-add        --group 64 --items 128
unroll-last      --group 64 --items 128
unroll-full      --group 64 --items 128
one-group        --group 16 --items 64
grid-stride      --group 16 --items 128 --groups 4
group-atomic     --group 16 --items 128 --groups 4
shuffle          --group 64 --items 256
builtin          --group 16 --items 128 --groups 4
two-kernels      --group 16 --items 1024 --vector 4 --loads 4 --groups 4
two-pass         --group 16 --items 1024 --vector 4 --loads 4
ticket           --group 16 --items 1024 --vector 4 --loads 4
no-barriers      --group 64 --items 64 --unsound
volatile-warp    --group 64 --items 128 --unsound
"

while read -r strategy arguments; do
    [ -n "$strategy" ] || continue
    [ $# -eq 0 ] || [[ " $* " == *" $strategy "* ]] || continue
    # shellcheck disable=SC2086
    if "$command" explain "$strategy" $arguments --force --svg "$here/$strategy.svg" >/dev/null; then
        echo "$strategy.svg"
    fi
done <<<"$pictures"
