/*
 * How pages look: one column of text, tables that scroll by themselves where a window is narrow, light or dark as the
 * reader has set the screen, everything shown on paper. Marks differ by sign and by colour (Okabe and Ito 2008), so
 * that neither is needed. Strings of CSS and JavaScript without "<" and "&", which HTML and XML would read differently.
 */
#include "page_inside.h"

#define LIGHT                                                                                                          \
    "--back:#fff;--text:#1c2530;--soft:#5b6774;--line:#dfe4ea;--tint:#f5f7f9;--link:#0b5c9c;"                          \
    "--pass:#00755a;--pass-back:#e2f4ee;--fail:#b34700;--fail-back:#fdeadd;--open:#6b5a00;"                            \
    "--open-back:#fbf3cf;--none:#8a949e;--heat:0,114,178"
#define DARK                                                                                                           \
    "--back:#14181d;--text:#e3e8ed;--soft:#9aa6b2;--line:#303841;--tint:#1c2229;--link:#79bdf2;"                       \
    "--pass:#5fd3b0;--pass-back:#12352c;--fail:#ff9d5c;--fail-back:#40230f;--open:#e6cf6b;"                            \
    "--open-back:#37300f;--none:#76828e;--heat:86,180,233"

static const char text_style[] =
    ":root{color-scheme:light dark;" LIGHT "}\n"
    "@media (prefers-color-scheme:dark){:root{" DARK "}}\n"
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%}\n"
    "body{margin:0 auto;max-width:1220px;padding:0 20px 64px;background:var(--back);color:var(--text);"
    "font:16px/1.55 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,\"DejaVu Sans\",sans-serif;"
    "overflow-wrap:break-word}\n"
    "header{padding:40px 0 8px}\n"
    "h1{font-size:1.9rem;line-height:1.2;margin:0;letter-spacing:-.01em}\n"
    ".subtitle{color:var(--soft);margin:.5rem 0 0;font-size:1.05rem;max-width:75ch}\n"
    "h2{font-size:1.4rem;line-height:1.25;margin:3.2rem 0 .8rem;padding-bottom:.35rem;border-bottom:2px solid "
    "var(--line)}\n"
    "h3{font-size:1.08rem;margin:2.1rem 0 .5rem}\n"
    "p,ul,dl{max-width:78ch;margin:.6rem 0}dd .note+.note{margin-top:0}\n"
    "a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}\n"
    ":target{scroll-margin-top:12px;outline:2px solid var(--link);outline-offset:3px;border-radius:2px}"
    "h2:target{outline:none}\n"
    "code{font:.88em ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;background:var(--tint);"
    "padding:.08em .3em;border-radius:3px}\n"
    "pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;"
    "background:var(--tint);"
    "border:1px solid var(--line);border-radius:6px;padding:12px 14px;overflow-x:auto;margin:.7rem 0}\n"
    "nav{margin:22px 0 0;padding:12px 18px;background:var(--tint);border:1px solid var(--line);border-radius:8px}\n"
    "nav ol{margin:0;padding:0;list-style-position:inside;columns:3 240px;column-gap:28px}nav li{padding:2px 0;"
    "break-inside:avoid}\n"
    "dl.terms{display:grid;grid-template-columns:minmax(9.5em,15em) minmax(0,1fr);gap:.7rem 22px;max-width:none;"
    "margin:1rem 0}\n"
    "dt{font-weight:600}dd{margin:0;max-width:82ch}dt .soft{font-size:.86rem}\n"
    ".note{font-size:.86rem;color:var(--soft);max-width:100ch;margin:.4rem 0}\n";

static const char table_style[] =
    ".wide{overflow-x:auto;margin:.8rem 0 1.2rem;-webkit-overflow-scrolling:touch}\n"
    ".wide .note{position:sticky;left:0;max-width:min(100ch,calc(100vw - 48px))}\n"
    "table{border-collapse:separate;border-spacing:0;font-size:.88rem;line-height:1.4}\n"
    "caption{text-align:left;font-weight:600;padding:0 0 .4rem;font-size:.95rem}\n"
    "th,td{padding:4px 10px;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}\n"
    "thead th{border-bottom:2px solid var(--soft);font-weight:600;vertical-align:bottom;background:var(--back)}\n"
    "tbody th{font-weight:500;white-space:nowrap}.wide tbody th:first-child{position:sticky;left:0;"
    "background:var(--back)}\n"
    ".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    ".w,tbody th.w{white-space:normal;min-width:15em}\n"
    "tr.rule th,tr.rule td{border-top:1px solid var(--soft)}\n"
    "@media (min-width:701px){.wide td:not(.w){white-space:nowrap}}sup{line-height:0}\n"
    /* the property table */
    ".legend{display:flex;flex-wrap:wrap;gap:6px 22px;list-style:none;padding:0;margin:.8rem 0;max-width:none;"
    "font-size:.92rem}\n"
    ".legend li{display:flex;gap:8px}.legend .mark{flex:none;align-self:flex-start}\n"
    ".mark{display:inline-block;min-width:1.75em;padding:0 .3em;border-radius:4px;text-align:center;font-weight:700;"
    "line-height:1.6}\n"
    ".pass{color:var(--pass);background:var(--pass-back)}.fail{color:var(--fail);background:var(--fail-back)}\n"
    ".open{color:var(--open);background:var(--open-back)}.none{color:var(--none)}\n"
    ".verdicts{overflow:auto;max-height:88vh;border:1px solid var(--line);border-radius:8px;margin:.8rem 0}\n"
    ".verdicts table{font-size:.85rem;min-width:100%}\n"
    ".verdicts th,.verdicts td{padding:2px 3px;text-align:center}\n"
    ".verdicts thead th{position:sticky;top:0;z-index:2;padding:6px 3px;font-size:.72rem;font-weight:600;"
    "white-space:nowrap;"
    "border-bottom:1px solid var(--soft)}\n"
    ".verdicts thead th.diagnostic{font-style:italic;font-weight:400}\n"
    ".verdicts th:first-child{position:sticky;left:0;z-index:1;text-align:left;background:var(--back);"
    "padding-left:12px;max-width:17em;white-space:normal;"
    "border-right:1px solid var(--line)}\n"
    ".verdicts thead th:first-child{z-index:3}\n"
    ".verdicts tbody tr:hover th,.verdicts tbody tr:hover td{background:var(--tint)}\n"
    ".verdicts tr.family th{background:var(--tint);color:var(--soft);font-size:.75rem;letter-spacing:.05em;"
    "text-transform:uppercase;font-weight:600;border-right:0;padding:5px 12px}\n"
    ".verdicts tr.family td{background:var(--tint)}\n"
    ".verdicts tr.sums th,.verdicts tr.sums td{color:var(--soft);font-size:.74rem;padding:6px 3px;border-bottom:0;"
    "font-variant-numeric:tabular-nums}.verdicts tr.sums th{padding-left:12px}\n"
    ".verdicts a:hover{text-decoration:none;outline:2px solid}\n"
    ".verdicts th small{color:var(--soft);font-weight:400}\n";

static const char block_style[] =
    "details{border:1px solid var(--line);border-radius:8px;margin:8px 0;padding:0 14px}\n"
    "details[open]{padding-bottom:10px}\n"
    "summary{cursor:pointer;padding:8px 0;font-weight:500}summary:hover{color:var(--link)}\n"
    "summary .counts{float:right;color:var(--soft);font-size:.85rem;font-variant-numeric:tabular-nums}\n"
    "summary .counts b{font-weight:600;margin-left:10px}summary b.pass,summary b.fail,summary b.open{background:none}\n"
    "summary .soft,.soft{color:var(--soft);font-weight:400}\n"
    ".evidence{width:100%;margin:.3rem 0 1rem;table-layout:fixed}\n"
    ".evidence tbody th{white-space:normal;font-weight:500;padding-left:3em;text-indent:-2.3em}.evidence td.numbers,"
    ".evidence td.from{font-size:.95em;"
    "font-variant-numeric:tabular-nums}\n"
    ".evidence thead th{width:22%}.evidence thead th:nth-child(2){width:37%}.evidence thead th:nth-child(3){width:26%}"
    ".evidence thead th:nth-child(4){width:15%}\n"
    ".evidence .mark{margin-right:7px;text-indent:0}\n"
    ".together{display:flex;flex-wrap:wrap;gap:14px 30px;align-items:flex-start}\n"
    ".items{font-size:.76rem;font-variant-numeric:tabular-nums}.items th,.items td{padding:1px 6px}\n"
    ".items td{text-align:right;min-width:2.9em}.items caption{font-size:.84rem;padding:0 6px .1rem}\n"
    ".items thead th{border-bottom-width:1px;color:var(--soft);font-weight:400}\n"
    ".items tbody th{position:sticky;left:0;background:var(--back)}\n"
    ".h1{background:rgba(var(--heat),.05)}.h2{background:rgba(var(--heat),.1)}.h3{background:rgba(var(--heat),.16)}"
    ".h4{background:rgba(var(--heat),.22)}.h5{background:rgba(var(--heat),.28)}.h6{background:rgba(var(--heat),.34)}"
    ".h7{background:rgba(var(--heat),.4)}.h8{background:rgba(var(--heat),.46)}.h9{background:rgba(var(--heat),.52)}\n"
    /* figures */
    "figure{margin:.8rem 0 .3rem}\n"
    ".picture{overflow-x:auto;background:#fff;border:1px solid var(--line);border-radius:8px;padding:10px}\n"
    ".picture svg{display:block;width:100%;min-width:calc(var(--width)*.88);max-width:calc(var(--width)*1.37);"
    "height:auto;margin:0 auto}\n"
    "figcaption{font-size:.86rem;color:var(--soft);margin-top:.4rem;max-width:100ch}\n"
    ".files{font-size:.86rem;color:var(--soft);margin-top:0;max-width:none}.files a{margin-right:.6em}\n";

static const char media_style[] =
    "@media (max-width:700px){\n"
    "body{font-size:15px;padding:0 14px 48px}header{padding-top:24px}h1{font-size:1.5rem}\n"
    "dl.terms{display:block}dt{margin-top:.8rem}.wide tbody th{max-width:45vw;white-space:normal}\n"
    "summary .counts{float:none;display:block}summary .counts b:first-child{margin-left:0}\n"
    ".verdicts th:first-child{max-width:46vw;white-space:normal}\n"
    ".evidence,.evidence tbody,.evidence tr,.evidence th,.evidence td{display:block;width:auto}.evidence "
    "thead{display:none}\n"
    ".evidence th,.evidence td{border:0;padding:2px 0}.evidence tbody th{padding-left:2.4em}.evidence "
    "th{padding-top:10px;border-top:1px solid var(--line)}\n"
    "}\n"
    "@page{size:A4;margin:14mm 12mm}@page wide{size:A4 landscape;margin:12mm}\n"
    "@media print{\n"
    ":root{" LIGHT "}\n"
    "html{-webkit-print-color-adjust:exact;print-color-adjust:exact}\n"
    "body{max-width:none;padding:0;font-size:9.5pt;line-height:1.4}header{padding:0}a{color:inherit}\n"
    "h2,h3,summary,caption,tr.family{break-after:avoid}tr,figure,pre{break-inside:avoid}"
    "thead{display:table-header-group}\n"
    "h2{margin-top:1.6rem}h2[id]{break-before:auto}\n"
    ".wide,.verdicts,.picture,pre{overflow:visible;max-height:none}pre{white-space:pre-wrap}\n"
    ".verdicts{page:wide;border:0}.verdicts table{font-size:7pt}.verdicts thead th{font-size:6.5pt;position:static}\n"
    ".verdicts th:first-child,.items tbody th,.wide tbody th:first-child,.wide .note{position:static}.w,tbody "
    "th.w{min-width:0}tbody th,.wide td:not(.w){white-space:normal}.verdicts th,.verdicts td{padding:1px 3px}\n"
    ".picture{padding:0;border:0}.picture svg{min-width:0;max-width:var(--width);max-height:235mm}\n"
    "details{border:0;padding:0;margin:4pt 0}details::details-content{display:block;content-visibility:visible;"
    "block-size:auto}summary{list-style:none;border-top:1px solid var(--line);font-weight:600}\n"
    "table{font-size:7.5pt}.together{gap:6pt 14pt}.items{font-size:5.6pt;break-inside:avoid}.items th,.items "
    "td{padding:0 2px;min-width:0}.items caption{font-size:6.2pt}.wide table{max-width:100%}\n"
    ".files{display:none}\n"
    "}\n";

void page_put_style(FILE *to)
{
    fputs(text_style, to);
    fputs(table_style, to);
    fputs(block_style, to);
    fputs(media_style, to);
}

const char page_script[] =
    "addEventListener('beforeprint',function(){document.querySelectorAll('details:not([open])').forEach(function(d){"
    "d.open=true;d.dataset.shut=1})});addEventListener('afterprint',function(){"
    "document.querySelectorAll('details[data-shut]').forEach(function(d){d.open=false;delete d.dataset.shut})})";
