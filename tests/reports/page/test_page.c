/* Pages: escaping, names of ids, pictures made part of a page, what is refused. (The parts of a report:
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
    page *p = page_new("a < b & \"c\"");
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
    OWNED char *text = written(p);
    HOLDS(text, "<title>a &lt; b &amp; &quot;c&quot;</title>", "<h1>a &lt; b &amp; &quot;c&quot;</h1>\n<nav",
          "<h2 id=\"one\">x &gt; <code>y&lt;z</code></h2>", "<a href=\"#one\">x &gt; <code>y&lt;z</code></a>\n",
          "<p>&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</p>",
          "<p>run <code>a &amp;&amp; b</code>, then `</p>", /* one without a partner stays */
          "<pre tabindex=\"0\">a &lt; b\n  `c`\n</pre>",
          "<a href=\"f.csv?a&amp;b&quot;\" title=\"say &quot;hi&quot;, `x`\">&lt;here&gt;</a>",
          "<span title=\"&quot;&lt;&gt;&amp;&#39;\" class=\"k7\">a\xEF\xBF\xBD"
          "b\xEF\xBF\xBD"
          "c\tα</span>-0.12 0.000% 123456789012 -3 0.1");
}

TEST(test_ids)
{
    page *p = page_new("T");
    page_section(p, "v/mig@a:b", "first");
    page_section(p, "v/mig@a-b", "second"); /* no two texts are one id */
    page_section(p, "v_2f", "third");
    page_html(p, "<a href=\"#%s.%s\" title=\"%s\">to it</a>", "v/mig@a:b", ".", "a:b");
    OWNED char *text = written(p);
    HOLDS(text, "<h2 id=\"v_2fmig_40a_3ab\">first</h2>", "<a href=\"#v_2fmig_40a_3ab\">first</a>",
          "<h2 id=\"v_2fmig_40a-b\">second</h2>", "<h2 id=\"v_5f2f\">third</h2>",
          "<a href=\"#v_2fmig_40a_3ab._2e\" title=\"a:b\">to it</a>");
    assert_true(strstr(text, ">first</a>") < strstr(text, ">second</a>")); /* the contents, in order */
    check_lacks(text, "@BODY@");                                           /* no place of the frame is left */
}

static void check_refused(page *p, assay_status want, const char *why)
{
    assay_error err = { "" };
    OWNED char *text = NULL;
    FILE *to = open_memstream(&text, &(size_t){ 0 });
    assert_int_equal(page_write(p, to, &err), want);
    fclose(to);
    if (!strstr(err.text, why)) fail_msg("got '%s', want '%s'", err.text, why);
    assert_string_equal(text, ""); /* nothing is written */
    page_free(p);
}

TEST(test_refusals)
{
    page *p = page_new("T");
    page_svg(p, "s", "no picture");
    check_refused(p, ASSAY_EINPUT, "no picture to show: s");
    page_free(NULL);
    FILE *full = fopen("/dev/full", "w");
    if (!full) return;
    assay_error err = { "" };
    p = page_new("T");
    assert_int_equal(page_write(p, full, &err), ASSAY_EENVIRONMENT);
    HOLDS(err.text, "No space left");
    fclose(full);
    page_free(p);
}

/* A picture is part of the page: with its title, without a style that would be the whole page's, and with names of its
 * own where two have the same. */
TEST(test_pictures)
{
    static const char picture[] =
        "<?xml?>\n<svg width=\"658\" role=\"img\">\n<title>T</title><desc>D</desc>"
        "<style>svg{filter:none}</style><g id=\"gnuplot_plot_1\" ><circle id='gpDot' r='1'/>"
        "<use xlink:href='#gpDot'/><rect filter='url(#box)'/></g><g fill=\"none\" "
        "stroke-linecap=\"butt\" stroke-linejoin=\"miter\">\n</g>\n<text>5 &amp; #</text></svg>";
    page *p = page_new("T");
    page_svg(p, "f/1", picture);
    page_svg(p, "f/2", picture);
    OWNED char *text = written(p);
    HOLDS(text,
          "<figure id=\"f_2f1\"><div class=\"picture\" style=\"--width:658px\" tabindex=\"0\"><svg width=\"658\" "
          "role=\"img\">\n<title>T</title><desc>D</desc><g ><circle id='f1-gpDot' r='1'/><use "
          "xlink:href='#f1-gpDot'/><rect filter='url(#f1-box)'/></g><text>5 &amp; #</text></svg></div></figure>",
          "<circle id='f2-gpDot' r='1'/><use xlink:href='#f2-gpDot'/>");
    check_lacks(text, "filter:none}</style><g");
    check_lacks(text, "gnuplot_plot_1");
}

TESTS_MAIN
