"""What is said of magics of IPython that are not offered, and what there is in their place."""

_debugger = "there is no debugger here; %tb shows the last traceback again, and the page the variables"
_profiler = "%prun tells which functions take the time; %timeit and %%time measure, and the page shows what a cell cost"
_log = "%history lists the cells that have run, and %save writes them to a file"
_files = "the session's files go when it ends; save the notebook or download what you need"
_program = "there is no such program here; %%bash runs the shell, %%python Python"
_terminal = "it belongs to a terminal"

line = {
    "debug": _debugger, "pdb": _debugger, "lprun": _profiler, "mprun": _profiler, "memit": _profiler,
    "edit": "cells are edited in the page; %%writefile writes a file, %load shows one", "notebook": "the page saves the notebook as .ipynb, .md or .py",
    "pastebin": "nothing here reaches the network", "store": _files, "bookmark": _files, "recall": "%history shows earlier cells, %rerun runs them again",
    "logstart": _log, "logstop": _log, "logon": _log, "logoff": _log, "logstate": _log, "autocall": "functions are called with parentheses",
    "doctest_mode": "%xmode Plain writes tracebacks as Python does", "dhist": "%cd - goes back", "rehashx": _program, "killbgscripts": _program,
    "sc": "write name = !command", "tensorboard": "there is no TensorBoard here; matplotlib draws curves",
    "clear": _terminal, "man": _terminal,
}
line["ed"], line["rep"] = line["edit"], line["recall"]

cell = {"debug": _debugger, "perl": _program, "ruby": _program, "pypy": _program, "python2": _program}
