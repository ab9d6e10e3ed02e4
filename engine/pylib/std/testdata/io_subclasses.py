"""Subclasses of files with an __init__ of their own."""
import io, sys
class MyOut(io.TextIOWrapper):
    def __init__(self, tag):
        self.buf = io.BytesIO()
        super().__init__(self.buf, encoding="utf-8", write_through=True)
        self.tag = tag
o = MyOut("x")
o.write("hi\n"); o.flush()
print(o.buf.getvalue(), o.tag, o.encoding)
print(set(io.__all__) - {"BufferedRWPair"} == {n for n in io.__all__ if hasattr(io, n)} - {"BufferedRWPair"}, "TextIOWrapper" in io.__all__)
class B(io.BytesIO):
    def __init__(self, n): super().__init__(b"x" * n); self.n = n
print(B(3).read(), B(2).n)
class S(io.StringIO):
    def __init__(self, *a): super().__init__(*a); self.lines = 0
    def write(self, s): self.lines += s.count("\n"); return super().write(s)
s = S("abc"); print("a\nb", file=s); print(s.lines, repr(s.getvalue()))
class Tee(io.TextIOWrapper):
    seen = ()
    def __init__(self): super().__init__(io.BytesIO(), encoding="ascii", errors="replace", newline="\n")
    def write(self, s): self.seen += (s,); return super().write(s)
t = Tee(); print("é", 1, file=t); t.flush(); print(t.seen, t.buffer.getvalue(), t.errors)
t.extra = 1; print(vars(t)["extra"])
from io import *
