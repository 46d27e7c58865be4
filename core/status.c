/* How an error travels: a status that is returned, and one sentence for whoever reads it. */
#include "owned.h"
#include "plain_text.h"

#include <stdarg.h>
#include <stdio.h>

static assay_status say(assay_error *err, assay_status status, const char *where, const char *format, va_list args)
{
    size_t used = 0;
    if (!err) return status;
    err->text[0] = '\0';
    if (where) used = (size_t)snprintf(err->text, sizeof err->text, "%.600s: ", where);
    if (format && used < sizeof err->text) vsnprintf(err->text + used, sizeof err->text - used, format, args);
    text_make_plain(err->text); /* it names files and says what others said, and ends at a terminal */
    return status;
}

assay_status assay_fail(assay_error *err, assay_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(err, status, NULL, format, args);
    va_end(args);
    return status;
}

assay_status bad_input(const char *where, assay_error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(err, ASSAY_EINPUT, where, format, args);
    va_end(args);
    return ASSAY_EINPUT;
}
