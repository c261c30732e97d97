# Writes a C file with other files as strings, in a table of rows {path, text}. The type of the rows
# is declared in a header beside the table's own name: src/base/piece.h, tools/explain/page_part.h,
# tools/command/topic.h.
# Run as: cmake -DFOLDER=cl -DFILES="a.cl;b.cl" -DHEADER=piece.h -DROW=clri_piece -DOUTPUT=piece.c
#               -P embed.cmake
set(table "")
set(count 0)
foreach(file IN LISTS FILES)
    file(READ "${FOLDER}/${file}" hex HEX)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
    string(APPEND arrays "static const char text_${count}[] = {${bytes}0};\n")
    string(APPEND table "    {\"${file}\", text_${count}},\n")
    math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUTPUT}" "/* Written by cmake/embed.cmake from the files in its table. */
#include \"${HEADER}\"

${arrays}
const ${ROW} ${ROW}s[] = {
${table}};

const size_t ${ROW}_count = sizeof ${ROW}s / sizeof *${ROW}s;
")
