/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_magic - files of other programs, recognised by their first bytes before they are read as
 * text: tables, arrays, pictures, sound, and text in other encodings. The message
 * names a command that converts them to numbers.
 */
#include "input_format.h"

#include <stdio.h>
#include <string.h>

/* bytes that identify every row but tar's, whose name for itself is behind the first file's */
#define MAGIC_SIZE 16
#define TAR_OFFSET 257
#define TAR_SIZE   512

typedef struct magic_bytes {
    const char *bytes;
    size_t size;
    bool is_word; /* texts may begin so: what follows must have bytes that no text has */
} magic_bytes;

// clang-format off
#define BYTES(text) {text, sizeof text - 1, false}
#define WORD(text)  {text, sizeof text - 1, true}
#define NONE        {"", 0, false}
// clang-format on

typedef struct magic {
    magic_bytes first;  /* of the file; and */
    magic_bytes second; /* from byte `offset` on */
    size_t offset;
    const char *name; /* follows "is " */
    conversion command;
    const char *python; /* a Python expression that converts, if no command does */
} magic;

// clang-format off
#define SAME(program) {program, "", program}
#define NO_COMMAND    {NULL, NULL, NULL}

/* In the order of asking: a prefix stands behind the longer bytes. */
static const magic rows[] = {
    {BYTES("\x1f\x9d"), NONE, 0, "compressed by compress", SAME("zcat"), NULL},
    {BYTES("\x04\x22\x4d\x18"), NONE, 0, "compressed by lz4", SAME("lz4cat"), NULL},
    {BYTES("PAR1\x15"), NONE, 0, "a table of Parquet", NO_COMMAND,
     "pandas.read_parquet('FILE')['COLUMN']"},
    {WORD("PARE"), NONE, 0, "an encrypted table of Parquet: pyarrow.parquet reads it with its "
     "keys, and numpy.save makes an array that is read here", NO_COMMAND, NULL},
    {WORD("ORC"), NONE, 0, "a table of ORC", NO_COMMAND, "pandas.read_orc('FILE')['COLUMN']"},
    {BYTES("\xff\xff\xff\xff"), BYTES("\x10\0\0\0"), 8, "a stream of Arrow", NO_COMMAND,
     "pyarrow.ipc.open_stream('FILE').read_all()['COLUMN']"},
    {WORD("FEA1"), NONE, 0, "a table of Feather", NO_COMMAND,
     "pandas.read_feather('FILE')['COLUMN']"},
    {BYTES("SQLite format 3\0"), NONE, 0, "a database of SQLite", NO_COMMAND,
     "sqlite3.connect('FILE').execute('select COLUMN from TABLE').fetchall()"},
    {BYTES("\x5d\0\0"), NONE, 0, "compressed by lzma", SAME("xzcat"), NULL},
    {NONE, BYTES("ustar\0"), TAR_OFFSET, "a tar archive",
     {"tar -xOf", " MEMBER", "tar -xOf - MEMBER"}, NULL},
    {NONE, BYTES("ustar  \0"), TAR_OFFSET, "a tar archive",
     {"tar -xOf", " MEMBER", "tar -xOf - MEMBER"}, NULL},
    {BYTES("ARROW1\0\0"), NONE, 0, "a table of Arrow or Feather", NO_COMMAND,
     "pandas.read_feather('FILE')['COLUMN']"},
    {BYTES("\x89HDF\r\n\x1a\n"), NONE, 0, "an HDF5 or netCDF-4 file", NO_COMMAND,
     "h5py.File('FILE')['DATASET']"},
    {BYTES("CDF\1"), NONE, 0, "a netCDF file", NO_COMMAND,
     "scipy.io.netcdf_file('FILE').variables['NAME'].data"},
    {BYTES("CDF\2"), NONE, 0, "a netCDF file", NO_COMMAND,
     "scipy.io.netcdf_file('FILE').variables['NAME'].data"},
    {BYTES("CDF\5"), NONE, 0, "a netCDF file", NO_COMMAND,
     "netCDF4.Dataset('FILE')['NAME']"},
    {BYTES("MATLAB 5.0 MAT-f"), NONE, 0, "a file of MATLAB", NO_COMMAND,
     "scipy.io.loadmat('FILE')['NAME']"},
    {BYTES("\x89PNG\r\n\x1a\n"), NONE, 0, "a picture, of PNG", NO_COMMAND, "PIL.Image.open('FILE')"},
    {BYTES("\xff\xd8\xff"), NONE, 0, "a picture, of JPEG", NO_COMMAND, "PIL.Image.open('FILE')"},
    {BYTES("RIFF"), BYTES("WAVE"), 8, "sound, of WAV", NO_COMMAND,
     "scipy.io.wavfile.read('FILE')[1]"},
    {BYTES("\x80\2"), NONE, 0, "a pickle of Python", NO_COMMAND, "pickle.load(open('FILE', 'rb'))"},
    {BYTES("\x80\3"), NONE, 0, "a pickle of Python", NO_COMMAND, "pickle.load(open('FILE', 'rb'))"},
    {BYTES("\x80\4"), NONE, 0, "a pickle of Python", NO_COMMAND, "pickle.load(open('FILE', 'rb'))"},
    {BYTES("\x80\5"), NONE, 0, "a pickle of Python", NO_COMMAND, "pickle.load(open('FILE', 'rb'))"},
    {BYTES("\xff\xfe\0\0"), NONE, 0, "text in UTF-32", SAME("iconv -f UTF-32 -t UTF-8"), NULL},
    {BYTES("\0\0\xfe\xff"), NONE, 0, "text in UTF-32", SAME("iconv -f UTF-32 -t UTF-8"), NULL},
    {BYTES("\xff\xfe"), NONE, 0, "text in UTF-16", SAME("iconv -f UTF-16 -t UTF-8"), NULL},
    {BYTES("\xfe\xff"), NONE, 0, "text in UTF-16", SAME("iconv -f UTF-16 -t UTF-8"), NULL},
};
// clang-format on

static bool has_bytes(const input_file *file, magic_bytes wanted, size_t offset)
{
    const char *start = file->buffer + file->begin;

    return input_file_buffered(file) >= offset + wanted.size &&
           memcmp(start + offset, wanted.bytes, wanted.size) == 0;
}

/* Whether some row begins with the first byte: only then further bytes of a slow pipe are
 * awaited. */
static bool begins_a_row(const input_file *file)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (has_bytes(file, (magic_bytes){rows[i].first.bytes, 1, false}, 0))
            return true;
    return false;
}

/* Whether what is buffered is no text. */
static bool is_binary(const input_file *file)
{
    return input_is_binary(file->buffer + file->begin, input_file_buffered(file));
}

static bool is_row(const input_file *file, const magic *row)
{
    return has_bytes(file, row->first, 0) && has_bytes(file, row->second, row->offset) &&
           (!row->first.is_word || is_binary(file));
}

static const magic *find_row(const input_file *file)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (is_row(file, &rows[i]))
            return &rows[i];
    return NULL;
}

/* The file's name for a shell; a stand-in if it needs quotes, or has the name of an array behind
 * it. */
static const char *shell_name(const input_file *file)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+,:=@%-";

    return !file->array && strspn(file->name, plain) == strlen(file->name) &&
                   strlen(file->name) <= 100
               ? file->name
               : "FILE";
}

bool input_fail_foreign(input_file *file, const char *what, const conversion *command)
{
    if (strcmp(file->path, "-") == 0 || !file->regular)
        return input_fail(file, "is %s: '... | %s | clreduce ... -' reads what is in it", what,
                          command->filter);
    return input_fail(file, "is %s: '%s %s%s | clreduce ... -' reads what is in it", what,
                      command->program, shell_name(file), command->behind);
}

static bool fail_row(input_file *file, const magic *row)
{
    if (row->python)
        return input_fail(file,
                          "is %s, which is not read: in Python numpy.save('x.npy', %s) makes an "
                          "array that is",
                          row->name, row->python);
    if (!row->command.program)
        return input_fail(file, "is %s", row->name);
    return input_fail_foreign(file, row->name, &row->command);
}

bool input_check_magic(input_file *file)
{
    const magic *row;

    if (!input_file_fill(file, file->regular ? TAR_SIZE : 1, TAR_SIZE))
        return false;
    if (begins_a_row(file) && !input_file_fill(file, MAGIC_SIZE, TAR_SIZE))
        return false;
    if (is_binary(file) && !input_file_fill(file, TAR_SIZE, TAR_SIZE))
        return false;
    row = find_row(file);
    return row ? fail_row(file, row) : true;
}
