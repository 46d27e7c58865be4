/* store_args.h -- what commands that read a store share: --db, and the options that say which of its scores. */
#pragma once

#include "choice.h"
#include "cli.h"

#define STORE_ARGS_PATH "out/assay.db"                     /* where --db is not given */
#define STORE_ARGS_ELSEWHERE "out/*.db", "out/*/scores.db" /* where `make demo`, audits and examples put theirs */

/* The file of --db, to write into. */
const char *store_args_path(const cli_args *args);
/* To read: where --db is not given and there is no STORE_ARGS_PATH, the one store that is elsewhere, with a word on
 * standard error when it is opened. */
const char *store_args_found(const cli_args *args);

/* Tells, on standard error, which values of candidates lie outside the range that they declare. store_args_open
 * does. */
void store_args_remark(store *scores);

/* Each gives the exit status and has explained what was wrong. Where the store lacks cells of its plans, standard error
 * says how many: formats without a place for it, as CSV and JSON Lines, have it nowhere else. */
int store_args_open(const cli_args *args, store **to);

typedef struct store_args {
    store *scores;
    store_filter filter; /* what of it; what --metrics may say: filter_metrics */
} store_args;

/* Both, or the filter alone, and no store; closed with store_args_close, whatever the status. */
int store_args_read(const cli_args *args, store_args *to);
int store_args_filter(const cli_args *args, store_args *to);
/* What judges must not mix profiles: where --profile does not say, the filter gets the one that the store has, or of
 * several the scenarios' own factors or else the first, with a word on standard error. */
int store_args_one_profile(const cli_args *args, store_args *of);
/* Says that pairs of a bank were left out, and what reads them, where some were. */
void store_args_say_pairs(const cli_args *args, const evidence *read);

/* What the store says of the choice of a metric; refuses where that is nothing. */
int store_args_choice(const cli_args *args, store *scores, const choice_like *like, stored_choice *to);

/* Whether --by is neither file nor group. */
int store_args_bad_by(const cli_args *args);

void store_args_close(store_args *of);

/* Lists as of --scenarios and --metrics and a factor profile; NULL: none. CLI_INPUT, with the nearest name, where
 * one is neither the store's nor assay's. Other entries ("family:information", "python:mine.py") are left to who
 * reads them. */
int store_names_check(store *scores, const char *scenarios, const char *metrics, const char *profile);

/*
 * --metrics as a store's filter takes it: ids and id@preset; mig:bins=15 is mig@default:bins=15. Groups, `all` and what
 * is left out are written out; a name without preset stands for every preset in the store. Names that are no built-in
 * metrics, such as those of plug-ins, pass as they are. *to is NULL without --metrics. Returns the exit status.
 */
int filter_metrics(const cli_args *args, const char **to);

typedef struct store_list {
    char **path; /* [count] */
    size_t count;
} store_list;

/* In the order of the words, folders by name. A file that is `but` (NULL: none) is left out of folders and lists. The
 * exit status; has explained what was wrong: a folder without a store. Zero-initialise before; free with
 * store_list_free, also after an error. */
int store_list_read(const char *const *word, size_t n, const char *but, store_list *to);
void store_list_free(store_list *list);
