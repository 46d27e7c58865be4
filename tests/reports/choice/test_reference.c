/* Sources as BibTeX: every source with a number of arXiv has its row, and every entry is one that BibTeX reads. */
#include "testing.h"

#include "choice_table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern const char choice_literature[];

enum { TEXT = 1200 };

/* The value of a field, without its braces; "" where the entry has none. Braces balance, also to the entry's end. */
static void read_field(const char *entry, const char *name, char value[TEXT])
{
    char start[64];
    snprintf(start, sizeof start, "\n  %s = {", name);
    const char *from = strstr(entry, start);
    value[0] = '\0';
    if (!from) return;
    from += strlen(start);
    int depth = 1;
    const char *end = from;
    for (; depth; end++) {
        assert_true(*end);
        depth += (*end == '{') - (*end == '}');
    }
    assert_true(strncmp(end, ",\n  ", 4) == 0 || strcmp(end, "\n}\n") == 0);
    while (*from == '{') from++;
    snprintf(value, TEXT, "%.*s", (int)strcspn(from, "}"), from);
}

/* Of a numbered work that is cited first the entry has a title, a year and authors by family name. */
static void check_source(const char *id, const char *title, const char *source)
{
    const char *number = strstr(source, "arXiv:"), *other = strchr(source, ';');
    char value[TEXT];
    const char *entry = choice_reference(id, title, source);
    if (!entry) {
        assert_null(number);
        return;
    }
    read_field(entry, "note", value);
    assert_non_null(strstr(value, source));
    read_field(entry, "author", value);
    assert_true(*value && !strstr(value, "ours") && !strstr(value, "after ") && !strstr(value, "SAELens"));
    read_field(entry, "year", value);
    assert_int_equal(strspn(value, "0123456789"), 4);
    if (number && (!other || number < other)) {
        read_field(entry, "title", value);
        if (!*value) fprintf(stderr, "literature.csv has no row for '%s'\n", source);
        assert_true(*value);
        read_field(entry, "eprint", value);
        assert_int_equal(strncmp(number + 6, value, strlen(value)), 0);
        read_field(entry, "author", value);
        assert_non_null(strchr(value, ','));
        assert_null(strstr(value, "others"));
    }
}

TEST(every_metric_preset_and_scenario_cites_a_work_that_the_table_has)
{
    const assay_metric *m;
    const assay_scenario *s;
    for (size_t k = 0; (m = assay_metric_at(k)); k++) {
        check_source(m->id, m->title, m->source);
        for (size_t p = 0; p < m->n_presets; p++) check_source(m->id, m->title, m->presets[p].source);
    }
    for (size_t k = 0; (s = assay_scenario_at(k)); k++) check_source(s->id, s->title, s->source);
}

TEST(rows_have_seven_fields_a_known_kind_and_numbers_of_the_right_form)
{
    const char *at = strchr(choice_literature, '\n') + 1;
    for (; *at; at = strchr(at, '\n') + 1) {
        char line[1024], *field[7], *rest = line;
        assert_true(strcspn(at, "\n") < sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        for (size_t k = 0; k < 7; k++) {
            assert_int_equal(rest[0], '"');
            field[k] = rest + 1;
            rest = strchr(field[k], '"');
            assert_non_null(rest);
            *rest++ = '\0';
            if (k < 6) assert_int_equal(*rest++, ',');
        }
        assert_int_equal(*rest, '\0');
        if (isdigit((unsigned char)field[0][0])) {
            assert_int_equal(strspn(field[0], "0123456789"), 4);
            assert_int_equal(field[0][4], '.');
            assert_in_range(strspn(field[0] + 5, "0123456789"), 4, 5);
        }
        assert_non_null(strstr("article inproceedings misc book", field[1]));
        assert_true(*field[2] && *field[3] && strchr(field[2], ','));
        assert_int_equal(strcmp(field[1], "misc") == 0, !*field[4]); /* what has no venue is a preprint, or a thesis */
        assert_int_equal(strspn(field[5], "0123456789"), 4);
        assert_true(!*field[6] || (strncmp(field[6], "10.", 3) == 0 && strchr(field[6], '/')));
    }
}

static void check_entry(const char *source, const char *entry)
{
    const char *made = choice_reference("x", "X", source);
    assert_string_equal(made, entry);
}

TEST(an_entry_has_what_is_known_and_no_more)
{
    check_entry("Eastwood and Williams 2018, ICLR, section 2; Locatello et al. 2019, arXiv:1811.12359",
                "@inproceedings{assay-x,\n  author = {Eastwood, Cian and Williams, Christopher K. I.},\n"
                "  title = {{A Framework for the Quantitative Evaluation of Disentangled Representations}},\n"
                "  booktitle = {International Conference on Learning Representations},\n  year = {2018},\n"
                "  note = {X: Eastwood and Williams 2018, ICLR, section 2; Locatello et al. 2019, "
                "arXiv:1811.12359}\n}\n");
    check_entry("Ross 2014, equation 2",
                "@article{assay-x,\n  author = {Ross, Brian C.},\n"
                "  title = {{Mutual Information between Discrete and Continuous Data Sets}},\n"
                "  journal = {PLoS ONE},\n  year = {2014},\n  doi = {10.1371/journal.pone.0087357},\n"
                "  note = {X: Ross 2014, equation 2}\n}\n");
    check_entry("ours, after Own and Other 2030, arXiv:3001.00001",
                "@misc{assay-x,\n  author = {Own and Other},\n  year = {2030},\n  eprint = {3001.00001},\n"
                "  archivePrefix = {arXiv},\n  doi = {10.48550/arXiv.3001.00001},\n"
                "  note = {X: ours, after Own and Other 2030, arXiv:3001.00001}\n}\n");
    assert_null(choice_reference("x", "X", "ours"));
}

TEST(two_works_of_one_family_name_and_year_are_kept_apart)
{
    const char *one = choice_reference("x", "X", "Watcharasupat 2021 (NTU thesis)");
    const char *two = choice_reference("x", "X", "Watcharasupat and Lerch 2021 (ISMIR late-breaking demo)");
    assert_non_null(strstr(one, "Controllable Music: Supervised"));
    assert_non_null(strstr(two, "Lerch, Alexander"));
}

TESTS_MAIN
