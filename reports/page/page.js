// What a reader can do with the page beyond reading it. Everything is there and readable without.
'use strict';
(function () {
const all = (what, within) => Array.from((within || document).querySelectorAll(what));

// ---- charts: values under the pointer, one metric seen in all of them ----

const tip = document.createElement('div');
tip.className = 'tip';
tip.setAttribute('role', 'status');
document.body.appendChild(tip);
const names = {};
all('.keys [data-k]').forEach(e => { names[e.dataset.k] = e.textContent; });
let pinned = '';

function light(key) {
    all('.lit').forEach(e => e.classList.remove('lit'));
    document.body.classList.toggle('dim', key !== '');
    if (key === '') return;
    all('[data-k="' + key + '"]').forEach(e => e.classList.add('lit'));
    all('use[href$=".' + key + '"]').forEach(e => e.classList.add('lit'));
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
    svg.curves = all('g.k', svg).concat(all('use', svg).map(u => document.querySelector(u.getAttribute('href')
        .replace(/\./g, '\\.')))).filter(g => g).map(g => ({
            key: g.dataset.k, mean: read(g.lastElementChild.getAttribute('d')),
            ends: read(g.firstElementChild.getAttribute('d'), true) }));
    svg.points = svg.dataset.x.split('|').map(p => [p.slice(0, p.indexOf(':')), p.slice(p.indexOf(':') + 1)]);
    return svg.curves;
}

function score(svg, y) {
    const low = +svg.dataset.low, high = +svg.dataset.high, whole = svg.viewBox.baseVal.height - 80;
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
    if (!found) return hide();
    const ends = found.curve.ends[found.point[0]];
    tip.textContent = names[found.curve.key] + ', ' + found.point[1] + ': ' +
        score(svg, found.curve.mean[found.point[0]]) +
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

all('.plot svg, .mini svg').forEach(svg => {
    svg.addEventListener('pointermove', e => show(svg, e));
    svg.addEventListener('pointerleave', hide);
    svg.addEventListener('click', e => {
        const found = show(svg, e);
        pin(found && found.curve.key !== pinned ? found.curve.key : '');
    });
});
all('.keys li').forEach(li => {
    li.addEventListener('pointerenter', () => light(li.dataset.k));
    li.addEventListener('pointerleave', () => light(pinned));
    li.addEventListener('focusin', () => light(li.dataset.k));
    li.addEventListener('focusout', () => light(pinned));
});

function pin(key) {
    pinned = key;
    light(key);
    say();
}

// ---- what is closed is printed, where CSS cannot open it ----

addEventListener('beforeprint', () => {
    if (!document.body.classList.contains('full')) return;
    all('details:not([open])').forEach(d => { d.open = true; d.dataset.shut = 1; });
});
addEventListener('afterprint', () => all('details[data-shut]').forEach(d => {
    d.open = false;
    delete d.dataset.shut;
}));

// A link into what is closed opens it.
function reveal() {
    const to = location.hash && document.getElementById(location.hash.slice(1));
    for (let e = to; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
    if (to) to.scrollIntoView();
}
addEventListener('hashchange', reveal);

// ---- the table: search, filter, sort, compare; its state is in the address ----

function say() {}
reveal();
}());
