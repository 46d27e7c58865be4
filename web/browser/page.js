/*
 * The page: what was chosen goes to the program in its thread, what comes back is drawn. Every new choice makes those
 * that still run void.
 */
"use strict";
const $ = (id) => document.getElementById(id);
const CLAIMS = [[1, "M"], [2, "C"], [4, "E"]];
let worker, asked = new Map(), number = 0, compiled, metrics = [], scenarios = [];
let shape = null, files = new Map(), results = [], round = 0, cell = [0, 0], matrix = [], source = "";

/* ---- the program ---- */

function begin() {
    const text = $("worker").textContent;
    worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => {
        asked.get(data.id)(data.answer);
        asked.delete(data.id);
    };
    return send("start", { compiled });
}

function send(call, more) {
    return new Promise((answer) => {
        asked.set(++number, answer);
        worker.postMessage({ id: number, call, ...more });
    });
}

/* Calls with texts and numbers. A program that ended is started anew, and the reason is shown. */
async function ask(call, ...given) {
    const answer = await send(call, { given });
    if (answer && answer.ended) await restart();
    return answer;
}

async function restart() {
    worker.terminate();
    asked = new Map();
    await begin();
    await handOver();
    shape = null;
}

const handOver = () => send("files", { given: [...files].map(([name, { data }]) => [name, data]) });

async function load() {
    const packed = Uint8Array.from(atob($("program").textContent), (c) => c.charCodeAt(0));
    compiled = await WebAssembly.compile(await inflate(packed, "gzip", UNPACKED_MOST));
    await begin();
    metrics = (await ask("metrics")).filter((m) => !m.control);
    scenarios = await ask("scenarios");
    for (const s of scenarios) $("scenario").add(new Option(s.id + ": " + s.title, s.id));
    $("scenario").value = "noise";
    showParameters();
}

/* ---- saying ---- */

function refuse(answer) {
    $("refused").textContent = answer && answer.refused ? answer.refused : "";
    return Boolean(answer && answer.refused);
}

/* No score stays on the page whose data are no longer there. */
function forget() {
    round++;
    shape = null;
    results = [];
    $("look").hidden = $("results").hidden = true;
    $("said").textContent = $("running").textContent = $("command").textContent = "";
    $("warnings").replaceChildren();
    $("stop").disabled = true;
    drawScores();
}

function element(name, text, attributes) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return made;
}

function shown(value) {
    if (value === null || value === undefined) return "–";
    return Math.abs(value) >= 1e5 ? value.toExponential(3) : value.toFixed(4);
}

/* ---- data: a file ---- */

function fillSides() {
    const names = [...files.keys()], text = names.filter((n) => !/\.npy$/i.test(n));
    for (const side of ["factors", "codes"]) {
        const likely = names.find((n) => n.toLowerCase().includes(side)) || text[0];
        $(side).replaceChildren(...names.map((n) => new Option(n, n)));
        $(side).value = likely || names[side === "codes" && names.length > 1 ? 1 : 0];
    }
}

async function take(chosen) {
    if (!chosen.length) return;
    forget();
    const mine = round;
    let found = new Map();
    refuse(null);
    try {
        found = await filesOf([...chosen]);
    } catch (error) {
        if (mine === round) refuse({ refused: error.message });
    }
    if (mine !== round) return;
    files = found;
    fillSides();
    await handOver();
    if (mine === round) readFiles();
}

async function readFiles() {
    if (!files.size) return;
    const [factors, codes, chosen] = ["factors", "codes", "kinds"].map((id) => $(id).value);
    const [one, other] = [factors, codes].map((name) => files.get(name)), stated = one.stated || "auto";
    const kinds = chosen.endsWith("auto") ? chosen.replace("auto", stated).replace("absent:absent:", "absent:") : chosen;
    const from = factors === codes ? "--data " + quote(one.path)
                                   : "--factors " + quote(one.path) + " --codes " + quote(other.path);
    const made = ask("read", factors, codes, kinds);
    adopt(await made, from + (chosen === "auto" ? "" : " --kinds " + chosen));
}

/* A path of one word, for a shell and for the program, to which a - before it is an option. */
function quote(name) {
    const path = name.startsWith("-") ? "./" + name : name;
    return /^[\w.\/:=-]+$/.test(path) ? path : "'" + path.replace(/'/g, "'\\''") + "'";
}

/* ---- data: a scenario ---- */

const scenarioNow = () => scenarios.find((s) => s.id === $("scenario").value);

function control(o) {
    const label = element("label", o.id + " ", { title: o.text }), finite = o.low !== null && o.high !== null;
    let input, value = element("output", "");
    if (o.words.length && !o.taken) {
        input = element("select");
        o.words.forEach((w, k) => input.add(new Option(w, w, k === o.standard, k === o.standard)));
    } else if (o.taken) {
        input = element("input", undefined, { type: "text", size: 60, value: o.words[o.standard] || "" });
    } else {
        input = element("input", undefined, { type: finite && o.high - o.low <= 200 ? "range" : "number" });
        input.min = o.low ?? "";
        input.max = o.high ?? "";
        input.step = o.whole ? 1 : "any"; /* steps would move a standard value that is on none */
        input.value = o.standard;
    }
    const showValue = () => (value.textContent = input.type === "range" ? input.value : "");
    showValue();
    input.dataset.id = o.id;
    input.oninput = () => {
        if (input.type === "range" && !o.whole) input.value = Number(input.value).toPrecision(3);
        showValue();
        later(generate);
    };
    label.append(input, value);
    return label;
}

function showParameters() {
    const s = scenarioNow();
    $("parameters").replaceChildren(...s.parameters.map((o) => control({ ...o, taken: s.text && o.words.length > 0 })));
    $("formula").textContent = s.formula;
}

async function generate() {
    const rows = Math.min(1e5, Math.max(2, Math.floor(+$("rows").value || 0)));
    const seed = Math.min(2 ** 32 - 1, Math.max(0, Math.floor(+$("seed").value || 0))), id = $("scenario").value;
    const set = [...$("parameters").querySelectorAll("[data-id]")].map((i) => i.dataset.id + "=" + i.value);
    let from = "--scenario " + id + set.map((one) => " --set " + quote(one)).join("");
    from += " --samples " + rows + " --seed " + seed;
    adopt(await ask("generate", id, set.join(":"), rows, seed), from);
}

let waiting = 0;
function later(what) {
    clearTimeout(waiting);
    waiting = setTimeout(what, 60);
}

/* ---- what it looks like ---- */

async function warn(mine) {
    const warnings = await ask("warnings", named(), +$("draws").value);
    if (mine !== round || refuse(warnings)) return false;
    $("warnings").replaceChildren(...warnings.map((w) => element("li", w)));
    return true;
}

async function adopt(made, from) {
    forget();
    const mine = round;
    if (refuse(made)) return;
    shape = made;
    source = from;
    const classes = shape.levels.filter((l) => l > 0).length;
    const sizes = `${shape.rows} samples, ${shape.factors} factors (${classes} of them classes), ${shape.codes} codes.`;
    $("said").textContent = sizes + " " + shape.note;
    if (!(await warn(mine))) return;
    $("look").hidden = $("results").hidden = false;
    cell = [Math.min(cell[0], shape.factors - 1), Math.min(cell[1], shape.codes - 1)];
    await showMatrix(mine);
    await score(mine);
}

async function showMatrix(mine) {
    const large = shape.factors * shape.codes > 2500;
    const made = large ? { refused: "more than 2500 cells are not drawn" } : await ask("relation", $("relation").value);
    if (mine !== round) return;
    matrix = made.refused ? [] : made;
    if (made.refused) $("heat").replaceChildren(element("caption", "Not drawn: " + made.refused));
    else drawMatrix();
    drawScatter(mine);
}

function drawMatrix() {
    const most = Math.max(...matrix.filter((v) => v !== null), 1e-300), head = element("tr"), body = [];
    head.append(element("td"));
    for (let j = 0; j < shape.codes; j++) head.append(element("th", "z" + (j + 1), { scope: "col" }));
    for (let i = 0; i < shape.factors; i++) {
        const row = element("tr");
        row.append(element("th", "v" + (i + 1), { scope: "row" }));
        for (let j = 0; j < shape.codes; j++) {
            const value = matrix[i * shape.codes + j], box = element("td");
            const button = element("button", value === null ? "–" : value.toFixed(2));
            button.type = "button";
            button.setAttribute("aria-label", `factor ${i + 1}, code ${j + 1}: ${shown(value)}`);
            button.setAttribute("aria-pressed", String(i === cell[0] && j === cell[1]));
            button.style.setProperty("--share", String(value === null ? 0 : Math.max(0, value) / most));
            button.onclick = () => {
                cell = [i, j];
                drawMatrix();
                drawScatter(round);
            };
            box.append(button);
            row.append(box);
        }
        body.push(row);
    }
    $("heat").replaceChildren(head, ...body);
}

async function drawScatter(mine) {
    const [i, j] = cell, rows = shape.rows;
    const x = await ask("column", "factors", i, rows), y = await ask("column", "codes", j, rows);
    if (mine !== round || refuse(x) || refuse(y)) return;
    $("scatter-caption").textContent = `Code ${j + 1} (upward) against factor ${i + 1}, ${x.length} of ${rows} samples`;
    const canvas = $("scatter"), pen = canvas.getContext("2d"), style = getComputedStyle(document.body), edge = 16;
    const range = (all) => [Math.min(...all.filter((v) => v === v)), Math.max(...all.filter((v) => v === v))];
    const [left, right] = range(x), [low, high] = range(y);
    const along = (v, from, to, size) => edge + ((v - from) / (to - from || 1)) * (size - 2 * edge);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.strokeStyle = style.getPropertyValue("--line");
    pen.strokeRect(edge / 2, edge / 2, canvas.width - edge, canvas.height - edge);
    pen.fillStyle = style.getPropertyValue("--mark");
    pen.globalAlpha = 0.5;
    for (let k = 0; k < x.length; k++) {
        const across = along(x[k], left, right, canvas.width), up = along(y[k], low, high, canvas.height);
        if (x[k] === x[k]) pen.fillRect(across - 1, canvas.height - up - 1, 3, 3);
    }
    pen.globalAlpha = 1;
}

/* ---- scores ---- */

const named = () => ($("which").value === "all" ? "all" : "cost:cheap") + ($("preset").value === "*" ? "@*" : "");
const wanted = () => metrics.filter((m) => $("which").value === "all" || !m.expensive);

/* One metric after another, so that each is on the page as soon as it is known and another choice stops the rest. */
async function score(mine) {
    const list = wanted(), draws = +$("draws").value, preset = $("preset").value;
    results = [];
    $("command").textContent = "assay score " + source + " --metrics " + named();
    $("progress").max = list.length;
    $("stop").disabled = false;
    for (let k = 0; k < list.length && mine === round; k++) {
        $("running").textContent = `${k} of ${list.length} metrics scored; ${list[k].id} is next`;
        const made = await ask("score", list[k].id + "@" + preset, draws);
        if (mine !== round) return;
        const nothing = { metric: list[k].id, preset, output: "", value: null, items: [], claims: 0, from: 0, to: 1 };
        if (made.refused) results.push({ ...nothing, undefined: made.refused });
        else results.push(...made);
        $("progress").value = k + 1;
        if (draws || k % 8 === 7 || k + 1 === list.length || list[k].expensive) drawScores();
        if (made.ended) break;
    }
    $("running").textContent = `${list.length} metrics scored`;
    $("stop").disabled = true;
}

function bar(one) {
    const NS = "http://www.w3.org/2000/svg", box = element("td"), picture = document.createElementNS(NS, "svg");
    const piece = (x, width, y, height, name) => {
        const made = document.createElementNS(NS, "rect"), from = Math.min(1, Math.max(0, x));
        const set = { x: 100 * from, y, width: Math.max(0.6, 100 * Math.min(1 - from, width)), height, class: name };
        for (const key in set) made.setAttribute(key, set[key]);
        picture.append(made);
    };
    picture.setAttribute("viewBox", "0 0 100 12");
    picture.setAttribute("aria-hidden", "true");
    if (one.from === null || one.to === null) return box;
    const share = (value) => (value - one.from) / (one.to - one.from);
    piece(0, 1, 4, 4, "range");
    if (one.value !== null) piece(0, share(one.value), 4, 4, "value");
    if (one.low != null) piece(share(one.low), share(one.high) - share(one.low), 5.5, 1, "interval");
    if (one.chance != null) piece(share(one.chance), 0, 1, 10, "chance");
    box.append(picture);
    return box;
}

const variantOf = (one) => (one.preset === "default" ? one.metric : one.metric + "@" + one.preset);
const intervalOf = (one) => (one.low == null ? "" : shown(one.low) + " to " + shown(one.high));

function drawScores() {
    $("scores").replaceChildren(...results.map((one) => {
        const row = element("tr"), number = { class: "n" };
        const items = one.items.length ? "items: " + one.items.map(shown).join(", ") : "";
        row.append(element("th", variantOf(one), { scope: "row" }));
        row.append(element("td", one.output === one.metric ? "" : one.output));
        row.append(element("td", CLAIMS.map(([bit, letter]) => (one.claims & bit ? letter : "")).join("")));
        row.append(element("td", shown(one.value), { class: "n", title: items }), bar(one));
        row.append(element("td", intervalOf(one), number));
        row.append(element("td", one.chance == null ? "" : shown(one.chance), number));
        row.append(element("td", one.p == null ? "" : one.p.toFixed(3), number), element("td", one.undefined || ""));
        return row;
    }));
}

/* ---- taking it along ---- */

const HEADINGS = ["metric", "preset", "output", "value", "low", "high", "chance", "p", "undefined"];
const fields = (one) => HEADINGS.map((h) => (one[h] === null || one[h] === undefined ? "" : String(one[h])));

function saveCsv() {
    const cellOf = (text) => (/[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text);
    const text = [HEADINGS, ...results.map(fields)].map((row) => row.map(cellOf).join(",")).join("\n") + "\n";
    const link = element("a", "", { download: "scores.csv" });
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.click();
}

async function copyMarkdown() {
    const rows = [["metric", "output", "score", "95 % interval", "chance"], ["---", "---", "---:", "---", "---:"]];
    for (const one of results)
        rows.push([variantOf(one), one.output, shown(one.value), intervalOf(one), shown(one.chance)]);
    const text = rows.map((row) => "| " + row.join(" | ") + " |").join("\n");
    try {
        await navigator.clipboard.writeText(text + "\n\n" + $("command").textContent + "\n");
        $("running").textContent = "copied";
    } catch {
        refuse({ refused: "The browser does not allow copying. Save as CSV." });
    }
}

/* ---- what is chosen ---- */

async function rescore() {
    if (!shape) return;
    const mine = ++round;
    results = [];
    if (await warn(mine)) score(mine);
}

document.querySelectorAll("[name=door]").forEach((door) => (door.onchange = () => {
    $("door-file").hidden = door.value !== "file";
    $("door-scenario").hidden = door.value !== "scenario";
    refuse(null);
    if (door.value === "scenario") generate();
    else readFiles();
}));
$("files").onchange = () => take($("files").files);
$("drop").ondragover = (event) => event.preventDefault();
$("drop").ondrop = (event) => {
    event.preventDefault();
    take(event.dataTransfer.files);
};
["factors", "codes", "kinds"].forEach((id) => ($(id).onchange = readFiles));
$("scenario").onchange = () => {
    showParameters();
    generate();
};
["rows", "seed"].forEach((id) => ($(id).oninput = () => later(generate)));
["which", "preset", "draws"].forEach((id) => ($(id).onchange = rescore));
$("relation").onchange = () => shape && showMatrix(round);
$("stop").onclick = async () => {
    round++;
    $("stop").disabled = true;
    await restart();
    $("running").textContent = "stopped; choose the data again to go on";
};
$("csv").onclick = saveCsv;
$("markdown").onclick = copyMarkdown;
load().catch((error) => refuse({ refused: "The program cannot start here: " + error.message }));
