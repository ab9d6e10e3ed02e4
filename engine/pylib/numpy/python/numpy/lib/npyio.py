"""Arrays in files, binary and text."""

import operator
import os

import numpy as np
from _numpy import _frombytes, array, asarray
from numpy.core.numeric import nan


def _npy(a, allow_pickle=True):
    columns = a.flags.f_contiguous and not a.flags.c_contiguous
    text = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (a.dtype.str, columns, a.shape)
    text += " " * (-(len(text) + 11) % 64) + "\n"
    if a.dtype.kind == "O":
        if not allow_pickle:
            raise ValueError("Object arrays cannot be saved when allow_pickle=False")
        import pickle
        data = pickle.dumps(a.tolist(), protocol=3)
    else:
        data = (a.T if columns else a).tobytes()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + data


def _parse(data, allow_pickle=False):
    import ast
    if data[:6] != b"\x93NUMPY":
        if not data:
            raise EOFError("No data left in file")
        if not allow_pickle:
            raise ValueError("Cannot load file containing pickled data when allow_pickle=False")
        import pickle
        return pickle.loads(data)
    wide = 2 if data[6] == 1 else 4
    n = int.from_bytes(data[8:8 + wide], "little")
    head = ast.literal_eval(data[8 + wide:8 + wide + n].decode())
    dims, rest = head["shape"], data[8 + wide + n:]
    if head["descr"] == "|O":
        if not allow_pickle:
            raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
        import pickle
        values = pickle.loads(rest)
        out = np.empty(dims, object)
        for i in np.ndindex(dims):
            x = values
            for k in i:
                x = x[k]
            out[i] = x
        return out
    a = _frombytes(rest, head["descr"], dims[::-1] if head["fortran_order"] else dims)
    return a.T if head["fortran_order"] else a


def _end(data):
    """Where the first array of data ends."""
    import ast
    wide = 2 if data[6] == 1 else 4
    n = 8 + wide + int.from_bytes(data[8:8 + wide], "little")
    head = ast.literal_eval(data[8 + wide:n].decode())
    size = np.dtype(head["descr"]).itemsize
    for d in head["shape"]:
        size *= d
    return n + size


def save(file, arr, allow_pickle=True, fix_imports=True):
    data = _npy(asarray(arr), allow_pickle)
    if hasattr(file, "write"):
        file.write(data)
        return
    file = os.fspath(file)
    with open(file if file.endswith(".npy") else file + ".npy", "wb") as f:
        f.write(data)


class NpzFile:
    """The arrays of an archive by name, read when they are asked for."""

    def __init__(self, data, allow_pickle):
        import io
        import zipfile
        self.zip, self._pickle = zipfile.ZipFile(io.BytesIO(data)), allow_pickle
        self._files = self.zip.namelist()
        self.files = [n[:-4] if n.endswith(".npy") else n for n in self._files]
        self.f = _Attributes(self)

    def __getitem__(self, key):
        name = key if key in self._files else f"{key}.npy" if key in self.files else None
        if name is None:
            raise KeyError(f"{key} is not a file in the archive")
        data = self.zip.read(name)
        return _parse(data, self._pickle) if data[:6] == b"\x93NUMPY" else data

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __contains__(self, key):
        return key in self.files or key in self._files

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return list(self.files)

    def values(self):
        return [self[k] for k in self.files]

    def items(self):
        return [(k, self[k]) for k in self.files]

    def close(self):
        self.zip = None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


class _Attributes:
    def __init__(self, archive):
        self._archive = archive

    def __getattr__(self, name):
        try:
            return self._archive[name]
        except KeyError:
            raise AttributeError(name) from None


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *, max_header_size=10000):
    if hasattr(file, "read"):
        start = file.tell() if hasattr(file, "tell") else 0
        data = file.read()
        if data[:6] == b"\x93NUMPY" and hasattr(file, "seek"):
            file.seek(start + min(_end(data), len(data)))
    else:
        with open(os.fspath(file), "rb") as f:
            data = f.read()
    return NpzFile(data, allow_pickle) if data[:2] == b"PK" else _parse(data, allow_pickle)


def _savez(file, args, kwds, compress):
    import zipfile
    if not hasattr(file, "write"):
        file = os.fspath(file)
        file = file if file.endswith(".npz") else file + ".npz"
    named = dict(kwds)
    for i, a in enumerate(args):
        if f"arr_{i}" in named:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{i}")
        named[f"arr_{i}"] = a
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED) as z:
        for name, a in named.items():
            z.writestr(name + ".npy", _npy(asarray(a)))


def savez(file, *args, **kwds):
    _savez(file, args, kwds, False)


def savez_compressed(file, *args, **kwds):
    _savez(file, args, kwds, True)


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    X = asarray(X)
    if X.ndim == 0 or X.ndim > 2:
        raise ValueError(f"Expected 1D or 2D array, got {X.ndim}D array instead")
    rows = [(x,) if not isinstance(x, tuple) else x for x in X.tolist()] if X.ndim == 1 else X.tolist()
    columns = len(rows[0]) if rows else 1 if X.ndim == 1 else X.shape[1]
    complex_ = X.dtype.kind == "c"
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != columns:
            raise AttributeError(f"fmt has wrong shape.  {fmt}")
        line = delimiter.join(fmt)
    elif fmt.count("%") == 1:
        line = delimiter.join([f" ({fmt}+{fmt}j)" if complex_ else fmt] * columns)
    elif complex_ and fmt.count("%") != 2 * columns or not complex_ and fmt.count("%") != columns:
        raise ValueError(f"fmt has wrong number of % formats:  {fmt}")
    else:
        line = fmt
    text = comments + header.replace("\n", "\n" + comments) + newline if header else ""
    for row in rows:
        values = tuple(p for x in row for p in (x.real, x.imag)) if complex_ else tuple(row)
        try:
            text += (line % values).replace("+-", "-") + newline if complex_ else line % values + newline
        except TypeError as e:
            raise TypeError(f"Mismatch between array dtype ('{X.dtype}') and format specifier ('{line}')") from e
    if footer:
        text += comments + footer.replace("\n", "\n" + comments) + newline
    if hasattr(fname, "write"):
        try:
            fname.write(text)
        except TypeError:
            fname.write(text.encode("latin1"))
        return
    with open(fname, "w") as f:
        f.write(text)


def _lines(fname):
    if isinstance(fname, (str, os.PathLike)):
        if not os.path.exists(fname):
            raise FileNotFoundError(f"{fname} not found.")
        with open(fname) as f:
            return f.read().splitlines()
    return [(line.decode() if isinstance(line, bytes) else line).rstrip("\r\n") for line in fname]


def _cut(line, comments):
    for c in comments:
        line = line.split(c, 1)[0]
    return line


def _fields(line, delimiter, quote):
    if quote is None:
        return line.split(delimiter)
    out, word, inside, any_ = [], "", False, False
    i = 0
    while i < len(line):
        c = line[i]
        if c == quote:
            if inside and line[i + 1:i + 2] == quote:
                word += quote
                i += 1
            else:
                inside = not inside
                any_ = True
        elif not inside and (c == delimiter or delimiter is None and c.isspace()):
            if delimiter is not None or word or any_:
                out.append(word)
            word, any_ = "", False
        else:
            word += c
        i += 1
    if delimiter is not None or word or any_:
        out.append(word)
    return out


def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
            encoding="bytes", max_rows=None, *, quotechar=None, like=None):
    if ndmin not in (0, 1, 2):
        raise ValueError(f"Illegal value of ndmin keyword: {ndmin}")
    kind = np.dtype(dtype)
    comments = [] if comments is None else [c.decode() if isinstance(c, bytes) else c for c in ([comments] if isinstance(comments, (str, bytes)) else comments)]
    delimiter = delimiter.decode() if isinstance(delimiter, bytes) else delimiter
    usecols = None if usecols is None else [operator.index(c) for c in (usecols if hasattr(usecols, "__iter__") else [usecols])]
    rows = []
    for line in _lines(fname)[skiprows:]:
        if max_rows is not None and len(rows) >= max_rows:
            break
        line = _cut(line, comments) if quotechar is None else line
        fields = _fields(line, delimiter, quotechar)
        if not line.strip():
            continue
        if rows and usecols is None and len(fields) != len(rows[0]):
            raise ValueError(f"the number of columns changed from {len(rows[0])} to {len(fields)} at row {len(rows) + 1}; use `usecols` to select a subset and avoid this error")
        if usecols is not None:
            for c in usecols:
                if not -len(fields) <= c < len(fields):
                    raise ValueError(f"invalid column index {c} at row {len(rows) + 1} with {len(fields)} columns")
            fields = [fields[c] for c in usecols]
        rows.append(fields)
    if not rows:
        import warnings
        warnings.warn(f'loadtxt: input contained no data: "{fname}"', UserWarning, stacklevel=2)
    made = [_converted(r, i, kind, converters, usecols, encoding) for i, r in enumerate(rows)]
    if kind.names:
        a = array([tuple(r) for r in made], kind)
    else:
        a = array(made, kind) if made else np.zeros((0,) * 1, kind)
    if kind.names is None:
        if ndmin < 2 and a.ndim == 2 and 1 in a.shape and not (ndmin == 1 and a.shape == (1, 1)):
            a = a.squeeze() if ndmin == 0 else a.reshape(-1)
        elif ndmin == 1 and a.size == 1:
            a = a.reshape(1)
    elif ndmin == 0 and a.size == 1:
        a = a.reshape(())
    if ndmin == 2 and a.ndim < 2:
        a = a.reshape(1, -1) if len(rows) <= 1 else a.reshape(-1, 1)
    if unpack:
        return [a[n] for n in kind.names] if kind.names else a.T
    return a


def _converted(fields, row, kind, converters, usecols, encoding):
    kinds = [kind[n] for n in kind.names] if kind.names else [kind] * len(fields)
    out = []
    for i, (text, k) in enumerate(zip(fields, kinds)):
        f = converters if callable(converters) else (converters or {}).get(usecols[i] if usecols else i)
        if f is not None:
            text = f(text.encode("latin1") if encoding == "bytes" and not callable(converters) else text)
        try:
            out.append(_value(text, k))
        except ValueError:
            raise ValueError(f"could not convert string '{text}' to {k} at row {row}, column {i + 1}.") from None
    return out


def _value(text, kind):
    if not isinstance(text, str):
        return text
    if kind.kind == "f":
        return float(text)
    if kind.kind in "iu":
        return int(text)
    if kind.kind == "c":
        return complex(text.strip().strip("()"))
    if kind.kind == "b":
        return bool(int(text))
    return text.encode("latin1") if kind.kind == "S" else text


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None,
               filling_values=None, usecols=None, names=None, excludelist=None, deletechars="", replace_space="_", autostrip=False,
               case_sensitive=True, defaultfmt="f%i", unpack=None, usemask=False, loose=True, invalid_raise=True, max_rows=None,
               encoding="bytes", *, ndmin=0, like=None):
    lines = _lines(fname)[skip_header:]
    lines = lines[:len(lines) - skip_footer] if skip_footer else lines
    split = lambda line: [x.strip() if delimiter is None or autostrip else x for x in _columns(line, delimiter)]  # noqa: E731
    if names is True:
        while lines and not _cut(lines[0], [comments] if not lines[0].lstrip().startswith(comments or "#") else []).strip():
            lines = lines[1:]
        names = [x.strip() for x in _columns(lines[0].lstrip().lstrip(comments or "#"), delimiter)]
        lines = lines[1:]
    elif isinstance(names, str):
        names = [n.strip() for n in names.split(",")]
    rows = [split(line) for line in (_cut(x, [comments] if comments else []) for x in lines) if line.strip()][:max_rows]
    if not rows:
        import warnings
        warnings.warn(f'genfromtxt: Empty input file: "{fname}"', UserWarning, stacklevel=2)
        return array([], dtype)
    width = len(rows[0])
    bad = [(i, len(r)) for i, r in enumerate(rows) if len(r) != width]
    if bad:
        text = "".join(f"\n    Line #{i + 1 + skip_header} (got {n} columns instead of {width})" for i, n in bad)
        if invalid_raise:
            raise ValueError("Some errors were detected !" + text)
        import warnings
        warnings.warn("Some errors were detected !" + text, UserWarning, stacklevel=2)
        rows = [r for r in rows if len(r) == width]
    if names is not None and len(names) < width:
        names = list(names) + [defaultfmt % i for i in range(len(names), width)]
    if usecols is not None:
        cols = [c.strip() for c in usecols.split(",")] if isinstance(usecols, str) else list(usecols) if hasattr(usecols, "__iter__") else [usecols]
        cols = [names.index(c) if isinstance(c, str) else operator.index(c) for c in cols]
        rows = [[r[c] for c in cols] for r in rows]
        names = None if names is None else [names[c] for c in cols] if len(names) > len(cols) else names
    return _generated(rows, dtype, names, converters, missing_values, filling_values, unpack, ndmin, defaultfmt, encoding)


def _columns(line, delimiter):
    if isinstance(delimiter, int):
        return [line[i:i + delimiter] for i in range(0, len(line), delimiter)]
    if isinstance(delimiter, (list, tuple)):
        at, out = 0, []
        for n in delimiter:
            out.append(line[at:at + n])
            at += n
        return out
    return line.split(delimiter)


def _option(x, i, names, default):
    if isinstance(x, dict):
        return x.get(i, x.get(names[i] if names else None, default))
    if isinstance(x, (list, tuple)):
        return x[i] if i < len(x) else default
    return default if x is None else x


def _generated(rows, dtype, names, converters, missing, filling, unpack, ndmin, defaultfmt, encoding):
    width = len(rows[0])
    guess = dtype is None
    kind = None if guess else np.dtype(dtype)
    columns = []
    for i in range(width):
        own = None if guess else kind[kind.names[i]] if kind.names else kind
        gaps = {""} | {m if isinstance(m, str) else str(m) for m in np.atleast_1d(_option(missing, i, names, "")).tolist()}
        f = _option(converters, i, names, None) if isinstance(converters, dict) else None
        columns.append(_column([r[i] for r in rows], own, gaps, _option(filling, i, names, None), f, encoding))
    kinds = [c[1] for c in columns]
    values = [c[0] for c in columns]
    if guess and names is None and all(k == kinds[0] for k in kinds):
        kind = kinds[0]
    elif names is not None or guess or kind.names:
        labels = [_label(n) for n in names] if names is not None else kind.names if not guess and kind.names else [defaultfmt % i for i in range(width)]
        kind = np.dtype(list(zip(labels, kinds)))
    if kind.names:
        a = array(list(zip(*values)), kind)
        a = a.reshape(()) if len(a) == 1 and ndmin == 0 else a
        return [a[n] for n in kind.names] if unpack else a
    a = array([list(r) for r in zip(*values)], kind)
    a = a.squeeze() if ndmin == 0 else a
    return a.T if unpack else a


def _label(name):
    return "".join(c for c in name.strip().replace(" ", "_") if c not in "~!@#$%^&*()-=+~\\|]}[{';: /?.>,<")


def _column(texts, kind, gaps, fill, f, encoding):
    """One column's values and type; a type of None is found from the texts."""
    if f is not None:
        values = [f(t.encode("latin1") if encoding == "bytes" else t) for t in texts]
        return values, kind if kind is not None else asarray(values).dtype
    if kind is None:
        for name, make in (("int64", int), ("float64", float), ("complex128", complex)):
            try:
                for t in texts:
                    if t.strip() not in gaps:
                        make(t)
                kind = np.dtype(name)
                break
            except ValueError:
                continue
        else:
            if all(t.strip().upper() in ("TRUE", "FALSE") for t in texts):
                return [t.strip().upper() == "TRUE" for t in texts], np.dtype(bool)
            kind = np.dtype(f"{'S' if encoding == 'bytes' else 'U'}{max(map(len, texts))}")
    default = fill if fill is not None else -1 if kind.kind in "iu" else nan if kind.kind in "fc" else "???"
    if kind.kind == "b":
        default = False
    out = []
    for t in texts:
        try:
            out.append(default if t.strip() in gaps and kind.kind not in "SU" else _value(t.strip() if kind.kind not in "SU" else t, kind))
        except ValueError:
            out.append(default)
    return out, kind


def fromregex(file, regexp, dtype, encoding=None):
    import re
    text = file.read() if hasattr(file, "read") else open(file).read()
    text = text.decode("latin1") if isinstance(text, bytes) else text
    kind = np.dtype(dtype)
    found = re.findall(regexp.decode() if isinstance(regexp, bytes) else regexp, text)
    return array([tuple(_value(x, kind[n]) for x, n in zip(row if isinstance(row, tuple) else (row,), kind.names)) for row in found], kind)


def fromfile(file, dtype=float, count=-1, sep="", offset=0, *, like=None):
    if hasattr(file, "read"):
        data = file.read()
    else:
        with open(file, "rb") as f:
            data = f.read()
    if sep:
        return np.fromstring(data.decode(), dtype, count, sep=sep)
    size = np.dtype(dtype).itemsize
    return np.frombuffer(data[offset:offset + (len(data) - offset) // size * size], dtype, count).copy()


def tofile(a, fid, sep="", format="%s"):
    data = sep.join((format % x) for x in a.ravel().tolist()).encode() if sep else a.tobytes()
    if hasattr(fid, "write"):
        fid.write(data)
        return
    with open(fid, "wb") as f:
        f.write(data)
