/*
 * Settings, points and variants: their one reader and their one writer, each the other's inverse, and what is compared
 * by value, whatever the order.
 */
#include "check.h"

#include "evidence.h"
#include "variant_id.h"
#include "counted.h"

static settings read_good(const char *text, int separator)
{
    settings s;
    if (settings_read(text, separator, &s) != ASSAY_OK) fail_msg("'%s' cannot be read", text);
    return s;
}

static scenario_point point_good(const char *scenario, const char *text)
{
    scenario_point p;
    if (point_read(scenario, text, &p) != ASSAY_OK) fail_msg("%s '%s' cannot be read", scenario, text);
    return p;
}

/* What reads as a number, and how it is written; words are what is left. */
TEST(values)
{
    static const struct {
        const char *text, *written, *word;
        double number;
    } known[] = {
        { "a=0.25", "a=0.25", NULL, 0.25 },
        { "a=peer", "a=peer", "peer", NAN },
        { "a=-3", "a=-3", NULL, -3 },
        { "a=1e3", "a=1000", NULL, 1000 },
        { "a=0.1000", "a=0.1", NULL, 0.1 },
        { "a=0.30000000000000004", "a=0.30000000000000004", NULL, 0.1 + 0.2 },
        { "a=5e-324", "a=5e-324", NULL, 5e-324 },
        { "a=2x", "a=2x", "2x", NAN }, /* not wholly a number */
        { "a=1 ", "a=1 ", "1 ", NAN },
        { "a=nan", "a=nan", "nan", NAN }, /* C reads these as numbers, a descriptor has none such */
        { "a=inf", "a=inf", "inf", NAN },
        { "a=-infinity", "a=-infinity", "-infinity", NAN },
        { "a=1e999", "a=1e999", "1e999", NAN },
        { "a=x=y", "a=x=y", "x=y", NAN }, /* the first equals sign parts them */
        { "a=b:c", "a=b:c", "b:c", NAN }, /* the other separator is a letter like any */
        { "a b=c d", "a b=c d", "c d", NAN },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        settings s = read_good(known[k].text, SETTINGS_OF_POINT);
        char value[64];
        assert_int_equal(s.n, 1);
        assert_string_equal(s.text, known[k].written);
        if (known[k].word) assert_string_equal(s.at[0].word, known[k].word);
        else assert_null(s.at[0].word);
        assert_true(known[k].word ? isnan(s.at[0].number) : s.at[0].number == known[k].number);
        setting_print(&s.at[0], value, sizeof value);
        assert_string_equal(value, strchr(known[k].written, '=') + 1);
        settings_free(&s);
        assert_true(!s.at && !s.text && s.n == 0);
        settings_free(&s); /* again is harmless */
    }
}

TEST(what_is_none)
{
    static const char *const bad[] = { "a",    "a=",       "=1",      "=",           ";",    "a=1;",
                                       ";a=1", "a=1;;b=2", "a=1;a=2", "a=1;b=2;a=x", "a=1;b" };
    for (size_t k = 0; k < ASSAY_COUNT(bad); k++) {
        settings s = { .n = 7 };
        if (settings_read(bad[k], SETTINGS_OF_POINT, &s) != ASSAY_EINPUT) fail_msg("'%s' is taken", bad[k]);
        assert_true(s.n == 0 && !s.at && !s.text && !s.owner);
    }
    FREED(settings_free) settings none = read_good("", SETTINGS_OF_POINT); /* no settings are settings */
    assert_true(none.n == 0);
    assert_string_equal(none.text, "");
}

TEST(many)
{
    settings s = read_good("delta=0.25;alpha=1;order=peer", SETTINGS_OF_POINT);
    assert_int_equal(s.n, 3);
    assert_true(settings_number(&s, "alpha") == 1 && settings_number(&s, "delta") == 0.25);
    assert_true(isnan(settings_number(&s, "order")) && isnan(settings_number(&s, "lpha")) &&
                isnan(settings_number(&s, "")));
    assert_string_equal(settings_word(&s, "order"), "peer");
    assert_null(settings_word(&s, "alpha"));
    assert_null(settings_word(&s, "alph"));
    assert_ptr_equal(settings_find(&s, "order"), &s.at[2]);
    settings copy;
    assert_int_equal(settings_without(&s, "", &copy), ASSAY_OK);
    settings_free(&s);
    assert_string_equal(copy.text, "delta=0.25;alpha=1;order=peer"); /* of its own */
    assert_string_equal(settings_word(&copy, "order"), "peer");
    settings_free(&copy);
    s = read_good("bins=20:rule=range", SETTINGS_OF_VARIANT);
    assert_int_equal(s.n, 2);
    assert_string_equal(s.text, "bins=20:rule=range");
    settings_free(&s);
}

TEST(compared)
{
    static const struct {
        const char *a, *b;
        int equal, held;
    } known[] = {
        { "a=1;b=2", "a=1;b=2", 1, 1 },
        { "a=1;b=2", "b=2;a=1", 1, 1 },
        { "a=1;b=2", "b=2", 0, 1 },
        { "a=1;b=2", "", 0, 1 },
        { "", "", 1, 1 },
        { "b=2", "a=1;b=2", 0, 0 },
        { "a=1;b=2", "a=1;b=3", 0, 0 },
        { "a=1", "aa=1", 0, 0 },
        { "a=20", "a=2", 0, 0 },
        { "a=1", "a=1.0", 1, 1 },
        { "a=0", "a=-0", 1, 1 },
        { "a=peer", "a=peers", 0, 0 },
        { "a=peer", "a=1", 0, 0 },
        { "a=1", "a=peer", 0, 0 },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        FREED(settings_free)
        settings a = read_good(known[k].a, SETTINGS_OF_POINT), b = read_good(known[k].b, SETTINGS_OF_POINT);
        if (settings_equal(&a, &b) != known[k].equal || settings_equal(&b, &a) != known[k].equal ||
            settings_hold(&a, &b) != known[k].held)
            fail_msg("'%s' and '%s'", known[k].a, known[k].b);
    }
}

/* Of a descriptor's options: words by their place, those that are kept, in its order. */
TEST(of_a_descriptor)
{
    static const char *const words[] = { "range", "quantile", NULL };
    static const assay_option options[] = { { .id = "bins" }, { .id = "rule", .words = words }, { .id = "fit" } };
    static const double value[] = { 15, 1, 0.5 };
    settings s;
    assert_int_equal(settings_make(options, 3, value, NULL, SETTINGS_OF_VARIANT, &s), ASSAY_OK);
    assert_string_equal(s.text, "bins=15:rule=quantile:fit=0.5");
    settings_free(&s);
    assert_int_equal(settings_make(options, 3, value, (const unsigned char[]){ 0, 1, 0 }, SETTINGS_OF_POINT, &s),
                     ASSAY_OK);
    assert_string_equal(s.text, "rule=quantile");
    assert_true(isnan(s.at[0].number));
    settings_free(&s);
    assert_int_equal(settings_make(options, 3, value, (const unsigned char[]){ 0, 0, 0 }, SETTINGS_OF_POINT, &s),
                     ASSAY_OK);
    assert_true(s.n == 0 && s.text[0] == '\0');
    settings_free(&s);
}

/* Numbers of any size come back as the same bits, however many settings there are. */
TEST(written_and_read)
{
    assay_stream stream;
    assay_stream_seed(&stream, 3);
    for (unsigned round = 0; round < check_repeats(200); round++) {
        setting at[6];
        static const char *const names[] = { "a", "bb", "c-c", "d", "e", "f" };
        const size_t n = (size_t)assay_stream_below(&stream, 7);
        for (size_t k = 0; k < n; k++) {
            const double number = ldexp(assay_stream_normal(&stream), (int)assay_stream_below(&stream, 400) - 200);
            at[k] = (setting){ names[k], assay_stream_below(&stream, 4) ? NULL : "word", number };
        }
        FREED(settings_free) settings s, back;
        assert_int_equal(settings_from(at, n, SETTINGS_OF_POINT, &s), ASSAY_OK);
        assert_int_equal(settings_read(s.text, SETTINGS_OF_POINT, &back), ASSAY_OK);
        assert_int_equal(back.n, n);
        assert_true(settings_equal(&s, &back));
        assert_string_equal(s.text, back.text);
        for (size_t k = 0; k < n; k++)
            assert_true(at[k].word ? back.at[k].word != NULL : back.at[k].number == at[k].number);
    }
}

/* Every point of every scenario: what is made of its descriptor is what is read of its writing. */
TEST(made_and_read)
{
    size_t swept = 0, points = 0;
    for (size_t k = 0; k < assay_scenario_count(); k++) {
        const assay_scenario *s = assay_scenario_at(k);
        size_t step[32] = { 0 }, p;
        do {
            double parameter[32];
            scenario_point made, read;
            for (p = 0; p < s->n_parameters; p++) parameter[p] = s->sweeps[p].at[step[p]];
            assert_int_equal(point_make_on(s, parameter, NULL, &made), ASSAY_OK);
            read = point_good(s->id, made.set.text);
            assert_true(point_equal(&made, &read) && made.swept == read.swept && points_apart(&made, &read) == 0);
            assert_int_equal(made.swept, scenario_swept(s));
            if (made.swept >= 0) assert_true(point_swept(&made) == parameter[made.swept]);
            swept += made.swept >= 0;
            points++;
            point_free(&made);
            point_free(&read);
            for (p = s->n_parameters; p > 0 && ++step[p - 1] == s->sweeps[p - 1].n_at; p--) step[p - 1] = 0;
        } while (p > 0);
    }
    assert_true(points > assay_scenario_count() && swept > points / 2 && swept < points);
}

TEST(what_is_swept)
{
    static const struct {
        const char *scenario, *text, *name;
        double x;
    } known[] = {
        { "noise", "alpha=0.25", "alpha", 0.25 },
        { "dependent", "delta=0.25;alpha=1", "alpha", 1 }, /* two are swept, alpha along a line */
        { "dependent", "alpha=1;delta=0.25", "alpha", 1 }, /* by its name, not by its place */
        { "partial", "known=2", "known", 2 },
        { "trig", "order=peer", NULL, 0 }, /* a word is on no axis */
        { "noise", "alpha=peer", NULL, 0 },
        { "noise", "beta=1", NULL, 0 },
        { "noise", "", NULL, 0 },
        { "unknown", "alpha=1", NULL, 0 }, /* nobody says what is swept */
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        FREED(point_free) scenario_point p = point_good(known[k].scenario, known[k].text);
        if (known[k].name) {
            assert_string_equal(point_swept_name(&p), known[k].name);
            assert_true(point_swept(&p) == known[k].x);
        } else if (point_swept_name(&p) || !isnan(point_swept(&p)) || p.swept != POINT_NOT_SWEPT) {
            fail_msg("%s %s", known[k].scenario, known[k].text);
        }
    }
}

/* The one number that a scenario sweeps; of several the last that makes a line, which takes three values. */
TEST(what_a_scenario_sweeps)
{
    static const char *const words[] = { "a", "b", "c", NULL };
    static const assay_option parameters[] = { { .id = "one" }, { .id = "two" }, { .id = "word", .words = words } };
    static const struct {
        size_t n_at[3];
        int swept;
    } known[] = {
        { { 1, 1, 1 }, POINT_NOT_SWEPT },
        { { 2, 1, 1 }, 0 },
        { { 1, 2, 1 }, 1 },
        { { 1, 1, 3 }, POINT_NOT_SWEPT },
        { { 3, 2, 1 }, 0 },
        { { 2, 3, 1 }, 1 },
        { { 3, 3, 1 }, 1 },
        { { 2, 2, 1 }, POINT_NOT_SWEPT },
        { { 2, 1, 2 }, POINT_NOT_SWEPT },
        { { 3, 1, 2 }, 0 },
        { { 3, 2, 3 }, 0 },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        static const double at[] = { 0, 1, 2 };
        assay_sweep sweeps[3];
        for (size_t p = 0; p < 3; p++) sweeps[p] = (assay_sweep){ parameters[p].id, at, known[k].n_at[p] };
        const assay_scenario s = { .id = "s", .parameters = parameters, .sweeps = sweeps, .n_parameters = 3 };
        if (scenario_swept(&s) != known[k].swept) fail_msg("%zu: %d", k, scenario_swept(&s));
    }
}

/* From a store's parts, which may say anything of what is swept. */
TEST(from_parts)
{
    static const setting parts[] = { { "alpha", NULL, 0.5 }, { "order", "peer", NAN } };
    static const int said[] = { 0, 1, 2, -1, -7, 1000 }, kept[] = { 0, -1, -1, -1, -1, -1 };
    for (size_t k = 0; k < ASSAY_COUNT(said); k++) {
        scenario_point p, copy;
        assert_int_equal(point_from("made-up", parts, 2, said[k], &p), ASSAY_OK);
        assert_int_equal(p.swept, kept[k]);
        assert_true(point_is(&p, "made-up", "alpha=0.5;order=peer"));
        assert_true(point_number(&p, "alpha") == 0.5 && isnan(point_number(&p, "order")));
        assert_string_equal(point_word(&p, "order"), "peer");
        assert_int_equal(point_copy(&p, &copy), ASSAY_OK);
        point_free(&p);
        assert_true(copy.swept == kept[k] && point_is(&copy, "made-up", "alpha=0.5;order=peer"));
        point_free(&copy);
        point_free(&copy);
    }
    scenario_point p = { .swept = 7 };
    assert_int_equal(point_read("noise", "alpha", &p), ASSAY_EINPUT);
    assert_true(!p.scenario && !p.set.text && p.swept == POINT_NOT_SWEPT);
}

TEST(points_compared)
{
    static const struct {
        const char *a, *b, *but;
        size_t apart;
        int alike;
    } known[] = {
        { "delta=1;alpha=0.5", "delta=1;alpha=0.5", NULL, 0, 1 },
        { "delta=1;alpha=0.5", "alpha=0.5;delta=1", NULL, 0, 1 },
        { "delta=1;alpha=0.5", "delta=1;alpha=0.25", NULL, 1, 0 },
        { "delta=1;alpha=0.5", "delta=1;alpha=0.25", "alpha", 1, 1 },
        { "delta=1;alpha=0.5", "delta=1;alpha=0.25", "delta", 1, 0 },
        { "delta=1;alpha=0.5", "delta=2;alpha=0.25", "alpha", 2, 0 },
        { "delta=1;alpha=0.5", "delta=1", NULL, 1, 0 },
        { "delta=1;alpha=0.5", "delta=1", "alpha", 1, 1 },
        { "delta=1", "delta=1;alpha=0.5", "alpha", 1, 1 },
        { "delta=1", "alpha=0.5", NULL, 2, 0 },
        { "", "alpha=0.5", "alpha", 1, 1 },
        { "order=peer", "order=1", NULL, 1, 0 },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        FREED(point_free) scenario_point a = point_good("noise", known[k].a), b = point_good("noise", known[k].b);
        if (points_apart(&a, &b) != known[k].apart || points_apart(&b, &a) != known[k].apart)
            fail_msg("'%s' and '%s' are %zu apart", known[k].a, known[k].b, points_apart(&a, &b));
        if (points_alike(&a, &b, known[k].but) != known[k].alike ||
            points_alike(&b, &a, known[k].but) != known[k].alike)
            fail_msg("'%s' and '%s' but %s", known[k].a, known[k].b, known[k].but ? known[k].but : "nothing");
    }
    FREED(point_free) scenario_point a = point_good("noise", "alpha=1"), b = point_good("mixing", "alpha=1");
    assert_false(point_equal(&a, &b));
    assert_true(point_is(&a, "noise", "alpha=1") && !point_is(&a, "noise", "alpha=10") &&
                !point_is(&b, "noise", "alpha=1"));
}

TEST(parts_of_a_variant)
{
    static const struct {
        const char *metric, *text, *preset;
        size_t n;
        const char *named;
    } known[] = {
        { "mig", "default", "default", 0, "mig" },
        { "mig", "zaidi2020", "zaidi2020", 0, "mig@zaidi2020" },
        { "mig", "zaidi2020:bins=15", "zaidi2020", 1, "mig@zaidi2020:bins=15" },
        { "mig", "default:bins=5:rule=range", "default", 2, "mig:bins=5:rule=range" },
        { "gap", "d7b35523", "d7b35523", 0, "gap@d7b35523" },
        { "gap", "defaults", "defaults", 0, "gap@defaults" },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        variant_id v, copy;
        char name[64];
        assert_int_equal(variant_id_read(known[k].metric, known[k].text, &v), ASSAY_OK);
        assert_string_equal(v.metric, known[k].metric);
        assert_string_equal(v.preset, known[k].preset);
        assert_string_equal(v.text, known[k].text);
        assert_int_equal(v.changed.n, known[k].n);
        variant_print(v.metric, v.text, name, sizeof name);
        assert_string_equal(name, known[k].named);
        assert_int_equal(variant_id_copy(&v, &copy), ASSAY_OK);
        assert_true(variant_id_equal(&v, &copy) && v.text != copy.text);
        variant_id_free(&v);
        assert_string_equal(copy.text, known[k].text);
        variant_id_free(&copy);
        variant_id_free(&copy);
        assert_true(!copy.metric && !copy.preset && !copy.text && !copy.changed.at);
    }
    static const char *const bad[] = { "default:", "default:bins", "default:bins=", "default:=5",
                                       "default:bins=5:bins=6" };
    for (size_t k = 0; k < ASSAY_COUNT(bad); k++) {
        variant_id v;
        if (variant_id_read("mig", bad[k], &v) != ASSAY_EINPUT) fail_msg("'%s' is taken", bad[k]);
        assert_true(!v.metric && !v.preset && !v.text && !v.changed.at);
    }
}

TEST(variants_compared)
{
    static const struct {
        const char *metric[2], *text[2];
        int equal, same_preset;
    } known[] = {
        { { "mig", "mig" }, { "default", "default" }, 1, 1 },
        { { "mig", "mig" }, { "default:a=1:b=2", "default:b=2:a=1" }, 1, 1 },
        { { "mig", "mig" }, { "default:a=1", "default:a=2" }, 0, 1 },
        { { "mig", "mig" }, { "default:a=1", "default" }, 0, 1 },
        { { "mig", "mig" }, { "default", "defaults" }, 0, 0 },
        { { "mig", "mig-sup" }, { "default", "default" }, 0, 0 },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        variant_id v[2];
        for (size_t i = 0; i < 2; i++)
            assert_int_equal(variant_id_read(known[k].metric[i], known[k].text[i], &v[i]), ASSAY_OK);
        if (variant_id_equal(&v[0], &v[1]) != known[k].equal || variant_id_equal(&v[1], &v[0]) != known[k].equal ||
            variant_id_same_preset(&v[0], &v[1]) != known[k].same_preset)
            fail_msg("%s and %s", known[k].text[0], known[k].text[1]);
        for (size_t i = 0; i < 2; i++) variant_id_free(&v[i]);
    }
}

TESTS_MAIN
