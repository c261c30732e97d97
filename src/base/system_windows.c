/* SPDX-License-Identifier: Apache-2.0 */
#include "base/system.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

#include <aclapi.h>

/* ---- texts and errors ---- */

/* The caller frees it; NULL with errno set. */
static wchar_t *wide_of(const char *text)
{
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;

    if (wide)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    else
        errno = length > 0 ? ENOMEM : EILSEQ;
    return wide;
}

/* The caller frees it; NULL if memory ran out. */
static char *narrow_of(const wchar_t *wide)
{
    const int length = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = length > 0 ? malloc((size_t)length) : NULL;

    if (text)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, length, NULL, NULL);
    return text;
}

static void set_errno(void)
{
    static const struct {
        DWORD code;
        int number;
    } numbers[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT}, {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},   {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_WRITE_PROTECT, EACCES},  {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_FILE_EXISTS, EEXIST},    {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DISK_FULL, ENOSPC},      {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    };
    const DWORD code = GetLastError();

    errno = EIO;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].code == code)
            errno = numbers[i].number;
}

/* ---- processes and threads ---- */

/* Nothing forks here. */
int64_t clri_process(void)
{
    return GetCurrentProcessId();
}

/* Windows calls handlers in threads of its own. */
bool clri_thread_start(pthread_t *thread, void *(*work)(void *), void *data)
{
    return pthread_create(thread, NULL, work, data) == 0;
}

/* Of a machine's groups of 64, a process's threads run in one unless they ask for others. */
unsigned clri_thread_cores(void)
{
    DWORD_PTR mine = 0, all = 0;

    if (!GetProcessAffinityMask(GetCurrentProcess(), &mine, &all) || mine == 0)
        return 1;
    return (unsigned)__builtin_popcountll(mine);
}

/* The program's file says it. A driver's threads need not go by it, but no bound is no better: PoCL
 * ended the process where wine runs test_default_sums. */
uint64_t clri_thread_stack(void)
{
    const char *program = (const char *)GetModuleHandleW(NULL);
    const IMAGE_DOS_HEADER *dos = (const IMAGE_DOS_HEADER *)program;
    const IMAGE_NT_HEADERS *headers = (const IMAGE_NT_HEADERS *)(program + dos->e_lfanew);

    return headers->OptionalHeader.SizeOfStackReserve;
}

/* ---- memory and numbers ---- */

void *clri_aligned_alloc(size_t alignment, size_t size)
{
    return _aligned_malloc(size, alignment);
}

void clri_aligned_free(void *memory)
{
    _aligned_free(memory);
}

/* By the thread's own locale: strtod() of mingw rounds every number correctly, which Windows' own
 * _strtod_l() did not always. */
bool clri_decimal_read(const char *text, double *real, float *single)
{
    const int before = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    const char *current = setlocale(LC_NUMERIC, NULL);
    char *kept = current ? strdup(current) : NULL;

    if (kept) {
        setlocale(LC_NUMERIC, "C");
        *real = strtod(text, NULL);
        *single = strtof(text, NULL);
        setlocale(LC_NUMERIC, kept);
        free(kept);
    }
    _configthreadlocale(before);
    return kept != NULL;
}

/* ---- variables and folders ---- */

char *clri_variable(const char *name)
{
    wchar_t *wide = wide_of(name);
    const wchar_t *value = wide ? _wgetenv(wide) : NULL;
    char *text = value ? narrow_of(value) : NULL;

    free(wide);
    return text;
}

/* What is in %LOCALAPPDATA% is this user's alone, and stays on this machine. */
static char *user_folder(const char *below)
{
    char *local = clri_variable("LOCALAPPDATA");
    clri_text name = {0};

    if (local && *local)
        clri_text_addf(&name, "%s\\%s", local, below);
    free(local);
    return clri_text_take(&name);
}

char *clri_user_cache(void)
{
    return user_folder("clreduce\\cache");
}

char *clri_user_settings(void)
{
    return user_folder("clreduce");
}

/* In %ProgramData% all users may make files. */
const char clri_shared_cache[] = "";

bool clri_path_exists(const char *path)
{
    wchar_t *wide = wide_of(path);
    const bool is_there = wide && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;

    free(wide);
    return is_there;
}

static bool is_folder(const wchar_t *path)
{
    const DWORD attributes = GetFileAttributesW(path);

    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

/* A drive and a machine's name are no folders that can be made: whether the last folder is there
 * decides. Who may use a folder is inherited from the one that it is in. */
bool clri_directory_make(const char *path)
{
    wchar_t *wide = wide_of(path);
    bool is_there = false;

    for (wchar_t *at = wide; at && *at; at++) {
        const wchar_t c = *at;

        if ((c != L'/' && c != L'\\') || at == wide)
            continue;
        *at = L'\0';
        CreateDirectoryW(wide, NULL);
        *at = c;
    }
    if (wide) {
        is_there = CreateDirectoryW(wide, NULL);
        set_errno();
        is_there = is_there || is_folder(wide);
    }
    free(wide);
    return is_there;
}

/* ---- files ---- */

/* The file of a handle, which is closed if there is none. */
static FILE *file_of(HANDLE handle, int flags, const char *mode)
{
    int descriptor;
    FILE *file;

    if (handle == INVALID_HANDLE_VALUE) {
        set_errno();
        return NULL;
    }
    descriptor = _open_osfhandle((intptr_t)handle, flags);
    if (descriptor < 0) {
        CloseHandle(handle);
        return NULL;
    }
    file = _fdopen(descriptor, mode);
    if (!file)
        _close(descriptor);
    return file;
}

/* A file that is read can be replaced and removed meanwhile. */
FILE *clri_file_open(const char *path, bool follows_links)
{
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const DWORD link = follows_links ? 0 : FILE_FLAG_OPEN_REPARSE_POINT;
    wchar_t *wide = wide_of(path);
    HANDLE handle;

    if (!wide)
        return NULL;
    handle = CreateFileW(wide, GENERIC_READ, share, NULL, OPEN_EXISTING,
                         FILE_ATTRIBUTE_NORMAL | link, NULL);
    free(wide);
    return file_of(handle, _O_RDONLY | _O_BINARY, "rb");
}

static void fill_name(wchar_t *xs, unsigned number)
{
    static const wchar_t digits[] = L"0123456789abcdefghijklmnopqrstuvwxyz";

    for (; *xs; xs++, number /= 36)
        *xs = digits[number % 36];
}

/* Who may use the file is inherited from its folder. */
FILE *clri_file_create(char *path)
{
    const size_t length = strlen(path);
    wchar_t *wide = wide_of(path);
    wchar_t *xs = wide && length >= 6 ? wide + wcslen(wide) - 6 : NULL;
    unsigned number = (unsigned)GetTickCount() ^ (unsigned)GetCurrentProcessId() << 12 ^
                      (unsigned)GetCurrentThreadId();
    HANDLE handle = INVALID_HANDLE_VALUE;

    for (int i = 0; xs && i < 100; i++) {
        fill_name(xs, number += 7919);
        handle = CreateFileW(wide, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (handle != INVALID_HANDLE_VALUE || GetLastError() != ERROR_FILE_EXISTS)
            break;
    }
    for (size_t i = 0; xs && i < 6; i++)
        path[length - 6 + i] = (char)xs[i];
    free(wide);
    return file_of(handle, _O_WRONLY | _O_BINARY, "wb");
}

/* A file that another process reads just now may keep its place. */
bool clri_file_rename(const char *from, const char *to)
{
    wchar_t *source = wide_of(from), *target = wide_of(to);
    const bool is_done = source && target && MoveFileExW(source, target, MOVEFILE_REPLACE_EXISTING);

    if (source && target && !is_done)
        set_errno();
    free(source);
    free(target);
    return is_done;
}

bool clri_file_remove(const char *path)
{
    wchar_t *wide = wide_of(path);
    const bool is_done = wide && DeleteFileW(wide);

    if (wide && !is_done)
        set_errno();
    free(wide);
    return is_done;
}

/* ---- whether files can be trusted ---- */

/* The user of this process, which the caller frees; NULL: not known. */
static TOKEN_USER *find_user(void)
{
    HANDLE token;
    TOKEN_USER *user = NULL;
    DWORD size = 0;

    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token))
        return NULL;
    GetTokenInformation(token, TokenUser, NULL, 0, &size);
    user = malloc(size ? size : 1);
    if (user && !GetTokenInformation(token, TokenUser, user, size, &size)) {
        free(user);
        user = NULL;
    }
    CloseHandle(token);
    return user;
}

/* Administrators and the system may do all that this user may. */
static bool is_trusted(PSID who, const TOKEN_USER *user)
{
    return EqualSid(who, user->User.Sid) || IsWellKnownSid(who, WinBuiltinAdministratorsSid) ||
           IsWellKnownSid(who, WinLocalSystemSid) || IsWellKnownSid(who, WinCreatorOwnerRightsSid);
}

/* Whether an entry of a list of rights lets somebody else write. Entries of kinds that are not
 * known do, unless they deny. */
static bool lets_others_write(const ACE_HEADER *entry, const TOKEN_USER *user)
{
    const DWORD writes = FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_DELETE_CHILD | DELETE |
                         WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL;
    const ACCESS_ALLOWED_ACE *allowed = (const ACCESS_ALLOWED_ACE *)entry;

    if ((entry->AceFlags & INHERIT_ONLY_ACE) || entry->AceType == ACCESS_DENIED_ACE_TYPE)
        return false;
    if (entry->AceType != ACCESS_ALLOWED_ACE_TYPE)
        return true;
    return (allowed->Mask & writes) && !is_trusted((PSID)&allowed->SidStart, user);
}

static bool may_others_write(PACL rights, const TOKEN_USER *user)
{
    void *entry;

    if (!rights) /* all may do all */
        return true;
    for (DWORD i = 0; i < rights->AceCount; i++)
        if (!GetAce(rights, i, &entry) || lets_others_write(entry, user))
            return true;
    return false;
}

/* What modes say under POSIX, the list of rights says here. Administrators are root: so shared
 * files are judged as the user's own. */
static const char *distrust(HANDLE handle)
{
    const SECURITY_INFORMATION wanted = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    PSECURITY_DESCRIPTOR descriptor = NULL;
    PSID owner = NULL;
    PACL rights = NULL;
    TOKEN_USER *user = find_user();
    const char *reason = NULL;

    if (!user || GetSecurityInfo(handle, SE_FILE_OBJECT, wanted, &owner, NULL, &rights, NULL,
                                 &descriptor) != ERROR_SUCCESS)
        reason = "nobody knows whom it belongs to";
    else if (!is_trusted(owner, user))
        reason = "it belongs to another user";
    else if (may_others_write(rights, user))
        reason = "others may write to it: take that right away in its properties, under Security";
    if (descriptor)
        LocalFree(descriptor);
    free(user);
    return reason;
}

const char *clri_directory_distrust(const char *path, bool is_shared)
{
    wchar_t *wide = wide_of(path);
    const char *reason;
    HANDLE handle;

    (void)is_shared;
    if (!wide)
        return strerror(errno);
    handle = CreateFileW(wide, READ_CONTROL | FILE_READ_ATTRIBUTES,
                         FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                         OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        set_errno();
        reason = strerror(errno);
    } else {
        reason = is_folder(wide) ? distrust(handle) : "it is not a folder";
        CloseHandle(handle);
    }
    free(wide);
    return reason;
}

const char *clri_file_distrust(FILE *file, bool is_shared, uint64_t *size)
{
    const DWORD no_file = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
    const HANDLE handle = (HANDLE)_get_osfhandle(_fileno(file));
    BY_HANDLE_FILE_INFORMATION facts;

    (void)is_shared;
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &facts) ||
        (facts.dwFileAttributes & no_file))
        return "it is no regular file";
    *size = (uint64_t)facts.nFileSizeHigh << 32 | facts.nFileSizeLow;
    return distrust(handle);
}

/* ---- libraries ---- */

const char clri_usual_loader[] = "OpenCL.dll";
const char clri_loader_advice[] = "install the driver of an OpenCL device";

/* A name alone is looked for beside the program and in the system's folder, never in the current
 * one; what a library needs, beside the library first. */
void *clri_library_open(const char *path)
{
    const DWORD with_path = LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS;
    wchar_t *wide = wide_of(path);
    const bool has_folder = strpbrk(path, "/\\") != NULL;
    wchar_t *full = wide && has_folder ? _wfullpath(NULL, wide, 0) : NULL;
    HMODULE library = NULL;

    if (full)
        library = LoadLibraryExW(full, NULL, with_path);
    else if (wide)
        library = LoadLibraryExW(wide, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
    free(full);
    free(wide);
    return (void *)library;
}

void *clri_library_find(void *library, const char *name)
{
    return (void *)(intptr_t)GetProcAddress(library, name);
}

void clri_library_close(void *library)
{
    FreeLibrary(library);
}

const char *clri_library_error(void)
{
    static _Thread_local char text[32];

    snprintf(text, sizeof text, "error %lu", GetLastError());
    return text;
}
