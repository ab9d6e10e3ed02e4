# help() and pydoc: what is printed about functions, classes, values and names.
from collections import namedtuple
from dataclasses import dataclass


class Base:
    """The base.

    With more."""
    z = 5

    def g(self, a, b=1, *c, d: int = 2, **e) -> str:
        """Says g.
        And more."""

    @property
    def p(self):
        "a p"
        return 1


class A(Base):
    def __init__(self, x):
        self.x = x

    @classmethod
    def c(cls): "made"

    @staticmethod
    def s(a): return a

    @property
    def q(self): return 1

    @q.setter
    def q(self, v): pass

    def _hidden(self): pass
    data = [1, 2, 3]
    long = "x" * 200
    h = Base.g


def f(x, y=[1, 2], *, k="a"):
    """Adds.

        deep
    """


def nodoc(): pass


@dataclass
class P:
    x: int
    y: float = 2.0


N = namedtuple("N", "b a")

for thing in f, nodoc, A, Base, A(1).g, A(1), lambda x, y=1: x, P, N.b, A.c, A.p, len:
    help(thing)
for name in "nosuchthing", "len", "nothing.at.all":
    help(name)
print(help)
import pydoc
print(pydoc.render_doc(f, renderer=pydoc.plaintext))
print(pydoc.splitdoc("One.\n\nMore."), pydoc.locate("os.path.join").__name__, pydoc.locate("no.such"))
