/*
 * option_list.h -- a table of options from one list, which also gives their places in it, so that neither can get out
 * of step with the other:
 *
 *     #define OPTIONS(OPTION)
 *         OPTION(BINS, OPTION_BINS(20))
 *         OPTION(MEAN, CHOICE("mean", "plain, or weighted", [PLAIN] = "plain", [WEIGHTED] = "weighted"))
 *     OPTION_TABLE(OPTIONS);
 *
 * (a line of a macro ends in a backslash) stands for
 *
 *     enum { BINS, MEAN };
 *     static const assay_option options[] = { OPTION_BINS(20), CHOICE("mean", ...) };
 *
 * and call->option[MEAN] is what was chosen. A list may hold another one: DCI_OPTIONS(OPTION) in it puts all the
 * options of dci.h there. An option that comes in by two lists is a redeclared enumerator, which does not compile.
 */
#pragma once

#include "assay.h"
#include "counted.h"

#define OPTION_PLACE(place, ...) place,
#define OPTION_ENTRY(place, ...) __VA_ARGS__,

#define OPTION_TABLE(LIST)       \
    enum { LIST(OPTION_PLACE) }; \
    static const assay_option options[] = { LIST(OPTION_ENTRY) }

/* The place of the option that is called so; n: there is none. */
size_t option_called(const assay_option *options, size_t n, const char *id);

/* An option: a number, a whole number, or one of some words. `more`: flags besides. */
#define PARAMETER(name, about, usual, least, most, more)                                                    \
    {                                                                                                       \
        .id = (name), .text = (about), .standard = (usual), .low = (least), .high = (most), .flags = (more) \
    }
#define NUMBER(name, about, usual, least, most) PARAMETER(name, about, usual, least, most, 0)
#define WHOLE(name, about, usual, least, most) PARAMETER(name, about, usual, least, most, ASSAY_WHOLE)

/* Each word is written [NAME] = "word", and the option compared with NAME: a word that comes later has a name of its
 * own, and is not scored as another. */
#define CHOICE_OF(name, about, usual, more, ...)                                                                  \
    {                                                                                                             \
        .id = (name), .text = (about), .standard = (usual), .flags = ASSAY_WHOLE | (more),                        \
        .high = sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *) - 1, .words = (const char *const[]) \
        {                                                                                                         \
            __VA_ARGS__, NULL                                                                                     \
        }                                                                                                         \
    }

/* Of which the first word is the usual one. */
#define CHOICE(name, about, ...) CHOICE_OF(name, about, 0, 0, __VA_ARGS__)

enum { NO, YES };
#define NO_YES(name, about, usual, more) CHOICE_OF(name, about, usual, more, [NO] = "no", [YES] = "yes")
