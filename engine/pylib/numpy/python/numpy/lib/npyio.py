"""Arrays in files, binary and text."""

from _numpy import _frombytes, array, asarray, dtype
from numpy.core.numeric import nan
from numpy.core.shape_base import atleast_2d, ndim, squeeze


def _npy(a):
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (a.dtype.str, a.shape)
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + a.tobytes()


def _parse(data):
    import ast
    if data[:6] != b"\x93NUMPY":
        raise ValueError("Cannot load file containing pickled data when allow_pickle=False")
    wide = 2 if data[6] == 1 else 4
    n = int.from_bytes(data[8:8 + wide], "little")
    head = ast.literal_eval(data[8 + wide:8 + wide + n].decode())
    dims = head["shape"]
    a = _frombytes(data[8 + wide + n:], head["descr"], dims[::-1] if head["fortran_order"] else dims)
    return a.T if head["fortran_order"] else a


def save(file, arr):
    data = _npy(asarray(arr))
    if hasattr(file, "write"):
        file.write(data)
        return
    with open(file if str(file).endswith(".npy") else f"{file}.npy", "wb") as f:
        f.write(data)


class NpzFile(dict):
    """The arrays of an archive by name."""

    @property
    def files(self):
        return list(self)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def load(file, mmap_mode=None, allow_pickle=False):
    if hasattr(file, "read"):
        return _parse(file.read())
    with open(file, "rb") as f:
        data = f.read()
    if data[:2] == b"PK":
        import io
        import zipfile
        with zipfile.ZipFile(io.BytesIO(data)) as z:
            return NpzFile({n[:-4]: _parse(z.read(n)) for n in z.namelist()})
    return _parse(data)


def savez(file, *args, **kwds):
    import zipfile
    kwds.update({f"arr_{i}": a for i, a in enumerate(args)})
    with zipfile.ZipFile(file if hasattr(file, "write") or str(file).endswith(".npz") else f"{file}.npz", "w") as z:
        for name, a in kwds.items():
            z.writestr(name + ".npy", _npy(asarray(a)))


savez_compressed = savez


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# "):
    with open(fname, "w") as f:
        if header:
            f.write(comments + header + newline)
        for row in atleast_2d(X) if ndim(X) != 1 else asarray(X)[:, None]:
            f.write(delimiter.join(fmt % x for x in row.tolist()) + newline)


def loadtxt(fname, dtype=float, comments="#", delimiter=None, skiprows=0, usecols=None):
    lines = _lines(fname)
    rows = [line.split(comments)[0].split(delimiter) for line in lines[skiprows:]]
    rows = [[float(x) for x in (r if usecols is None else [r[i] for i in usecols])] for r in rows if r and r != [""]]
    return squeeze(array(rows, dtype))


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, filling_values=nan, usecols=None):
    lines = _lines(fname)
    rows = [line.split(comments)[0].split(delimiter) for line in lines[skip_header:]]
    rows = [r if usecols is None else [r[i] for i in usecols] for r in rows if r and r != [""]]
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"Some errors were detected !\n    Line #{i + 1 + skip_header} (got {len(row)} columns instead of {len(rows[0])})")
    return squeeze(array([[_number(x, filling_values) for x in row] for row in rows], dtype))


def _number(text, missing):
    try:
        return float(text)
    except ValueError:
        return missing


def _lines(fname):
    if isinstance(fname, str) or hasattr(fname, "__fspath__"):
        with open(fname) as f:
            return f.read().splitlines()
    return [line.decode() if isinstance(line, bytes) else line for line in fname]
