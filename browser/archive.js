/* Archives and packed files, unpacked here: an .npz is a .zip of .npy files. */

async function inflate(packed, how) {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream(how));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* The end of a .zip says where its list of members begins. */
function zipEnd(view) {
    for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65557); at--)
        if (view.getUint32(at, true) === 0x06054b50) return at;
    throw new Error("it has no list of members: was it written to its end?");
}

async function unzip(file) {
    const view = new DataView(file.buffer, file.byteOffset, file.length), end = zipEnd(view), members = new Map();
    let at = view.getUint32(end + 16, true);
    for (let k = view.getUint16(end + 10, true); k > 0; k--) {
        if (view.getUint32(at, true) !== 0x02014b50) throw new Error("its list of members is damaged");
        const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true);
        const full = view.getUint32(at + 24, true), length = view.getUint16(at + 28, true);
        const name = new TextDecoder().decode(file.subarray(at + 46, at + 46 + length));
        const local = view.getUint32(at + 42, true);
        const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        if (full > 2 ** 30) throw new Error(name + " has more than 1 GB: `assay score --data` takes it");
        const packed = file.subarray(begin, begin + size);
        if (packed.length !== size || (method !== 0 && method !== 8))
            throw new Error(name + " is damaged, or packed in a way that NumPy does not use");
        const whole = method ? await inflate(packed, "deflate-raw") : packed;
        if (whole.length !== full) throw new Error(name + " is damaged: its size is not the one it states");
        members.set(name, whole);
        at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return members;
}

/* Files by name, as the program reads them. */
async function filesOf(chosen) {
    const all = new Map();
    for (const one of chosen) {
        let name = one.name, bytes = new Uint8Array(await one.arrayBuffer());
        try {
            if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
                bytes = await inflate(bytes, "gzip");
                name = name.replace(/\.gz$/i, "");
            }
            const members = bytes[0] === 0x50 && bytes[1] === 0x4b ? await unzip(bytes) : [[name, bytes]];
            for (const [member, data] of members) all.set(member, data);
        } catch (error) {
            throw new Error(one.name + ": " + error.message);
        }
    }
    return all;
}
