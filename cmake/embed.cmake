# Writes piece.c: the files of cl/ as C strings in a table (src/piece.h).
# Run as: cmake -DFOLDER=cl -DFILES="a.cl;b.cl" -DOUTPUT=piece.c -P embed.cmake
set(table "")
set(count 0)
foreach(file IN LISTS FILES)
    file(READ "${FOLDER}/${file}" hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(APPEND arrays "static const char piece_${count}[] = {${bytes}0};\n")
    string(APPEND table "    {\"${file}\", piece_${count}},\n")
    math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUTPUT}" "/* Written by cmake/embed.cmake from the files of cl/. */
#include \"piece.h\"

${arrays}
const clri_piece clri_pieces[] = {
${table}};

const size_t clri_piece_count = sizeof clri_pieces / sizeof *clri_pieces;
")
