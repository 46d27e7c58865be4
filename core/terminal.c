/* Texts on their way to a terminal. */
#define _POSIX_C_SOURCE 200809L /* isatty, fileno */
#include "terminal.h"

#include "owned.h"
#include "plain_text.h"
#include "wording.h"

#include <unistd.h>

static void print_plain(FILE *to, const char *format, va_list args)
{
    const size_t length = strlen(format);
    const int ends = length && format[length - 1] == '\n';
    OWNED char *text = wording_of(format, args);
    const size_t printed = text ? strlen(text) : 0;
    if (ends && printed) text[printed - 1] = '\0';
    if (text) text_make_plain(text);
    fprintf(to, "%s%s", text ? text : "memory ran out", ends ? "\n" : "");
}

void terminal_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_plain(stderr, format, args);
    va_end(args);
}

void terminal_print(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (isatty(fileno(stdout))) print_plain(stdout, format, args);
    else vprintf(format, args);
    va_end(args);
}
