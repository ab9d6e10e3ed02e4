"""Magics that give names to commands and to cells: %alias, %unalias, %macro."""

from .arguments import options
from .error import UsageError
from .files import _chosen


class Macro:
    """Code that runs when its name stands alone in a cell; the evaluator sees to that."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"IPython.macro.Macro({self.value!r})"

    def __str__(self):
        return self.value

    def __add__(self, other):
        if not isinstance(other, (Macro, str)):
            return NotImplemented
        return Macro(self.value + str(other))


def macro(shell, text):
    """%macro NAME RANGE…: earlier cells as one that NAME runs."""
    found, rest = options(text, "rq")
    name, _, ranges = rest.partition(" ")
    if not name:
        return sorted(n for n, v in shell.user_ns.items() if isinstance(v, Macro))
    if not name.isidentifier() or not ranges.strip():
        raise UsageError("%macro insufficient args; usage '%macro name n1-n2 n3-4...")
    made = Macro("".join(source.rstrip("\n") + "\n" for _, source in _chosen(ranges)))
    shell.user_ns[name] = made
    if "q" not in found:
        print(f"Macro `{name}` created. To execute, type its name (without quotes).")
        print("=== Macro contents: ===")
        print(made, end="")


def alias(shell, text):
    """%alias NAME COMMAND: a magic that runs a command; %s in it takes a word, %l the whole line."""
    name, _, command = text.strip().partition(" ")
    if not name:
        print("Total number of aliases:", len(shell.aliases))
        return sorted(shell.aliases.items())
    if not name.isidentifier():
        raise UsageError(f"The name {name} can't be aliased because it is no name.")
    if not command.strip():
        raise UsageError(f"{name} is not an alias" if name not in shell.aliases else f"{name} is an alias of {shell.aliases[name]}")
    if name in shell.line_magics and name not in shell.aliases:
        raise UsageError(f"The name {name} can't be aliased because it is another magic command.")
    shell.aliases[name] = command = command.strip()
    shell.line_magics[name] = lambda shell, text: shell.system(filled(name, command, text))


def filled(name, command, text):
    if "%l" in command:
        return command.replace("%l", text)
    words, wanted = text.split(), command.count("%s") - command.count("%%s")
    if len(words) < wanted:
        raise UsageError(f"Alias <{name}> requires {wanted} arguments, {len(words)} given.")
    for word in words[:wanted]:
        command = command.replace("%s", word, 1)
    return " ".join([command, *words[wanted:]])


def unalias(shell, text):
    name = text.strip()
    if name not in shell.aliases:
        raise UsageError(f"{name} is not an alias")
    del shell.aliases[name], shell.line_magics[name]


line = {"macro": macro, "alias": alias, "unalias": unalias}
