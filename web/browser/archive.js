/* Archives and packed files, unpacked here: an .npz is a .zip of .npy files. */

/* As the limit member-bytes of the program. A small file can unpack to any size, so bytes are counted as they come. */
const UNPACKED_MOST = 2 ** 30;

async function inflate(packed, how, most) {
    const from = new Blob([packed]).stream().pipeThrough(new DecompressionStream(how)).getReader(), parts = [];
    let size = 0;
    for (;;) {
        const { done, value } = await from.read();
        if (done) break;
        size += value.length;
        if (size > most) {
            from.cancel();
            throw new Error("it unpacks to more than " + most + " bytes: is it damaged? `assay score` takes large ones");
        }
        parts.push(value);
    }
    const whole = new Uint8Array(size);
    for (const part of parts.reverse()) whole.set(part, (size -= part.length));
    return whole;
}

/* The end of a .zip says where its list of members begins. */
function zipEnd(view) {
    for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65557); at--)
        if (view.getUint32(at, true) === 0x06054b50) return at;
    throw new Error("it has no list of members: was it written to its end?");
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
});

function checksum(bytes) {
    let sum = -1;
    for (let k = 0; k < bytes.length; k++) sum = CRC[(sum ^ bytes[k]) & 255] ^ (sum >>> 8);
    return (sum ^ -1) >>> 0;
}

const bare = (name) => name.replace(/\.npy$/, "");

async function unzip(file) {
    const view = new DataView(file.buffer, file.byteOffset, file.length), end = zipEnd(view), members = new Map();
    let at = view.getUint32(end + 16, true), left = UNPACKED_MOST;
    for (let k = view.getUint16(end + 10, true); k > 0; k--) {
        if (view.getUint32(at, true) !== 0x02014b50) throw new Error("its list of members is damaged");
        const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true);
        const full = view.getUint32(at + 24, true), length = view.getUint16(at + 28, true);
        const name = bare(new TextDecoder().decode(file.subarray(at + 46, at + 46 + length)));
        const local = view.getUint32(at + 42, true), locked = view.getUint16(at + 8, true) & 1;
        if (members.has(name)) throw new Error("two arrays are called " + name + ", and readers differ in which they take");
        if (full > left) throw new Error("its arrays have more than 1 GB: `assay score` takes them");
        if (view.getUint32(local, true) !== 0x04034b50) throw new Error(name + " is not where the list of members says");
        const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        const packed = file.subarray(begin, begin + size);
        if (packed.length !== size || locked || (method !== 0 && method !== 8))
            throw new Error(name + " is damaged, or packed in a way that NumPy does not use");
        const whole = method ? await inflate(packed, "deflate-raw", full) : packed;
        if (whole.length !== full) throw new Error(name + " is damaged: its size is not the one it states");
        if (checksum(whole) !== view.getUint32(at + 16, true))
            throw new Error(name + " is damaged: its checksum is not the one it states. Save or copy it again");
        members.set(name, whole);
        left -= full;
        at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return members;
}

/* What the words of an .npy say, as --kinds has them: "absent:categorical,continuous". */
function words(npy) {
    const view = new DataView(npy.buffer, npy.byteOffset, npy.length), length = view.getUint16(8, true);
    const head = new TextDecoder().decode(npy.subarray(10, 10 + length)), found = [];
    const [, order, kind, letters] = /'descr': *'([<>|=]?)([US])(\d+)'/.exec(head) || [];
    if (!kind || npy[6] !== 1) throw new Error("the array kinds holds no words: [\"categorical\", \"continuous\", ...]");
    const wide = kind === "U" ? 4 : 1, all = (npy.length - 10 - length) / wide / letters;
    for (let k = 0; k < all; k++) {
        let word = "";
        for (let c = 0; c < letters; c++) {
            const from = 10 + length + wide * (k * letters + c);
            const code = wide === 1 ? npy[from] : view.getUint32(from, order !== ">");
            if (code) word += code < 128 ? String.fromCharCode(code) : "?";
        }
        found.push(word);
    }
    return found.join(",");
}

/*
 * Arrays by name, as the program reads them: {data; path: what a terminal calls it; stated: kinds of its factors}. Of
 * several files a member of an archive has the archive's name before its own; what would still meet is refused.
 */
async function filesOf(chosen) {
    const all = new Map();
    for (const one of chosen) {
        let name = one.name, bytes = new Uint8Array(await one.arrayBuffer());
        try {
            if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
                bytes = await inflate(bytes, "gzip", UNPACKED_MOST);
                name = name.replace(/\.gz$/i, "");
            }
            const archive = bytes[0] === 0x50 && bytes[1] === 0x4b;
            const members = archive ? await unzip(bytes) : [[name, bytes]];
            const kinds = archive && members.get("kinds"), stated = kinds && words(kinds);
            for (const [member, data] of members) {
                if (archive && member === "kinds") continue;
                const known = (archive && chosen.length > 1 ? one.name + "/" : "") + member + (archive ? ".npy" : "");
                if (all.has(known)) throw new Error("two files are called " + known + ": rename one of them");
                const path = archive && /\.npz$/i.test(one.name) ? one.name + ":" + member : one.name;
                all.set(known, { data, path, stated: archive && member === "factors" ? stated : "" });
            }
        } catch (error) {
            const what = error instanceof RangeError ? "it is damaged or cut short. Save or copy it again" : error.message;
            throw new Error(one.name + ": " + what);
        }
    }
    return all;
}
