"""Builds the package: what pip calls (PEP 517), in plain Python, so that neither a network nor setuptools is needed.

    pip install ./python        builds the program and the libraries of the checkout with make and a C compiler
    python3 build_assay.py wheel DIR    writes the wheel into DIR and prints its path (`make wheel`)
    python3 build_assay.py sdist DIR    the source distribution: the checkout, from which pip builds (`make sdist`)

The wheel is for this machine's kind and any Python 3.9 or later. It carries what the program needs of the system but
glibc; its tag says from which glibc on: 2.28, whatever glibc it was made with. Where the parts of the program are not
installed (`make install-build`), the wheel has libassay alone, and stderr says so.
"""
import base64
import gzip
import hashlib
import io
import os
import platform
import re
import struct
import subprocess
import sys
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.dirname(HERE)
LICENSE = "MIT"
CLASSIFIERS = ("Intended Audience :: Science/Research", "License :: OSI Approved :: MIT License",
               "Operating System :: POSIX :: Linux", "Programming Language :: C", "Programming Language :: Python :: 3",
               "Topic :: Scientific/Engineering :: Artificial Intelligence", "Typing :: Typed")


def version():
    with open(os.path.join(HERE, "assay", "__init__.py"), encoding="utf-8") as file:
        return re.search(r'^__version__ = "(.*)"', file.read(), re.MULTILINE).group(1)


GLIBC = ("linux-vdso", "ld-linux", "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so")


def make(target):
    """The files that the checkout's own make has made: their paths, or None and what it said."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE") and key != "MFLAGS"}
    made = subprocess.run(["make", "-s", f"-j{os.cpu_count() or 1}", "--no-print-directory", "-C", CHECKOUT, target],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environment, check=False)
    if made.returncode != 0:
        return None, made.stderr + made.stdout
    return [os.path.join(CHECKOUT, path) for path in made.stdout.strip().splitlines()[-1].split()], ""


def library():
    """The path of libassay.so."""
    if not os.path.isfile(os.path.join(CHECKOUT, "include", "assay.h")):
        raise SystemExit(f"{HERE} lies in no checkout of assay: the library is built of its sources. Install from "
                         "there, pip install ./python, or from a wheel that `make wheel` made there")
    paths, said = make("library-for-wheel")
    if not paths:
        raise SystemExit("libassay cannot be built, which takes make, gcc (or CC=clang), libc6-dev and liblbfgs-dev:\n"
                         + said)
    return paths[0]


def needed(path):
    """What the loader takes for a file beyond glibc: {name: path}."""
    lines = subprocess.run(["ldd", path], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    found = (re.match(r"\s*(\S+) => (/\S+)", line) for line in lines)
    return {line[1]: line[2] for line in found if line and not line[1].startswith(GLIBC)}


def licence(path):
    """What Debian keeps of the licence of a library's package, or None."""
    real = os.path.realpath(path)
    for name in (real, real.replace("/usr/lib/", "/lib/", 1), path):
        try:
            owner = subprocess.run(["dpkg", "-S", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                   check=False)
        except OSError:
            return None
        package = owner.stdout.split(":")[0]
        if owner.returncode == 0 and os.path.isfile(f"/usr/share/doc/{package}/copyright"):
            return package, f"/usr/share/doc/{package}/copyright"
    return None


def contents():
    """{name in the package: path} of all that is compiled."""
    to = {"libassay.so": library()}
    made, said = make("program-for-wheel")
    if not made:
        print("the wheel has no program, only libassay; for all of it: make install-build, in the checkout\n" + said,
              file=sys.stderr)
        return to
    to.update({"program/assay": made[0], "libassay-bench.so": made[1]})
    for name, path in sorted({**needed(made[0]), **needed(made[1])}.items()):
        to[f"program/{name}"] = path
        owner = licence(path)
        if owner:
            to[f"program/licences/{owner[0]}"] = owner[1]
    return to


OLDEST = 2, 28  # of RHEL 8 and Debian 10: manylinux_2_28


def wanted_versions(content):
    """[(place in the file, name)] of the symbol versions that an ELF file of 64 bits wants (Vernaux)."""
    def field(form, at):
        return struct.unpack_from("<" + form, content, at)[0]

    segments, size, count = field("Q", 32), field("H", 54), field("H", 56)
    loaded, dynamic = [], None
    for at in (segments + k * size for k in range(count)):
        place, address, length = field("Q", at + 8), field("Q", at + 16), field("Q", at + 32)
        if field("I", at) == 1:
            loaded.append((address, place, length))
        elif field("I", at) == 2:
            dynamic = {field("q", k): field("Q", k + 8) for k in range(place, place + length, 16)}

    def in_file(address):
        return next(place + address - start for start, place, length in loaded if start <= address < start + length)

    names, need, found = in_file(dynamic[5]), in_file(dynamic[0x6ffffffe]), []
    for _ in range(dynamic[0x6fffffff]):
        at = need + field("I", need + 8)
        for _ in range(field("H", need + 2)):
            start = names + field("I", at + 8)
            found.append((at, bytes(content[start:content.index(0, start)]).decode()))
            at += field("I", at + 12)
        need += field("I", need + 12)
    return found


def glibc_of(name):
    """(2, 28) of GLIBC_2.28, (0,) of what is no version of glibc."""
    return tuple(map(int, name[6:].split("."))) if re.fullmatch(r"GLIBC_[0-9.]+", name) else (0,)


def for_old_glibc(content):
    """The same file, which asks for the oldest version of every name that is newer than OLDEST.

    Newer glibc keeps these old versions. A name that has none there is in old_glibc.c.
    """
    content = bytearray(content)
    versions = wanted_versions(content)
    _, oldest = min((glibc_of(name), at) for at, name in versions if glibc_of(name) > (0,))
    for at, name in versions:
        if glibc_of(name)[:2] > OLDEST:
            content[at:at + 4], content[at + 8:at + 12] = content[oldest:oldest + 4], content[oldest + 8:oldest + 12]
    return bytes(content)


def tag(compiled):
    """py3-none-manylinux_2_28_x86_64: the oldest glibc that has all that the files ask for."""
    newest = max(glibc_of(name)[:2] for content in compiled for _, name in wanted_versions(content))
    return f"py3-none-manylinux_2_{max(newest[1], 17)}_{platform.machine()}"


def is_compiled(name):
    return ".so" in name or name == "program/assay"


def metadata():
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    return (f"Metadata-Version: 2.1\nName: assay\nVersion: {version()}\n"
            f"Summary: A test bench for metrics of disentangled representations\nLicense: {LICENSE}\n"
            "Keywords: disentanglement,representation learning,evaluation,metrics,benchmark\n"
            + "".join(f"Classifier: {line}\n" for line in CLASSIFIERS) +
            "Requires-Python: >=3.9\nRequires-Dist: numpy>=1.20\nDescription-Content-Type: text/markdown\n\n" + readme)


class Wheel:
    """A wheel as it is written: the same input gives the same bytes."""

    def __init__(self, directory, kind, has_program=False):
        self.info = f"assay-{version()}.dist-info"
        self.name = f"assay-{version()}-{kind}.whl"
        self.kind = kind
        self.scripts = "[console_scripts]\nassay = assay._program:main\n" if has_program else ""
        self.path = os.path.join(directory, self.name)
        self.record = []
        os.makedirs(directory, exist_ok=True)
        self.zip = zipfile.ZipFile(self.path + ".part", "w", zipfile.ZIP_DEFLATED)

    def add(self, name, content):
        content = content.encode() if isinstance(content, str) else content
        entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if name.endswith((".so", "program/assay")) else 0o100644) << 16
        self.zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")

    def close(self):
        pure = "true" if self.kind.endswith("-any") else "false"
        self.add(f"{self.info}/METADATA", metadata())
        self.add(f"{self.info}/WHEEL",
                 f"Wheel-Version: 1.0\nGenerator: build_assay\nRoot-Is-Purelib: {pure}\nTag: {self.kind}\n")
        self.add(f"{self.info}/entry_points.txt", self.scripts + "[pytest11]\nassay = assay.pytest_plugin\n")
        record = f"{self.info}/RECORD"
        self.zip.writestr(zipfile.ZipInfo(record, (2020, 1, 1, 0, 0, 0)), "\n".join([*self.record, f"{record},,", ""]))
        self.zip.close()
        os.replace(self.path + ".part", self.path)
        return self.name


def read(path):
    with open(path, "rb") as file:
        return file.read()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    compiled = {name: for_old_glibc(read(path)) if is_compiled(name) else read(path)
                for name, path in contents().items()}
    kind = tag(content for name, content in compiled.items() if is_compiled(name))
    wheel = Wheel(wheel_directory, kind, "program/assay" in compiled)
    package = os.path.join(HERE, "assay")
    for name in sorted(os.listdir(package)):
        if name.endswith(".py") or name == "py.typed":
            wheel.add(f"assay/{name}", read(os.path.join(package, name)))
    for name, content in compiled.items():
        wheel.add(f"assay/{name}", content)
    return wheel.close()


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """pip install -e: the package where it is; the library is the checkout's, as `make` leaves it."""
    wheel = Wheel(wheel_directory, "py3-none-any")
    wheel.add("assay.pth", HERE + "\n")
    return wheel.close()


def as_source(entry):
    """A file of the checkout as it goes into the source distribution; None: it was made there."""
    inside = entry.name.split("/")[1:]
    if inside and (inside[0] in ("build", "out", "assay") or inside[-1][0] == "." or inside[-1] == "__pycache__"):
        return None
    entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = 1577836800, 0, 0, "", ""
    return entry


def build_sdist(sdist_directory, config_settings=None):
    """The checkout, with what pip looks for at its top: the same input gives the same bytes."""
    name = f"assay-{version()}"
    os.makedirs(sdist_directory, exist_ok=True)
    path = os.path.join(sdist_directory, name + ".tar.gz")
    project = read(os.path.join(HERE, "pyproject.toml")).replace(b'["."]', b'["python"]')
    with open(path + ".part", "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.add(CHECKOUT, name, filter=as_source)
        for inside, content in ("PKG-INFO", metadata().encode()), ("pyproject.toml", project):
            entry = as_source(tarfile.TarInfo(f"{name}/{inside}"))
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    os.replace(path + ".part", path)
    return os.path.basename(path)


if __name__ == "__main__":
    build = {"wheel": build_wheel, "sdist": build_sdist}[sys.argv[1]]
    print(os.path.join(sys.argv[2], build(sys.argv[2])))
