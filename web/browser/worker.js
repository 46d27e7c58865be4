/*
 * The program: libassay in WebAssembly, in a thread of its own. It is asked by {id, call, arguments} and answers {id,
 * answer}; an answer with `refused` says why. Files are those it was handed, in memory; nothing else can be opened.
 */
"use strict";
const SUCCESS = 0, NO_FILE = 44, NOT_HERE = 52, BAD_FILE = 8, FOLDER = 3, REGULAR = 4;
const files = new Map(), open = new Map();
let program = null, next = 4;

const bytes = () => new Uint8Array(program.exports.memory.buffer);
const view = () => new DataView(program.exports.memory.buffer);
const textAt = (at, length) => new TextDecoder().decode(bytes().slice(at, at + length));

function textFrom(at) {
    return textAt(at, bytes().indexOf(0, at) - at);
}

/* What a system offers: the files of `files` in one folder, a clock, and texts for the console. */
const system = {
    clock_time_get(id, precision, to) {
        view().setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
        return SUCCESS;
    },
    fd_prestat_get(fd, to) {
        if (fd !== FOLDER) return BAD_FILE;
        view().setUint32(to, 0, true);
        view().setUint32(to + 4, 1, true);
        return SUCCESS;
    },
    fd_prestat_dir_name(fd, to) {
        bytes()[to] = "/".charCodeAt(0);
        return SUCCESS;
    },
    path_open(fd, flags, path, length, how, rights, inheriting, fdFlags, to) {
        const file = files.get(textAt(path, length));
        if (!file) return NO_FILE;
        open.set(next, { file, at: 0 });
        view().setUint32(to, next++, true);
        return SUCCESS;
    },
    fd_filestat_get(fd, to) {
        if (!open.has(fd)) return BAD_FILE;
        bytes().fill(0, to, to + 64);
        bytes()[to + 16] = REGULAR;
        view().setBigUint64(to + 32, BigInt(open.get(fd).file.length), true);
        return SUCCESS;
    },
    fd_fdstat_get(fd, to) {
        if (fd > FOLDER && !open.has(fd)) return BAD_FILE;
        bytes().fill(0, to, to + 24);
        bytes()[to] = fd === FOLDER ? 3 : REGULAR;
        view().setBigUint64(to + 8, ~0n & 0xffffffffffffffffn, true);
        view().setBigUint64(to + 16, ~0n & 0xffffffffffffffffn, true);
        return SUCCESS;
    },
    fd_read(fd, vectors, count, got) {
        const from = open.get(fd);
        if (!from) return BAD_FILE;
        let sum = 0;
        for (let k = 0; k < count; k++) {
            const to = view().getUint32(vectors + 8 * k, true), room = view().getUint32(vectors + 8 * k + 4, true);
            const part = from.file.subarray(from.at, from.at + room);
            bytes().set(part, to);
            from.at += part.length;
            sum += part.length;
        }
        view().setUint32(got, sum, true);
        return SUCCESS;
    },
    fd_write(fd, vectors, count, done) {
        let sum = 0;
        for (let k = 0; k < count; k++) sum += view().getUint32(vectors + 8 * k + 4, true);
        view().setUint32(done, sum, true);
        return SUCCESS;
    },
    fd_close(fd) {
        open.delete(fd);
        return SUCCESS;
    },
    proc_exit(code) {
        throw new Error("the program ended with " + code);
    },
};

/* Numbers of 32 bits come with a sign, which a place beyond 2 GB must not have. */
const unsigned = (f) => (...given) => f(...given.map((one) => (typeof one === "number" ? one >>> 0 : one)));

function start(compiled) {
    const imports = {};
    for (const { name } of WebAssembly.Module.imports(compiled)) imports[name] = unsigned(system[name] || (() => NOT_HERE));
    program = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: imports });
    program.exports._initialize();
}

function place(text) {
    const all = new TextEncoder().encode(text + "\0"), at = program.exports.page_room(all.length) >>> 0;
    if (!at) throw new Error("memory ran out");
    bytes().set(all, at);
    return at;
}

function ask(call, given) {
    const texts = [], passed = given.map((one) => (typeof one === "string" ? texts[texts.push(place(one)) - 1] : one));
    const answer = textFrom(program.exports["page_" + call](...passed) >>> 0);
    texts.forEach((text) => program.exports.page_free(text));
    return JSON.parse(answer);
}

/* A column of the factors or codes, for a picture: at most 2000 rows. */
function column(side, which, rows) {
    const at = (program.exports["page_" + side]() >>> 0) + 8 * rows * which;
    return Array.from(new Float64Array(program.exports.memory.buffer, at, Math.min(rows, 2000)));
}

/* Memory that ran out ends the program; the page starts another one. */
onmessage = ({ data }) => {
    try {
        let answer = null;
        if (data.call === "start") start(data.compiled);
        else if (data.call === "files") {
            files.clear();
            for (const [name, bytes] of data.given) files.set(name, bytes);
        }
        else if (data.call === "column") answer = column(...data.given);
        else answer = ask(data.call, data.given);
        postMessage({ id: data.id, answer });
    } catch (error) {
        postMessage({ id: data.id, answer: { refused: "The program stopped: " + error.message, ended: true } });
    }
};
