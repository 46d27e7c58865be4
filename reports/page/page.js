// What a reader can do with the page beyond reading it. Everything is there and readable without.
'use strict';
(function () {
const all = (what, within) => Array.from((within || document).querySelectorAll(what));

function el(tag, properties, ...inside) {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...inside);
    return e;
}

// ---- a link into what is closed opens it; a card is found by the name of its metric ----

function open(to) {
    for (let e = to; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
    if (to) to.scrollIntoView();
}

const reveal = () => open(document.getElementById(location.hash.slice(1)));

const cards = all('details.card'), nameOf = card => card.dataset.metric;
if (cards.length) {
    const find = el('input', { type: 'search', placeholder: nameOf(cards[0]) });
    find.setAttribute('list', 'names');
    find.addEventListener('input', () => {
        const card = cards.find(c => nameOf(c) === find.value.trim());
        if (card) location.hash = card.id;
    });
    document.getElementById('cards').before(el('div', { className: 'tools' }, el('label', {}, 'Can I trust ', find),
        el('datalist', { id: 'names' }, ...cards.map(c => el('option', { value: nameOf(c) })))));
}

// ---- a paragraph for a paper, to the clipboard ----

if (navigator.clipboard) ['BibTeX', 'text'].forEach(kind => all('.' + kind).forEach(from => {
    const button = el('button', { type: 'button' }, 'Copy ' + kind);
    button.addEventListener('click', () => navigator.clipboard.writeText(from.textContent)
        .then(() => { button.textContent = 'Copied'; }));
    document.querySelector('blockquote.text').after(button, ' ');
}));

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
        const x = v => 100 * (Math.max(v, low) - low) / (1 - low) + '%';
        const use = table.dataset.strata.split(' ').map((t, at) => ({ at: at, of: t.split(','), n: +t.split(',')[5] }))
            .filter(s => [1, 2, 3, 4].every(k => !wanted[k - 1] ? k < 4 || s.of[4] === axis[1]
                : s.of[k] === wanted[k - 1]));
        const n = left[axis[2]] = use.reduce((sum, s) => sum + s.n, 0);
        all('tbody tr', table).forEach(row => {
            const cell = row.querySelector('td.n'), bar = row.querySelector('.bar'), dot = row.querySelector('.dot');
            if (!row.kept) row.kept = [cell.innerHTML, dot ? dot.style.left : ''];
            const numbers = name => row.dataset[name].split(' ').map(Number);
            const now = on && n >= 20 && row.dataset.right ? concord(use, numbers('right'), numbers('of')) : null;
            all('.mark, td:nth-child(n+4)', row).forEach(e => { e.style.visibility = on ? 'hidden' : ''; });
            cell.innerHTML = !on ? row.kept[0] : now !== null ? now.toFixed(2) : '\u2013';
            if (bar) bar.hidden = on;
            if (dot) dot.hidden = on && now === null;
            if (dot) dot.style.left = now !== null ? x(now) : row.kept[1];
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

// A labelled list of values; the first is "any".
function choice(label, values, changed) {
    const select = el('select');
    [''].concat(values).forEach(v => select.add(new Option(v || 'any', v)));
    select.addEventListener('change', changed);
    return el('label', {}, label + ' ', select);
}

const strips = document.querySelector('table.strips');
if (strips) {
    const values = k => Array.from(new Set(all('table.strips').flatMap(t =>
        t.dataset.strata.split(' ').map(s => s.split(',')[k]))));
    document.querySelector('#choice').after(el('div', { className: 'tools like' }, 'Pairs like my data: ',
        ...['kinds', 'dependence', 'noise', 'rows'].map((name, k) => choice(name, values(k + 1), filterStrips)),
        el('output')));
}

addEventListener('hashchange', reveal);
reveal();
}());
