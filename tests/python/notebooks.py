"""Runs the code cells of notebooks, each in a folder of its own, as Jupyter does: a cell's last value is shown."""
import ast
import json
import os
import sys
import tempfile


def shown(value):
    for name in ("_repr_html_", "__repr__"):
        if hasattr(value, name):
            return getattr(value, name)()
    return ""


def run_cell(source, names):
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last:
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        assert value is None or shown(value), "a cell shows nothing"


print(f"1..{len(sys.argv) - 1}")
failed = 0
for number, path in enumerate(sys.argv[1:], 1):
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    home, names = os.getcwd(), {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for cell in cells:
                if cell["cell_type"] == "code":
                    run_cell("".join(cell["source"]), names)
            print(f"ok {number} - {path}")
        except Exception as error:  # of whatever kind
            failed = 1
            print(f"not ok {number} - {path}\n# {type(error).__name__}: {error}\n# in: {cell['source']}")
        finally:
            os.chdir(home)
sys.exit(failed)
