"""Builds the package: what pip calls (PEP 517), in plain Python, so that neither a network nor setuptools is needed.

    pip install ./python        builds libassay of the checkout with make and a C compiler, carries it in the package
    python3 build_assay.py DIR  writes the wheel into DIR and prints its path (`make wheel`)

The wheel is for this machine's kind and any Python 3.9 or later: the package is Python alone, and the library has no
more of the system than libc and libm. Its tag says from which glibc on.
"""
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.dirname(HERE)
LICENSE = "MIT"


def version():
    with open(os.path.join(HERE, "assay", "__init__.py"), encoding="utf-8") as file:
        return re.search(r'^__version__ = "(.*)"', file.read(), re.MULTILINE).group(1)


def library():
    """libassay.so as bytes, made by the checkout's own make."""
    if not os.path.isfile(os.path.join(CHECKOUT, "include", "assay.h")):
        raise SystemExit(f"{HERE} lies in no checkout of assay: the library is built of its sources. Install from "
                         "there, pip install ./python, or from a wheel that `make wheel` made there")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE") and key != "MFLAGS"}
    made = subprocess.run(["make", "-s", "--no-print-directory", "-C", CHECKOUT, "library-for-wheel"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    if made.returncode != 0:
        raise SystemExit(f"libassay cannot be built, which takes make, gcc (or CC=clang), libc6-dev and liblbfgs-dev:\n"
                         f"{made.stderr}{made.stdout}")
    path = os.path.join(CHECKOUT, made.stdout.strip().splitlines()[-1])
    with open(path, "rb") as file:
        return file.read()


def tag(content):
    """py3-none-manylinux_2_34_x86_64: the oldest glibc that has all that the library asks for."""
    wanted = [tuple(map(int, found)) for found in re.findall(rb"GLIBC_(\d+)\.(\d+)", content)]
    major, minor = max(wanted)
    return f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"


def metadata():
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    return (f"Metadata-Version: 2.1\nName: assay\nVersion: {version()}\n"
            f"Summary: A test bench for disentanglement metrics: the binding to libassay\nLicense: {LICENSE}\n"
            "Requires-Python: >=3.9\nRequires-Dist: numpy>=1.20\nDescription-Content-Type: text/markdown\n\n" + readme)


class Wheel:
    """A wheel as it is written: the same input gives the same bytes."""

    def __init__(self, directory, kind):
        self.info = f"assay-{version()}.dist-info"
        self.name = f"assay-{version()}-{kind}.whl"
        self.kind = kind
        self.path = os.path.join(directory, self.name)
        self.record = []
        os.makedirs(directory, exist_ok=True)
        self.zip = zipfile.ZipFile(self.path + ".part", "w", zipfile.ZIP_DEFLATED)

    def add(self, name, content):
        content = content.encode() if isinstance(content, str) else content
        entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
        self.zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")

    def close(self):
        pure = "true" if self.kind.endswith("-any") else "false"
        self.add(f"{self.info}/METADATA", metadata())
        self.add(f"{self.info}/WHEEL",
                 f"Wheel-Version: 1.0\nGenerator: build_assay\nRoot-Is-Purelib: {pure}\nTag: {self.kind}\n")
        self.add(f"{self.info}/entry_points.txt", "[pytest11]\nassay = assay.pytest_plugin\n")
        record = f"{self.info}/RECORD"
        self.zip.writestr(zipfile.ZipInfo(record, (2020, 1, 1, 0, 0, 0)), "\n".join([*self.record, f"{record},,", ""]))
        self.zip.close()
        os.replace(self.path + ".part", self.path)
        return self.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    content = library()
    wheel = Wheel(wheel_directory, tag(content))
    package = os.path.join(HERE, "assay")
    for name in sorted(os.listdir(package)):
        if name.endswith(".py") or name == "py.typed":
            with open(os.path.join(package, name), "rb") as file:
                wheel.add(f"assay/{name}", file.read())
    wheel.add("assay/libassay.so", content)
    return wheel.close()


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """pip install -e: the package where it is; the library is the checkout's, as `make` leaves it."""
    wheel = Wheel(wheel_directory, "py3-none-any")
    wheel.add("assay.pth", HERE + "\n")
    return wheel.close()


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("there is no source distribution of the binding: it is built in a checkout of assay")


if __name__ == "__main__":
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
