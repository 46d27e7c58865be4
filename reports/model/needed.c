#include "needed.h"

enum { NO_MEMORY = 4 }; /* the exit status of what this machine lacks */

void *needed(void *memory)
{
    if (memory) return memory;
    fputs("assay: memory ran out\n", stderr);
    exit(NO_MEMORY);
}

void needed_status(assay_status status)
{
    if (status == ASSAY_ENOMEM) needed(NULL);
}

void needed_close(FILE *text)
{
    if (fclose(text) != 0) needed(NULL);
}
