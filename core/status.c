/* How an error travels: a status that is returned, and one sentence for whoever reads it. */
#include "assay.h"

#include "plain_text.h"

#include <stdarg.h>
#include <stdio.h>

assay_status assay_fail(assay_error *err, assay_status status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        if (format) vsnprintf(err->text, sizeof err->text, format, args);
        else err->text[0] = '\0';
        va_end(args);
        text_make_plain(err->text); /* it names files and says what others said, and ends at a terminal */
    }
    return status;
}
