/* Pages: escaping, ids and links, pictures made part of a page, what is refused. (The parts of a report:
 * tests/cli/test_report.sh, test_page_truth.sh.) */
#include "testing.h"

#include "page.h"

#include <string.h>

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

TESTS_MAIN
