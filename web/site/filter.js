// Where there is scripting, the list of all names has a field: the rows that have most words of a question are shown.
const rows = [...document.querySelectorAll("tbody tr")].map((row) => [row, row.textContent.toLowerCase()]);
const label = document.createElement("label"), field = document.createElement("input"), count = document.createElement("p");
const idle = /^(a|an|and|are|do|does|for|how|i|in|is|metrics?|my|of|on|or|sees?|the|to|what|when|where|which|with)$/;
field.type = "search";
field.value = new URLSearchParams(location.search).get("q") ?? "";
label.append("Ask, or filter: which metric sees duplicated codes ", field);
count.setAttribute("role", "status");
function filter() {
  const words = field.value.toLowerCase().split(/[^\p{L}\p{N}.@-]+/u).filter((word) => word);
  const asked = words.filter((word) => words.length === 1 || !idle.test(word))
      .map((word) => word.length > 4 ? word.replace(/(ing|ed|es|e|s)$/, "") : word);
  const found = rows.map(([, text]) => asked.filter((word) => text.includes(word)).length);
  const most = Math.max(...found);
  let shown = 0;
  rows.forEach(([row], k) => {
    row.hidden = asked.length > 0 && (most === 0 || found[k] < most);
    shown += !row.hidden;
  });
  count.textContent = shown + " of " + rows.length;
}
field.addEventListener("input", filter);
document.querySelector(".wide").before(label, count);
filter();
