/* SPDX-License-Identifier: Apache-2.0 */
/* The main() of programs that have none. */
#include "unit.h"

int main(int argc, char **argv)
{
    return tests_run(argc > 1 ? argv[1] : NULL);
}
