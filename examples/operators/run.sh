#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the operators of this folder by the command and compares what they give.
#
#   run.sh CLREDUCE     the command
#
# Exit status: 0 all is well, 1 something is not, after a line that says what.
set -eu

[ $# = 1 ] || { echo "usage: run.sh CLREDUCE" >&2; exit 1; }
command=$1
here=$(cd "$(dirname "$0")" && pwd)

# Little-endian bytes: of f32, 1, 2, 3 and -1 end in these; of u64, a digit and seven zeros.
one='\0\0\200\077'
two='\0\0\0\100'
three='\0\0\100\100'
minus_one='\0\0\200\277'
zero='\0\0\0\0'
long_zero=$zero$zero
long_one='\1\0\0\0'$zero

# expect EXPECTED BYTES OPTIONS...: of elements in octal.
expect()
{
    local expected=$1 bytes=$2 got
    shift 2
    # shellcheck disable=SC2059 # the format is the bytes
    got=$(printf "$bytes" | "$command" --quiet "$@")
    [ "$got" = "$expected" ] || { echo "$*: expected '$expected', got '$got'" >&2; exit 1; }
}

# i times i times 3 is -3, (1 + 2i) times (2 + i) is 5i.
expect '-3 0' "$zero$one$zero$one$three$zero" \
    --operator "$here/complex_product.cl" --commutative --element-size 8 -r f32
expect '0 5' "$one$two$two$one" \
    --operator "$here/complex_product.cl" --commutative --element-size 8 -r f32

# A power of ((1, 1), (1, 0)) has Fibonacci's numbers; ((1, 1), (0, 1)) ((1, 0), (1, 1)), in order.
matrix=$long_one$long_one$long_one$long_zero
ten=$matrix$matrix$matrix$matrix$matrix$matrix$matrix$matrix$matrix$matrix
expect '89 55 55 34' "$ten" --operator "$here/matrix_product.cl" --element-size 32 -r u64
upper=$long_one$long_one$long_zero$long_one
lower=$long_one$long_zero$long_one$long_one
expect '2 1 1 1' "$upper$lower" --operator "$here/matrix_product.cl" --element-size 32 -r u64
expect '1 1 1 2' "$lower$upper" --operator "$here/matrix_product.cl" --element-size 32 -r u64

# The points (1, 2), (3, -1) and (2, 2).
expect '1 -1 3 2' "$one$two$three$minus_one$two$two" \
    --operator "$here/bounding_box.cl" --commutative --element-size 8 -r f32

# 2, 3, 1 and 3: the first of the largest.
expect '3 1' "$two$three$one$three" --operator "$here/argmax.cl" --commutative -t f32 --raw -r f64

echo "operators: all as expected"
