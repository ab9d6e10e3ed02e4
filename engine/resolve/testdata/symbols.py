"""Writes scope.symtable: where CPython's compiler finds each name of the chunks of scope.py, a line for each scope.

    python3 symbols.py > scope.symtable
"""
import symtable

WHERE = {1: "local", 2: "global", 3: "global", 4: "free", 5: "cell"}


def show(table, depth):
    names = []
    for s in table.get_symbols():
        where = WHERE[s._Symbol__scope]
        if table.get_type() == "module":
            where = "global"
        elif table.get_type() == "class" and (where == "local" or s._Symbol__scope == 3):
            where = "byname"  # looked up in the class, then in the module
        names.append(s.get_name() + "=" + where)
    name = {"top": "<module>", "lambda": "<lambda>", "listcomp": "<listcomp>", "setcomp": "<setcomp>", "dictcomp": "<dictcomp>", "genexpr": "<genexpr>"}.get(table.get_name(), table.get_name())
    print("  " * depth + name, "line", max(table.get_lineno(), 1), *sorted(names))
    for t in table.get_children():
        show(t, depth + 1)


for chunk in open("scope.py").read().split("---\n"):
    try:
        compile(chunk, "test", "exec")
        show(symtable.symtable(chunk, "test", "exec"), 0)
    except SyntaxError as e:
        print("error", e.lineno, e.msg)
    print("---")
