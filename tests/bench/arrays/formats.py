"""formats.py FOLDER: one representation in every format, as the libraries that write them lay the bytes out. Without
FOLDER: NumPy reads what `assay generate` wrote."""
import gzip
import json
import os
import struct
import sys
import zipfile

import numpy as np


def safetensors(path, arrays, metadata=None):
    """The format of safetensors 0.3; "BF16" of float32 values keeps the upper half of each."""
    header, data = ({"__metadata__": metadata} if metadata else {}), b""
    for name, (dtype, value) in arrays.items():
        raw = (np.ascontiguousarray(value).view(np.uint32) >> 16).astype(np.uint16) if dtype == "BF16" else value
        raw = np.ascontiguousarray(raw).tobytes()
        header[name] = {"dtype": dtype, "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def sparse(path, table, form):
    """scipy.sparse.save_npz, by hand."""
    rows, columns = np.nonzero(table) if form != "csc" else np.nonzero(table.T)[::-1]
    members = {"data": table[rows, columns], "shape": np.array(table.shape), "format": form.encode("ascii")}
    if form == "coo":
        members |= {"row": rows.astype(np.int32), "col": columns.astype(np.int32)}
    else:
        lines, others, n = (rows, columns, len(table)) if form == "csr" else (columns, rows, table.shape[1])
        members |= {"indices": others.astype(np.int32),
                    "indptr": np.concatenate([[0], np.cumsum(np.bincount(lines, minlength=n))]).astype(np.int32)}
    np.savez_compressed(path, **members)


def main(folder):
    rng = np.random.default_rng(4)
    v = rng.integers(0, 4, (96, 2))
    z = np.round((v @ rng.normal(size=(2, 5)) + rng.normal(size=(96, 5))) * 8) / 8  # of few bits: exact in any float
    z[np.abs(z) < 0.9] = 0
    np.savez(f"{folder}/plain.npz", factors=v, codes=z)
    lines = ["v1\tv2\t" + "\t".join(f"z{j + 1}" for j in range(5))]
    lines += ["\t".join([str(k) for k in a] + [repr(float(x)) for x in b]) for a, b in zip(v, z)]
    text = "\n".join(lines) + "\n"
    with open(f"{folder}/text.tsv", "w") as file:
        file.write(text)
    with gzip.open(f"{folder}/packed.csv.gz", "wt") as file:
        file.write(text.replace("\t", ","))
    with open(f"{folder}/twice.tsv.gz", "wb") as file:
        half = len(text) // 2
        file.write(gzip.compress(text[:half].encode()) + gzip.compress(text[half:].encode()))
    for dtype, kind in (("F64", np.float64), ("F32", np.float32), ("F16", np.float16), ("BF16", np.float32)):
        safetensors(
            f"{folder}/{dtype}.safetensors",
            {"codes": (dtype, z.astype(kind)), "factors": ("I32", v.astype(np.int32))},
            {"format": "pt"},
        )
    os.mkdir(f"{folder}-numpy")
    for kind in "i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8".split():
        np.save(f"{folder}-numpy/{kind}-little.npy", v.astype("<" + kind))
        np.save(f"{folder}-numpy/{kind}-big.npy", np.asfortranarray(v.astype(">" + kind)))
    np.savez_compressed(f"{folder}-numpy/zeros.npz", codes=np.zeros((200000, 4)), factors=np.zeros((200000, 2)))
    np.savez(f"{folder}-numpy/named.npz", v=v, z=z)
    np.savez(f"{folder}-numpy/pickled.npz", factors=np.array([1, None], dtype=object), codes=z)
    rows = ["factors,codes,group"]
    np.save(f"{folder}/f.npy", v)
    for form in ("csr", "csc", "coo"):
        sparse(f"{folder}/sparse-{form}.npz", z, form)
        sparse(f"{folder}/factors-{form}.npz", v, form)
        rows.append(f"f.npy,sparse-{form}.npz,sparse")
    safetensors(
        f"{folder}/other.safetensors", {"latent": ("F32", z.astype(np.float32)), "y": ("U8", v.astype(np.uint8))}
    )
    rows.append("other.safetensors:y,other.safetensors:latent,named")
    with open(f"{folder}/manifest.tsv", "w") as file:
        file.write("\n".join(rows).replace(",", "\t") + "\n")
    whole = open(f"{folder}/F32.safetensors", "rb").read()
    bad = {"cut": whole[:-9], "header": struct.pack("<Q", 1 << 62) + whole[8:], "json": whole[:8] + b"[" + whole[9:],
           "twice": struct.pack("<Q", 42) + b'{"a": {"dtype": "F32"}, "a": {"shape": []}}',
           "type": whole.replace(b'"F32"', b'"F8_E4"'.ljust(5)[:5]), "short": b"12345"}
    for name, data in bad.items():
        with open(f"{folder}/bad-{name}.safetensors", "wb") as file:
            file.write(data)
    bad = {"tail": whole + b"xxxxx", "index": struct.pack("<Q", 2**62 + 8) + b"{}",
           "list": struct.pack("<Q", 2) + b"[]" + whole}
    one = {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}
    more = [("overlap", {"data_offsets": [8, 24]}, 24), ("gap", {"data_offsets": [20, 36]}, 36),
            ("same", {}, 16), ("float", {"shape": [2.0, 2.0], "data_offsets": [16, 32]}, 32),
            ("size", {"dtype": "F16", "data_offsets": [16, 32]}, 32), ("kind", {"dtype": "F31"}, 32),
            ("three", {"data_offsets": [16, 32, 32]}, 32), ("back", {"data_offsets": [32, 16]}, 32),
            ("shape", {"shape": [2**62, 4], "data_offsets": [16, 32]}, 32), ("bare", {"shape": 4}, 32)]
    for name, wrong, size in more:
        head = json.dumps({"factors": one, "codes": {**one, **wrong}}).encode()
        bad[name] = struct.pack("<Q", len(head)) + head + bytes(size)
    head = json.dumps({"__metadata__": {"n": 1}, "factors": one, "codes": {**one, "data_offsets": [16, 32]}}).encode()
    bad["metadata"] = struct.pack("<Q", len(head)) + head + bytes(32)
    os.mkdir(f"{folder}-bad")
    for name, data in bad.items():
        with open(f"{folder}-bad/{name}.safetensors", "wb") as file:
            file.write(data)
    with open(f"{folder}-bad/model.safetensors.index.json", "w") as file:
        json.dump({"metadata": {}, "weight_map": {"codes": "model-00001-of-00002.safetensors"}}, file)
    with open(f"{folder}/bad-cut.csv.gz", "wb") as file:
        file.write(open(f"{folder}/packed.csv.gz", "rb").read()[:-20])
    wrong = dict(np.load(f"{folder}/sparse-csr.npz"))
    wrong["indices"][7] = 5
    np.savez(f"{folder}/bad-index.npz", **wrong)
    with open(f"{folder}/bad-format.npz", "wb") as file:
        file.write(open(f"{folder}/bad-index.npz", "rb").read().replace(b"csr", b"xsr"))


def read_back():
    """w.npz and w.csv are one representation, as are n-factors.npy, n-codes.npy and n.csv."""
    for end in "wn":
        parts = np.load("w.npz") if end == "w" else {side: np.load(f"n-{side}.npy") for side in ("factors", "codes")}
        both = [parts["factors"], parts["codes"]]
        assert all(x.dtype == np.float64 and x.flags["C_CONTIGUOUS"] for x in both)
        assert (np.hstack(both) == np.loadtxt(f"{end}.csv", delimiter=",", skiprows=1)).all()
    archive = np.load("w.npz")
    assert archive.files == ["factors", "codes", "kinds"] and set(archive["kinds"]) == {"categorical"}
    assert zipfile.ZipFile("w.npz").testzip() is None


if __name__ == "__main__":
    main(*sys.argv[1:]) if sys.argv[1:] else read_back()
