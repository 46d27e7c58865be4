"""What docs/digest.md says, as a program: every cell of a store against its digest, then the digest of the store.
digest.py STORE; digest.py STORE SQL changes it first, and seals it again as somebody would who wants to deceive."""
import hashlib, sqlite3, struct, sys
# Table: the columns that count ("name>table": of the row that it gives the number of), then the tables of its parts.
COUNTS = {
    "plan": "name",
    "scenario": "name",
    "metric": "name",
    "shard": "name",
    "reason": "text axis number word",
    "point": "scenario>scenario name",
    "output": "metric>metric name",
    "variant": "metric>metric name preset",
    "point_parameter": "name number word",
    "variant_option": "name number word",
    "representation": "hash rows factors codes data clusters",
    "want": "point>point samples seed_first seed_end variant>variant",
    "cell": "point>point samples seed variant>variant status version",
    "score": "output>output item value reason>reason",
    "uncertainty": "output>output kind level draws defined mean sd low high p score",
}
PARTS = {
    "point": ["point_parameter", "representation"],
    "variant": ["variant_option"],
    "cell": ["score", "uncertainty"],
}
OF_CELLS = PARTS["cell"] + ["seal"]

def field(value):
    if value is None: return b"n"
    if isinstance(value, int): return b"i" + struct.pack(">Q", value + 2**63)
    if isinstance(value, float): return b"r" + struct.pack(">d", value)
    value = value.encode() if isinstance(value, str) else value
    return b"t" + struct.pack(">Q", len(value)) + value

class Store:
    def __init__(self, path):
        self.db, self.known = sqlite3.connect(path, isolation_level=None), {}
    def record(self, table, values):
        to = field(table)
        for column, value in zip(COUNTS[table].split(), values):
            refers = column.partition(">")[2]
            to += b"k" + field(self.digest(refers, value))[1:] if refers and value is not None else field(value)
        return to
    def rows(self, table, where, number):
        columns = ", ".join(c.partition(">")[0] for c in COUNTS[table].split())
        return self.db.execute("SELECT %s FROM %s WHERE %s = ?" % (columns, table, where), (number,)).fetchall()
    def digest(self, table, number):
        if (table, number) not in self.known:
            parts = sorted(self.record(p, row) for p in PARTS.get(table, []) for row in self.rows(p, table, number))
            whole = self.record(table, self.rows(table, "id", number)[0]) + b"".join(parts)
            self.known[table, number] = hashlib.sha256(whole).digest()[:16]
        return self.known[table, number]
    def cells(self):
        return self.db.execute("SELECT id, digest FROM cell").fetchall()
    def wishes(self):
        rows = self.db.execute("SELECT DISTINCT point, samples, seed_first, seed_end, variant FROM want").fetchall()
        return [hashlib.sha256(self.record("want", row)).digest()[:16] for row in rows]
    def stamp(self):
        return hashlib.sha256(b"".join(sorted(d for _, d in self.cells()) + sorted(self.wishes()))).hexdigest()
    def seal(self):
        for number, _ in self.cells():
            self.db.execute("UPDATE cell SET digest = ? WHERE id = ?", (self.digest("cell", number), number))
        for name, in self.db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            if name in OF_CELLS or name.startswith("sqlite_"): continue
            total = [int.from_bytes(hashlib.sha256(b"".join(map(field, row))).digest()[:16], "big")
                     for row in self.db.execute("SELECT * FROM " + name)]
            mixed = 0
            for one in total:
                mixed ^= one
            self.db.execute(
                "INSERT OR REPLACE INTO seal VALUES(?, ?, ?)", (name, len(total), mixed.to_bytes(16, "big"))
            )


if __name__ == "__main__":
    store = Store(sys.argv[1])
    if len(sys.argv) > 2:
        store.db.executescript(sys.argv[2])
        store.db.execute("BEGIN")
        store.seal()
        store.db.execute("COMMIT")
    bad = [number for number, digest in store.cells() if store.digest("cell", number) != digest]
    print(len(bad), store.stamp())
