package object

import "fmt"

// This file words the errors of arguments that do not fit a Signature. CPython has
// several parsers of arguments; each has words of its own.

// noKeywords is the error of keywords for a function that takes none.
func (s *Signature) noKeywords(full string) error {
	if s.slot {
		full = "wrapper " + s.Name
	}
	return Raise(TypeError, "%s() takes no keyword arguments", full)
}

// oldParser tells of the methods whose arguments CPython reads with another parser.
func (s *Signature) oldParser() bool {
	return len(s.Params) > 0 && s.Params[len(s.Params)-1].Name == "end"
}

// place is the position of parameter i as a caller counts it.
func (s *Signature) place(i int) int {
	if s.method {
		return i
	}
	return i + 1
}

// counts returns how many arguments the caller may give by position, without self.
func (s *Signature) counts(given int) (low, high, n int) {
	if s.method {
		return max(s.required-1, 0), s.positional - 1, max(given-1, 0)
	}
	return s.required, s.positional, given
}

// countsAll tells of the functions that look first whether there are more arguments,
// named ones included, than parameters.
func (s *Signature) countsAll() bool {
	low, _, _ := s.counts(0)
	return s.named > 0 && s.star < 0 && s.kwStar < 0 && (s.named > s.kwOnly || low == 0)
}

// tooManyOfAll is the error of more arguments, named ones included, than parameters.
func (s *Signature) tooManyOfAll(given, kw int) error {
	_, _, n := s.counts(given)
	most, noun := len(s.Params), "argument"
	if s.method {
		most--
	}
	if n == 0 {
		noun = "keyword argument" // so that the number makes sense
	}
	return Raise(TypeError, "%s() takes at most %s (%d given)", s.Name, plural(most, noun), n+kw)
}

func (s *Signature) tooMany(given int, full string) error {
	low, high, n := s.counts(given)
	switch {
	case s.slot:
		return s.wrongCount(low, high, n, full)
	case high == 0 && s.kwOnly > 0:
		return Raise(TypeError, "%s() takes no positional arguments", s.Name)
	case high == 0:
		return Raise(TypeError, "%s() takes no arguments (%d given)", full, n)
	case low == high && s.kwOnly > 0 && low > 0:
		return Raise(TypeError, "%s expected %s, got %d", s.Name, plural(high, "argument"), n)
	case s.kwOnly > 0:
		return Raise(TypeError, "%s() takes at most %s (%d given)", s.Name, plural(high, "positional argument"), n)
	}
	return s.wrongCount(low, high, n, full)
}

func (s *Signature) wrongCount(low, high, n int, full string) error {
	switch {
	case s.slot:
		lead := "" // CPython has no name to put before these
		if high > 1 {
			lead = " "
		}
		return Raise(TypeError, "%sexpected %s, got %d", lead, plural(high, "argument"), n)
	case s.oldParser() && n > high:
		return Raise(TypeError, "%s() takes at most %s (%d given)", s.Name, plural(high, "argument"), n)
	case s.oldParser():
		return Raise(TypeError, "%s() takes at least %s (%d given)", s.Name, plural(low, "argument"), n)
	case low == high && low == 1 && !s.class:
		return Raise(TypeError, "%s() takes exactly one argument (%d given)", full, n)
	case low == high:
		return Raise(TypeError, "%s expected %s, got %d", s.Name, plural(high, "argument"), n)
	case n > high:
		return Raise(TypeError, "%s expected at most %s, got %d", s.Name, plural(high, "argument"), n)
	}
	return Raise(TypeError, "%s expected at least %s, got %d", s.Name, plural(low, "argument"), n)
}

func (s *Signature) tooFew(i, given int, full string) error {
	if s.method && given == 0 {
		return Raise(TypeError, "unbound method %s() needs an argument", full)
	}
	p := &s.Params[i]
	if p.Kind == PosOnly {
		low, high, n := s.counts(given)
		switch {
		case s.named > s.kwOnly || s.kwOnly > 0 && low < high:
			return Raise(TypeError, "%s() takes at least %s (%d given)", s.Name, plural(low, "positional argument"), n)
		case s.kwOnly > 0 && low == 1:
			return Raise(TypeError, "%s expected 1 argument, got %d", s.Name, n)
		}
		return s.wrongCount(low, high, n, full)
	}
	return Raise(TypeError, "%s() missing required argument '%s' (pos %d)", s.Name, p.Name, s.place(i))
}

// ArgName names the type of a wrong argument, as CPython's argument parser does.
func ArgName(v Value) string {
	if v.IsNone() {
		return "None"
	}
	return TypeName(v)
}

// plural writes "1 argument", "2 arguments".
func plural(n int, noun string) string { return fmt.Sprintf("%d %s%s", n, noun, PluralEnding(n)) }

// PluralEnding is the ending of a noun of which there are n.
func PluralEnding(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
