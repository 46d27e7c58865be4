// Where there is scripting, the list of all names has a field that filters it.
const rows = [...document.querySelectorAll("tbody tr")].map((row) => [row, row.textContent.toLowerCase()]);
const label = document.createElement("label"), field = document.createElement("input"), count = document.createElement("p");
field.type = "search";
label.append("Filter: every word must occur ", field);
count.setAttribute("role", "status");
function filter() {
  const words = field.value.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const [row, text] of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    shown += !row.hidden;
  }
  count.textContent = shown + " of " + rows.length;
}
field.addEventListener("input", filter);
document.querySelector(".wide").before(label, count);
filter();
