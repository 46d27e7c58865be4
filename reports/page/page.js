// What a reader can do with the page beyond reading it. Everything is there and readable without.
'use strict';
(function () {
const all = (what, within) => Array.from((within || document).querySelectorAll(what));

function el(tag, properties, ...inside) {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...inside);
    return e;
}

// ---- what is kept for later stands as text in noscript: opened, asked for by an address, or as time allows ----

function make(kept) {
    kept.outerHTML = kept.textContent;
    stops();
    light(pinned, true);
}

const makeAll = within => all('noscript', within).forEach(make);

// The element with an id, made where it is kept for later.
function find(id) {
    const there = document.getElementById(id);
    if (there) return there;
    all('noscript').filter(n => n.textContent.includes(' id="' + id + '"')).forEach(make);
    return document.getElementById(id);
}

// Charts before the cards, which show curves of theirs. Each is a task of its own: what the reader does comes between.
function makeInTime() {
    const next = document.querySelector('.charts noscript') || document.querySelector('noscript');
    if (!next) return;
    make(next);
    setTimeout(makeInTime, 10);
}

document.addEventListener('toggle', e => makeAll(e.target), true);

// ---- charts: values under the pointer, one metric seen in all of them ----

const tip = el('div', { className: 'tip' });
tip.setAttribute('role', 'status');
document.body.append(tip);
let pinned = '', lit = '';

function light(key, anew) {
    if (key === lit && !(anew && key)) return;
    lit = key;
    all('.lit').forEach(e => e.classList.remove('lit'));
    document.body.classList.toggle('dim', key !== '');
    if (key === '') return;
    all('[data-k="' + key + '"]').forEach(e => e.classList.add('lit'));
    all('use[href$="-' + key + '"]').forEach(e => e.classList.add('lit'));
}

function nameOf(key) {
    const at = document.querySelector('.keys [data-k="' + key + '"]');
    return at ? at.textContent : '';
}

// "M0 88L400 93" -> {0: 88, 400: 93}; "M400 80V120" -> {400: [80, 120]}
function read(path, pairs) {
    const at = {};
    for (const m of (path || '').matchAll(pairs ? /M(-?\d+) (-?\d+)V(-?\d+)/g : /[ML](-?\d+) (-?\d+)/g))
        at[m[1]] = pairs ? [+m[2], +m[3]] : +m[2];
    return at;
}

function curves(svg) {
    if (svg.curves) return svg.curves;
    const drawn = all('g.k', svg).concat(all('use[href^="#c-"]', svg).map(u =>
        find(u.getAttribute('href').slice(1)))).filter(g => g);
    if (drawn.length && !svg.dataset.x) // the first picture of a sheet says what the points of all are
        svg.dataset.x = drawn[0].closest('.charts').querySelector('svg[data-x]').dataset.x;
    svg.curves = drawn.map(g => ({
            key: g.dataset.k, mean: read(g.lastElementChild.getAttribute('d')),
            ends: read(g.firstElementChild.getAttribute('d'), true) }));
    svg.points = (svg.dataset.x || '').split('|').map(p => [p.slice(0, p.indexOf(':')), p.slice(p.indexOf(':') + 1)]);
    return svg.curves;
}

function score(svg, y) {
    const low = +(svg.dataset.low || 0), high = +(svg.dataset.high || 1), whole = svg.viewBox.baseVal.height - 80;
    const value = high - y * (high - low) / whole;
    const digits = high === 1 ? 3 : Math.max(0, 3 - Math.floor(Math.log10(high - low)));
    return value.toFixed(digits).replace(/^-(?=0\.?0*$)/, '').replace('-', '\u2212');
}

function nearest(svg, e) {
    const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
    const sx = box.width / view.width, sy = box.height / view.height;
    let best = null;
    curves(svg).forEach(c => svg.points.forEach(p => {
        if (!(p[0] in c.mean)) return;
        const dx = (p[0] - view.x) * sx - (e.clientX - box.left);
        const dy = (c.mean[p[0]] - view.y) * sy - (e.clientY - box.top);
        const far = Math.hypot(dx, dy);
        if (!best || far < best.far) best = { far: far, curve: c, point: p };
    }));
    return best && best.far < 60 ? best : null;
}

function show(svg, e) {
    const found = nearest(svg, e);
    return found ? put(svg, found, e) : hide();
}

function put(svg, found, e) {
    const ends = found.curve.ends[found.point[0]];
    const card = svg.closest('.minis'); // scores without bound have no key, but a heading
    tip.textContent = (nameOf(found.curve.key) || card && card.previousElementSibling.textContent) +
        ', ' + found.point[1] + ': ' + score(svg, found.curve.mean[found.point[0]]) +
        (ends ? ' [' + score(svg, ends[1]) + ', ' + score(svg, ends[0]) + ']' : '');
    tip.style.display = 'block';
    tip.style.left = Math.max(4, Math.min(e.clientX + 12, innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = Math.max(4, e.clientY - tip.offsetHeight - 10) + 'px';
    light(found.curve.key);
    return found;
}

function hide() {
    tip.style.display = 'none';
    light(pinned);
    return null;
}

const under = (e, what) => e.target.closest && e.target.closest(what);

function point(e) {
    const svg = under(e, '.plot svg, .mini svg'), key = under(e, '.keys li');
    if (svg) return show(svg, e);
    hide();
    if (key) light(key.dataset.k);
}

document.addEventListener('pointermove', point, true);
document.documentElement.addEventListener('pointerleave', hide);
document.addEventListener('click', e => {
    if (!under(e, '.plot svg, .mini svg')) return;
    const found = point(e);
    pin(found && found.curve.key !== pinned ? found.curve.key : '');
});
document.addEventListener('focusin', e => { if (under(e, '.keys li')) light(under(e, '.keys li').dataset.k); });
document.addEventListener('focusout', e => { if (under(e, '.keys li')) light(pinned); });

function pin(key) {
    pinned = key;
    light(key);
    say();
}

// ---- by keys: one stop for a chart and for the table, arrows within ----

let spot = null; // of the chart that has the focus: which curve, which of its points
function step(svg, e) {
    const along = { ArrowRight: 1, ArrowLeft: -1 }[e.key] || 0, over = { ArrowDown: 1, ArrowUp: -1 }[e.key] || 0;
    const of = curves(svg);
    if (!(along || over) || !of.length) return;
    e.preventDefault();
    if (!spot || spot.svg !== svg) spot = { svg: svg, curve: 0, point: -1 };
    else spot.curve = (spot.curve + over + of.length) % of.length;
    const there = svg.points.filter(p => p[0] in of[spot.curve].mean);
    spot.point = Math.max(0, Math.min(there.length - 1, spot.point + (spot.point < 0 ? 1 : along)));
    if (!there.length) return;
    const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal, at = there[spot.point];
    put(svg, { curve: of[spot.curve], point: at }, {
        clientX: box.left + (at[0] - view.x) * box.width / view.width,
        clientY: box.top + (of[spot.curve].mean[at[0]] - view.y) * box.height / view.height });
}

function move(link, e) {
    const cell = link.closest('td'), row = cell.parentNode, by = { ArrowRight: 1, ArrowLeft: -1 }[e.key] || 0;
    const up = { ArrowDown: 1, ArrowUp: -1 }[e.key] || 0, shown = all('tbody tr', box).filter(r => !r.hidden);
    let y = shown.indexOf(row), x = cell.cellIndex, to = null;
    if (!by && !up) return;
    e.preventDefault();
    while (!to && shown[y += up] && shown[y].cells[x += by]) to = shown[y].cells[x].querySelector('a.mark');
    if (to) [link.tabIndex, to.tabIndex] = [-1, 0], to.focus();
}

document.addEventListener('keydown', e => {
    const svg = under(e, '.plot svg, .mini svg'), link = under(e, '#property-table td a.mark');
    if (svg) step(svg, e);
    if (link) move(link, e);
});
document.addEventListener('focusout', e => { if (under(e, '.plot svg, .mini svg')) hide(); });
const stops = () => all('.plot svg:not([tabindex]), .mini svg:not([tabindex])').forEach(s => { s.tabIndex = 0; });

// ---- what is closed is printed, where CSS cannot open it ----

addEventListener('beforeprint', () => {
    if (!document.body.classList.contains('full')) return;
    makeAll(document);
    all('details:not([open])').forEach(d => {
        d.open = true;
        d.dataset.shut = 1;
    });
});
addEventListener('afterprint', () => all('details[data-shut]').forEach(d => {
    d.open = false;
    delete d.dataset.shut;
}));

// A link into what is closed opens it.
function reveal() {
    const id = location.hash.slice(1), there = document.getElementById(id), to = there || (id && find(id));
    if (to && !there) location.replace(location.hash); // the browser marks what an address leads to
    for (let e = to; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
    if (to) to.scrollIntoView();
}
// ---- the table: search, filter; its state is in the address ----

const box = document.getElementById('property-table');
const marks = { pass: 'pass', fail: 'fail', undefined: 'undefined', undecided: 'undecided',
    'not-run': 'not run', 'not-claimed': 'not claimed' };
const state = { q: '', family: '', property: '', mark: '' };
const rows = box ? all('tbody tr', box) : [];
const heads = box ? all('thead th', box) : [];
const properties = heads.map(h => h.dataset.p || '');

function mark(cell) {
    const m = cell && cell.querySelector('.mark');
    if (!m) return cell && cell.classList.contains('not-claimed') ? 'not-claimed' : '';
    return m.classList[1];
}

function fits(row) {
    const words = state.q.toLowerCase().split(/\s+/);
    const text = (row.dataset.n + ' ' + row.dataset.f).toLowerCase();
    if (!words.every(w => text.includes(w))) return false;
    if (state.family && row.dataset.f !== state.family) return false;
    if (!state.mark) return true;
    if (!state.property) return Array.from(row.cells).some(c => mark(c) === state.mark);
    return mark(row.cells[properties.indexOf(state.property)]) === state.mark;
}

function draw() {
    if (!box) return;
    rows.forEach(r => { r.hidden = !fits(r); });
    all('.seen', box).forEach(c => c.classList.remove('seen'));
    const seen = properties.indexOf(state.property);
    if (state.property && seen >= 0) {
        all('tr', box).forEach(r => { if (r.cells[seen]) r.cells[seen].classList.add('seen'); });
    }
    all('[name]', tools).forEach(e => { if (e.value !== state[e.name]) e.value = state[e.name]; });
    const shown = rows.filter(r => !r.hidden).length;
    count.textContent = shown === rows.length ? rows.length + ' scores' : shown + ' of ' + rows.length + ' scores';
}

function say() {
    const parts = Object.keys(state).filter(k => state[k] !== '').map(k => k + '=' + encodeURIComponent(state[k]));
    if (pinned !== '') parts.push('pin=' + encodeURIComponent(nameOf(pinned)));
    const hash = parts.length ? '#show:' + parts.join(';') : '#';
    if (hash === '#' ? !location.hash.startsWith('#show:') : location.hash === hash) return;
    const step = Date.now() - typed > 1500 ? 'pushState' : 'replaceState'; // what is typed in a row is one step back
    typed = Date.now();
    history[step](null, '', hash === '#' ? location.pathname + location.search : hash);
}
let typed = 0;

function pinTo(name) {
    all('.charts').forEach(makeAll);
    const found = all('.keys [data-k]').find(e => e.textContent === name);
    light(pinned = found ? found.dataset.k : '');
}

function hear() {
    const shows = location.hash.startsWith('#show:'), before = JSON.stringify(state);
    Object.keys(state).forEach(k => { state[k] = ''; });
    if (!shows) {
        if (before !== JSON.stringify(state)) draw();
        return reveal();
    }
    location.hash.slice(6).split(';').forEach(part => {
        const at = part.indexOf('='), key = part.slice(0, at);
        let text = '';
        try { text = decodeURIComponent(part.slice(at + 1)); } catch (e) { return; }
        if (key in state) state[key] = text;
        if (key === 'pin') pinTo(text);
    });
    draw();
    if (box) (tools.parentNode ? tools : box).scrollIntoView();
}

function change(key, to) {
    state[key] = to;
    draw();
    say();
}

// ---- pairs like one's own data: strips from the sums of strata ----

// Of fewer than 20 pairs with both sides defined there is no number.
function concord(use, right, defined) {
    const groups = {};
    use.forEach(s => {
        const g = groups[s.of[0]] = groups[s.of[0]] || { n: 0, right: 0 };
        g.n += defined[s.at];
        g.right += right[s.at];
    });
    const of = Object.values(groups).filter(g => g.n);
    if (of.reduce((sum, g) => sum + g.n, 0) < 20) return null;
    return of.reduce((sum, g) => sum + g.right / g.n, 0) / of.length;
}

function filterStrips() {
    const wanted = all('.like select').map(s => s.value), on = wanted.some(w => w);
    let left = {};
    all('table.strips').forEach(table => {
        const axis = table.dataset.axis.split(' '), low = +axis[0];
        const x = v => 8 + 224 * (Math.max(v, low) - low) / (1 - low);
        const use = table.dataset.strata.split(' ').map((t, at) => ({ at: at, of: t.split(','), n: +t.split(',')[5] }))
            .filter(s => [1, 2, 3, 4].every(k => !wanted[k - 1] ? k < 4 || s.of[4] === axis[1]
                : s.of[k] === wanted[k - 1]));
        const n = left[axis[2]] = use.reduce((sum, s) => sum + s.n, 0);
        all('tbody tr', table).forEach(row => {
            const cell = row.querySelector('td.n'), path = row.querySelector('.bar'), dot = row.querySelector('.dot');
            if (!row.kept) row.kept = [cell.innerHTML, path ? path.getAttribute('d') : '',
                dot ? dot.getAttribute('d') : ''];
            const numbers = name => row.dataset[name].split(' ').map(Number);
            const now = on && n >= 20 && row.dataset.right ? concord(use, numbers('right'), numbers('of')) : null;
            all('.mark, td:nth-child(n+4)', row).forEach(e => { e.style.visibility = on ? 'hidden' : ''; });
            cell.innerHTML = !on ? row.kept[0] : now !== null ? now.toFixed(2) : '\u2013';
            if (path) path.setAttribute('d', on ? '' : row.kept[1]);
            if (dot) dot.setAttribute('d', now !== null ? 'M' + x(now) + ' 9h0' : on ? '' : row.kept[2]);
            row.now = now !== null ? now : -1;
        });
        const body = table.tBodies[0], sorted = all('tr', body);
        sorted.forEach((r, k) => { if (r.first === undefined) r.first = k; });
        sorted.sort((a, b) => on && b.now !== a.now ? b.now - a.now : a.first - b.first);
        sorted.forEach(r => body.appendChild(r));
    });
    const names = ['kinds', 'dependence', 'noise', 'rows'], typed = { independent: 'low', dependent: 'high' };
    const options = names.map((name, k) => !wanted[k] ? '' : name === 'noise' ? (wanted[k] === 'none' ? '' :
        ' --expect noise') : ' --' + name + ' ' + (typed[wanted[k]] || wanted[k])).join('');
    document.querySelector('.like output').textContent = !on ? '' : Object.keys(left).map(p => left[p] + ' pairs for ' +
        p).join(', ') + '; fewer than 20 rank nothing. Sentences are of all pairs; intervals, and what leads here: assay advise' +
        options;
}

// A labelled list of values, given as [value, what is shown]; the first is "any".
function choice(label, options, changed, name) {
    const select = el('select', { name: name || '' });
    [['', 'any']].concat(options).forEach(o => select.add(new Option(o[1], o[0])));
    select.addEventListener('change', () => changed(select.value));
    return el('label', {}, label + ' ', select);
}

const choiceOf = (name, options) => choice(name, options, value => change(name, value), name);

const strips = document.querySelector('table.strips');
if (strips) {
    const values = k => Array.from(new Set(all('table.strips').flatMap(t =>
        t.dataset.strata.split(' ').map(s => s.split(',')[k])))).map(v => [v, v]);
    document.querySelector('#choice').after(el('div', { className: 'tools like' },
        ...['kinds', 'dependence', 'noise', 'rows'].map((name, k) => choice(name, values(k + 1), filterStrips)),
        el('output')));
}

const tools = el('div', { className: 'tools' }), count = el('span');

if (box) {
    tools.setAttribute('role', 'search');
    count.setAttribute('role', 'status');
    const search = el('input', { type: 'search', name: 'q', placeholder: 'dci compact' });
    search.addEventListener('input', () => change('q', search.value));
    const whole = el('button', { type: 'button' }, 'Show all');
    whole.addEventListener('click', () => {
        Object.keys(state).forEach(k => { state[k] = ''; });
        pin('');
        draw();
    });
    tools.append(el('label', {}, 'Search ', search),
        choiceOf('family', Array.from(new Set(rows.map(r => r.dataset.f))).map(f => [f, f])),
        choiceOf('property', properties.filter(p => p).map(p => [p, p])), choiceOf('mark', Object.entries(marks)),
        whole, count);
    box.before(tools);
    all('td a.mark', box).forEach((a, k) => { if (k) a.tabIndex = -1; });
    draw();
}
// The table can be used while what follows is still read.
function begin() {
    addEventListener('hashchange', hear);
    addEventListener('popstate', () => { if (!location.hash) hear(); });
    hear();
    addEventListener('load', () => setTimeout(makeInTime, 10));
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
}());
