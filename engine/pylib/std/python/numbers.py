"""The tower of number classes, for isinstance()."""

from abc import ABCMeta, abstractmethod

__all__ = ['Number', 'Complex', 'Real', 'Rational', 'Integral']


class Number(metaclass=ABCMeta):
    """Every kind of number."""
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    """Numbers with a real and an imaginary part."""
    __slots__ = ()

    def __bool__(self):
        return self != 0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other


class Real(Complex):
    """Numbers on the line."""
    __slots__ = ()

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __complex__(self):
        return complex(float(self))

    @property
    def real(self):
        return +self

    @property
    def imag(self):
        return 0

    def conjugate(self):
        return +self


class Rational(Real):
    """Numbers with a numerator and a denominator."""
    __slots__ = ()

    @property
    @abstractmethod
    def numerator(self):
        raise NotImplementedError

    @property
    @abstractmethod
    def denominator(self):
        raise NotImplementedError

    def __float__(self):
        return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    """Whole numbers."""
    __slots__ = ()

    @property
    def numerator(self):
        return +self

    @property
    def denominator(self):
        return 1


Complex.register(complex)
Real.register(float)
Integral.register(int)
