/* Pages: escaping, ids and links, pictures made part of a page, what is refused; the parts of a report. */
#include "testing.h"
#include "typed_point.h"

#include "page_parts.h"

/* What a page writes, which is freed; to be freed. */
static char *written(page *p)
{
    char *text = NULL;
    size_t size = 0;
    assay_error err = { "" };
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    if (page_write(p, to, &err) != ASSAY_OK) fail_msg("%s", err.text);
    fclose(to);
    page_free(p);
    return text;
}

static void check_holds(const char *text, const char *const *want)
{
    for (; *want; want++)
        if (!strstr(text, *want)) fail_msg("no '%s' in the page", *want);
}
#define HOLDS(text, ...) check_holds(text, (const char *const[]){ __VA_ARGS__, NULL })

static void check_lacks(const char *text, const char *unwanted)
{
    const char *at = strstr(text, unwanted);
    if (at) fail_msg("there is '%s': %.80s", unwanted, at);
}

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) count++;
    return count;
}

TEST(test_escaping)
{
    page *p = page_new("a < b & \"c\"", "it's <i>");
    page_section(p, "one", "x > `y<z`");
    page_paragraph(p, "%s", "<script>alert('&')</script>");
    page_paragraph(p, "%s", "run `a && b`, then `");
    page_code(p, "a < b\n  `c`\n");
    page_html(p, "<a href=\"%s\" title=\"%s\">%s</a>", "f.csv?a&b\"", "say \"hi\", `x`", "<here>");
    page_html(p, "<span title=\"%s\"", "\"<>&'"); /* a tag in pieces */
    page_html(p, " class=\"k%zu\">%s</span>%.2f %.*f%% %llu %d %g", (size_t)7,
              "a\xff"
              "b\x01"
              "c\tα",
              -0.125, 3, -0.0, 123456789012ull, -3, 0.1);
    char *text = written(p);
    HOLDS(text, "<title>a &lt; b &amp; &quot;c&quot;</title>",
          "<h1>a &lt; b &amp; &quot;c&quot;</h1>\n<p class=\"subtitle\">it&#39;s &lt;i&gt;</p>",
          "<h2 id=\"one\">x &gt; <code>y&lt;z</code></h2>", "<li><a href=\"#one\">x &gt; `y&lt;z`</a></li>",
          "<p>&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</p>",
          "<p>run <code>a &amp;&amp; b</code>, then `</p>", /* one without a partner stays */
          "<pre>a &lt; b\n  `c`\n</pre>",
          "<a href=\"f.csv?a&amp;b&quot;\" title=\"say &quot;hi&quot;, `x`\">&lt;here&gt;</a>",
          "<span title=\"&quot;&lt;&gt;&amp;&#39;\" class=\"k7\">a\xEF\xBF\xBD"
          "b\xEF\xBF\xBD"
          "c\tα</span>−0.12 0.000% 123456789012 -3 0.1");
    free(text);
}

TEST(test_ids)
{
    page *p = page_new("T", "");
    page_section(p, "v/mig@a:b", "first");
    page_section(p, "v/mig@a-b", "second"); /* no two texts are one id */
    page_section(p, "v_2f", "third");
    page_html(p, "<a href=\"#v/%s@%s:b\">to the first</a>", "mig", "a");
    char *text = written(p);
    HOLDS(text, "<h2 id=\"v_2fmig_40a_3ab\">first</h2>", "<h2 id=\"v_2fmig_40a-b\">second</h2>",
          "<h2 id=\"v_5f2f\">third</h2>", "<a href=\"#v_2fmig_40a_3ab\">to the first</a>");
    assert_true(strstr(text, ">first</a>") < strstr(text, ">second</a>")); /* the contents, in order */
    check_lacks(text, "subtitle\">");
    free(text);
}

static void check_refused(page *p, assay_status want, const char *why)
{
    assay_error err = { "" };
    char *text = NULL;
    FILE *to = open_memstream(&text, &(size_t){ 0 });
    assert_int_equal(page_write(p, to, &err), want);
    fclose(to);
    if (!strstr(err.text, why)) fail_msg("got '%s', want '%s'", err.text, why);
    assert_string_equal(text, ""); /* nothing is written */
    free(text);
    page_free(p);
}

TEST(test_refusals)
{
    page *p = page_new("T", "");
    page_section(p, "a", "A");
    page_html(p, "<h3 id=\"%s\">B</h3>", "a");
    check_refused(p, ASSAY_EINTERNAL, "the id 'a' twice");
    p = page_new("T", "");
    page_html(p, "<a href=\"#b\">B</a>");
    check_refused(p, ASSAY_EINTERNAL, "leads to 'b'");
    p = page_new("T", "");
    page_details_begin(p, NULL, "more");
    check_refused(p, ASSAY_EINTERNAL, "inside <noscript>");
    p = page_new("T", "");
    page_html(p, "<p>");
    page_html(p, "</div>");
    check_refused(p, ASSAY_EINTERNAL, "not opened last: div");
    p = page_new("T", "");
    for (int k = 0; k < 40; k++) page_html(p, "<div>");
    check_refused(p, ASSAY_EINTERNAL, "too deep");
    p = page_new("T", "");
    page_svg(p, "s", "t", "c", "no picture");
    check_refused(p, ASSAY_EINPUT, "no picture to show: s");
    page_free(NULL);
    FILE *full = fopen("/dev/full", "w");
    if (!full) return;
    assay_error err = { "" };
    p = page_new("T", "");
    assert_int_equal(page_write(p, full, &err), ASSAY_EENVIRONMENT);
    HOLDS(err.text, "No space left");
    fclose(full);
    page_free(p);
}

/* ---- pictures ---- */

/* What stands in the address of the picture is the picture, but for white space. */
TEST(test_pictures)
{
    static const char picture[] = "<?xml?>\n<svg width=\"658\" id='a'><text>5 % & \t\xCE\xB1 #</text></svg>";
    page *p = page_new("T", "");
    page_svg(p, "f/1", "say \"x\"", "The caption", picture);
    char *text = written(p);
    HOLDS(text,
          "<figure id=\"f_2f1\"><div class=\"picture\"><img style=\"--width:658px\" "
          "alt=\"say &quot;x&quot;\" src=\"data:image/svg+xml,",
          "<figcaption>The caption</figcaption>");
    const char *at = strstr(text, "svg+xml,") + strlen("svg+xml,");
    for (const char *c = picture; *c; c++) {
        unsigned value = (unsigned char)*at;
        if (*at == '%') assert_int_equal(sscanf(at + 1, "%2x", &value), 1);
        assert_null(strchr("<>&\"'#", *at));
        assert_int_equal(value, *c == '\n' || *c == '\t' ? ' ' : (unsigned char)*c);
        at += *at == '%' ? 3 : 1;
    }
    assert_int_equal(*at, '"');
    free(text);
}

/* ---- the parts of a report ---- */

enum { SERIES = 3, SEEDS = 2 };

typedef struct sample {
    evidence_point point[SERIES];
    stored_variant variant[SERIES];
    evidence_series series[SERIES];
    evidence from;
    verdicts all;
    comparison compared;
} sample;

static const uint64_t seeds[SEEDS] = { 0, 1 };
static const double values[SEEDS] = { 0.25, 0.75 };

/* Three scores of two families, the first and the last of one; mig's first verdict fails, all others pass. */
static void sample_make(sample *s)
{
    static const char *const metrics[SERIES] = { "mig", "sap", "rmig" };
    static const char *const families[SERIES] = { "one", "two", "one" };
    *s = (sample){ 0 };
    for (size_t k = 0; k < SERIES; k++) {
        s->point[k] = (evidence_point)FIELDS(.at = typed_point("noise", "alpha=0.2;order=<peer>"), .scenario = "noise",
                                             .symbol = "alpha", .point = "alpha=0.2;order=<peer>", .samples = 100,
                                             .least_samples = 100, .n = SEEDS, .seed = seeds, .value = values,
                                             .axis = ASSAY_PER_FACTOR);
        s->variant[k] = (stored_variant){ .name = { .preset = "default" } };
        s->series[k] = (evidence_series)FIELDS(.variant = &s->variant[k], .metric = metrics[k], .title = "A & B",
                                               .family = families[k], .preset = "default", .output = metrics[k],
                                               .high = 1, .n_points = 1, .point = &s->point[k]);
    }
    s->from = (evidence){ .at = s->series, .count = SERIES };
    s->compared = (comparison)FIELDS(.at = { &s->point[0], NULL }, .seeds = 5, .value = -0.0251, .low = -0.03,
                                     .high = -0.02, .least = 0.9, .most = INFINITY, .unit = 1, .outcome = VERDICT_FAIL);
    s->all.count = SERIES * property_count();
    s->all.at = calloc(s->all.count, sizeof *s->all.at);
    assert_non_null(s->all.at);
    for (size_t k = 0; k < s->all.count; k++)
        s->all.at[k] = (verdict){ .series = &s->series[k / property_count()], .property = k % property_count() };
    static char why[] = "it is <0.9";
    s->all.at[0].outcome = VERDICT_FAIL;
    s->all.at[0].text = why;
    s->all.at[0].n_comparisons = 1;
    s->all.at[0].samples[0] = s->all.at[0].samples[1] = 100;
    s->all.at[0].seeds = 5;
    s->all.at[0].comparison = &s->compared;
}

static char *parts_written(void)
{
    sample s;
    sample_make(&s);
    char title[] = "Noise", scenario[] = "noise";
    const evidence_series *curves[SERIES];
    const evidence_point *points[] = { &s.point[0] }, *cells[SERIES];
    for (size_t k = 0; k < SERIES; k++) {
        curves[k] = &s.series[k];
        cells[k] = &s.point[k];
    }
    sheet one =
        FIELDS(.scenario = scenario, .title = title, .symbol = "", .point = points, .curve = curves, .cell = cells,
               .n_points = 1, .n_curves = SERIES, .samples = 100, .least_seeds = 2, .most_seeds = 2);
    const sheets order = { .at = &one, .count = 1 };
    page *p = page_new("T", "");
    page_reading(p);
    page_properties(p, &s.all);
    page_cards(p, &s.all, &s.from, &order);
    page_html(p, "<h3 id=\"curves/noise\">Noise</h3>");
    page_charts(p, &s.from, &order, 0, 0);
    free(s.all.at);
    return written(p);
}

TEST(test_verdicts)
{
    char want[400], *text = parts_written();
    assert_int_equal(count_of(text, "<tr class=\"series\""), SERIES);
    assert_true(strstr(text, ">rmig</a>") < strstr(text, ">sap</a>"));
    assert_int_equal(count_of(text, "href=\"#v_2fmig"), property_count());
    snprintf(want, sizeof want, "#v_2fmig_2fdefault_2fmig_2f%s\" class=\"mark fail\"", property_at(0)->id);
    HOLDS(text, want, "Columns in italics are reported only",
          "A mark rests on 100 rows, 5 seeds, unless it says otherwise",
          "<td>it is &lt;0.9</td><td>−0.025 [−0.030, −0.020]<small>wanted: "
          "at least 0.9",
          "A verdict rests on 100 rows, 5 seeds, unless it says otherwise");
    assert_int_equal(count_of(text, "100 rows, 5 seeds"), 2); /* said once in the table and once for the cards */
    HOLDS(text, "<a href=\"#curves_2fnoise\"");
    assert_int_equal(count_of(text, "<table class=\"evidence\">"), SERIES);
    free(text);
}

TESTS_MAIN
