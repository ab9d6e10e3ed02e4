"""What help and completion ask of an object. None stands for what it does not have."""

import inspect
from _reference import page_of


def info(name, x, detail):
    """What `name?` prints; with detail 1 the source stands in the place of the docstring."""
    text = source(x) if detail else None
    fields = [("Source", text.rstrip("\n"))] if text else [("Docstring", doc(x))]
    if isinstance(x, type) or inspect.isroutine(x):
        label = "Init signature" if isinstance(x, type) else "Signature"
        fields = [(label, called(name, x)), *fields, ("File", file(x)), ("Type", type(x).__name__)]
        if isinstance(x, type):
            fields.append(("Subclasses", ", ".join(c.__name__ for c in type.__subclasses__(x)[:10])))
    else:
        fields = [("Signature", called(name, x)), ("Type", type(x).__name__), ("String form", form(x)), ("Length", length(x)),
                  ("File", file(x) if inspect.ismodule(x) else file(type(x))), *fields]
    fields = [(label, text) for label, text in fields if text]
    width = max(len(label) for label, _ in fields) + 2
    return "\n".join(f"{label}:\n{text}" if "\n" in text or label == "Source" else f"{label + ':':{width}}{text}" for label, text in fields)


def called(name, x):
    parameters = signature(x) if callable(x) else None
    if parameters is None:
        return None
    short = name + parameters
    if len(short) <= 75:
        return short
    return name + "(\n" + "".join(f"    {p},\n" for p in written(inspect.signature(x))) + ")" + parameters[parameters.rindex(")") + 1:]


def written(signature):
    """The parameters as in the source, with / and *."""
    kinds = [p.kind for p in signature.parameters.values()]
    for i, p in enumerate(signature.parameters.values()):
        if p.kind == p.KEYWORD_ONLY and not {p.KEYWORD_ONLY, p.VAR_POSITIONAL} & set(kinds[:i]):
            yield "*"
        yield str(p)
        if p.kind == p.POSITIONAL_ONLY and p.POSITIONAL_ONLY not in kinds[i + 1:]:
            yield "/"


most = 500  # of an object's text


def form(x):
    try:
        text = str(x)
    except Exception:
        return None
    return text if len(text) <= most else text[:most] + "…"


def length(x):
    try:
        return str(len(x))
    except Exception:
        return None


def brief(x):
    """What a line beside the code says: the ways to call x, each as (parameters, what it returns), docstring, type, text."""
    text = doc(x) or ""
    calls = ways(x, text) if callable(x) else []
    if calls and calls[0][2]:  # the docstring began with them
        text = text.partition("\n\n")[2]
    text = "\n\n".join(text.split("\n\n")[:2])
    silent = inspect.isroutine(x) or isinstance(x, type) or inspect.ismodule(x)
    value = "" if silent else (form(x) or "")[:240]
    if value and not calls:
        text = ""  # of the class, which says nothing of this value
    text = "\n\n".join(filter(None, (text[:600], page_of(x))))
    return [(params, returns) for params, returns, _ in calls], text, type(x).__name__, value


def ways(x, text):
    try:
        s = inspect.signature(x)
    except (TypeError, ValueError):
        return from_text(x, text)
    if any(p.kind == p.VAR_POSITIONAL for p in s.parameters.values()) and hasattr(type(x), "forward"):
        s = inspect.signature(x.forward)  # what a module is called with
    tail = str(s)
    returns = tail[tail.rindex(")") + 1:].removeprefix(" -> ")
    return [(list(written(s)), returns, False)]


def from_text(x, text):
    """The same of a function whose docstring begins with how it is called."""
    name, found = getattr(x, "__name__", None), []
    for line in text.split("\n\n")[0].splitlines():
        if name and line.startswith(name + "(") and ")" in line:
            inside, _, returns = line[len(name) + 1:].rpartition(")")
            found.append((parts(inside), returns.removeprefix(" -> "), True))
    return found


def parts(text):
    """What commas part, but those in brackets."""
    found, depth, begin = [], 0, 0
    for i, c in enumerate(text + ","):
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            found.append(text[begin:i].strip())
            begin = i + 1
    return [p for p in found if p]


def signature(x):
    try:
        return str(inspect.signature(x))
    except (TypeError, ValueError):
        return None


def arguments(x):
    """The parameters that can be given by name."""
    try:
        params = inspect.signature(x).parameters.values()
    except (TypeError, ValueError):
        return documented(x)
    return [p.name for p in params if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]


def documented(x):
    """The same of a function whose docstring begins with how it is called."""
    name, lines = getattr(x, "__name__", None), (doc(x) or "").split("\n\n")[0].splitlines()
    calls = [line[len(name) + 1:-1] for line in lines if name and line.startswith(name + "(") and line.endswith(")")]
    fields = [field.partition("=")[0].strip() for call in calls for field in call.split(",")]
    return list(dict.fromkeys(field for field in fields if field.isidentifier()))


def doc(x):
    return inspect.getdoc(x)


def source(x):
    try:
        return inspect.getsource(x)
    except (OSError, TypeError):
        return None


def file(x):
    try:
        return inspect.getfile(inspect.unwrap(x))
    except (OSError, TypeError):
        return None
