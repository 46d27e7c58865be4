"""Runs the code cells of notebooks, each in a folder of its own, as Jupyter does: a cell's last value is shown, and is
what the notebook has as that cell's output, but for what goes by how NumPy rounds on a processor: digests of its data, differences near 0.
ASSAY_NOTEBOOKS=keep writes the outputs anew."""
import ast
import contextlib
import io
import json
import os
import re
import sys
import tempfile


def lines(text):
    """Without addresses in memory, and without the folder through which a function of Python is called."""
    text = re.sub(r"exec:(?:&#39;|\\*').*?relay.py.*?:name=", "python:", text)
    return re.sub(r" at 0x[0-9a-f]+", "", text).splitlines(keepends=True)


def rounded(outputs):
    return re.sub(r"digest [0-9a-f]{16}|\b\d(\.\d)?e-1[3-9]", "...", re.sub(" +", " ", json.dumps(outputs)))


def output(value, number):
    """As nbformat 4 keeps it."""
    data = {}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = lines(value._repr_html_())
    data["text/plain"] = lines(repr(value))
    return {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def run_cell(source, names, number):
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    text = lines(printed.getvalue())
    stream = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
    return stream + ([] if value is None else [output(value, number)])


keep = os.environ.get("ASSAY_NOTEBOOKS") == "keep"
print(f"1..{len(sys.argv) - 1}")
failed = 0
for number, path in enumerate(sys.argv[1:], 1):
    with open(path, encoding="utf-8") as file:
        book = json.load(file)
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    home, names = os.getcwd(), {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for at, cell in enumerate(cells, 1):
                made = run_cell("".join(cell["source"]), names, at)
                assert keep or rounded(made) == rounded(cell["outputs"]), f"another output than the notebook has: {made}"[:2000]
                cell["outputs"], cell["execution_count"] = made, at
            print(f"ok {number} - {path}")
        except Exception as error:  # of whatever kind
            failed = 1
            print(f"not ok {number} - {path}\n# {type(error).__name__}: {error}\n# in: {cell['source']}")
        finally:
            os.chdir(home)
    if keep:
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(book, indent=1, ensure_ascii=False) + "\n")
sys.exit(failed)
