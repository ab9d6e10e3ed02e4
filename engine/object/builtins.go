package object

import (
	"math"

	"gputour/engine/object/char"
	"gputour/engine/object/numeral"
)

// This file lists what module builtins holds: the functions of the language that
// need no evaluator (exec, eval, compile, globals, locals, __import__ and
// __build_class__ are added by the evaluator), the types and the exceptions.

var builtinFuncs []*Builtin

func initBuiltinFuncs() {
	builtinFuncs = []*Builtin{
		Def("abs(x, /)", builtinAbs, "Return the absolute value of the argument."),
		Def("all(iterable, /)", builtinAll, "Return True if bool(x) is True for all values x in the iterable.\n\nIf the iterable is empty, return True."),
		Def("any(iterable, /)", builtinAny, "Return True if bool(x) is True for any x in the iterable.\n\nIf the iterable is empty, return False."),
		Def("ascii(obj, /)", textFunc(Ascii), "Return an ASCII-only representation of an object.\n\nAs repr(), return a string containing a printable representation of an\nobject, but escape the non-ASCII characters in the string returned by\nrepr() using \\\\x, \\\\u or \\\\U escapes. This generates a string similar\nto that returned by repr() in Python 2."),
		Def("bin(number, /)", baseFunc('b'), "Return the binary representation of an integer.\n\n   >>> bin(2796202)\n   '0b1010101010101010101010'"),
		Def("callable(obj, /)", func(_ *Thread, a []Value) (Value, error) { return Bool(Callable(a[0])), nil }, "Return whether the object is callable (i.e., some kind of function).\n\nNote that classes are callable, as are instances of classes with a\n__call__() method."),
		Def("chr(i, /)", builtinChr, "Return a Unicode string of one character with ordinal i; 0 <= i <= 0x10ffff."),
		Def("delattr(obj, name, /)", builtinDelattr, "Deletes the named attribute from the given object.\n\ndelattr(x, 'y') is equivalent to ``del x.y''"),
		Def("dir(object=?, /)", builtinDir, "dir([object]) -> list of strings\n\nIf called without an argument, return the names in the current scope.\nElse, return an alphabetized list of names comprising (some of) the attributes\nof the given object, and of attributes reachable from it."),
		Def("divmod(x, y, /)", func(t *Thread, a []Value) (Value, error) { return Binary(t, DivMod, a[0], a[1]) }, "Return the tuple (x//y, x%y).  Invariant: div*y + mod == x."),
		Def("format(value, format_spec='', /)", builtinFormat, "Return type(value).__format__(value, format_spec)\n\nMany built-in types implement format_spec according to the\nFormat Specification Mini-language. See help('FORMATTING') for details."),
		Def("getattr(object, name, default=?, /)", builtinGetattr, "getattr(object, name[, default]) -> value\n\nGet a named attribute from an object; getattr(x, 'y') is equivalent to x.y.\nWhen a default argument is given, it is returned when the attribute doesn't\nexist; without it, an exception is raised in that case."),
		Def("hasattr(obj, name, /)", builtinHasattr, "Return whether the object has an attribute with the given name.\n\nThis is done by calling getattr(obj, name) and catching AttributeError."),
		Def("hash(obj, /)", builtinHashFunc, "Return the hash value for the given object.\n\nTwo objects that compare equal must also have the same hash value, but the\nreverse is not necessarily true."),
		Def("hex(number, /)", baseFunc('x'), "Return the hexadecimal representation of an integer.\n\n   >>> hex(12648430)\n   '0xc0ffee'"),
		Def("id(obj, /)", func(_ *Thread, a []Value) (Value, error) { return Int(ID(a[0])), nil }, "Return the identity of an object.\n\nThis is guaranteed to be unique among simultaneously existing objects.\n(CPython uses the object's memory address.)"),
		Def("isinstance(obj, class_or_tuple, /)", builtinIsinstance, "Return whether an object is an instance of a class or of a subclass thereof.\n\nA tuple, as in ``isinstance(x, (A, B, ...))``, may be given as the target to\ncheck against. This is equivalent to ``isinstance(x, A) or isinstance(x, B)\nor ...`` etc."),
		Def("issubclass(cls, class_or_tuple, /)", builtinIssubclass, "Return whether 'cls' is derived from another class or is the same class."),
		Def("iter(object, sentinel=?, /)", builtinIter, "iter(iterable) -> iterator\niter(callable, sentinel) -> iterator\n\nGet an iterator from an object.  In the first form, the argument must\nsupply its own iterator, or be a sequence.\nIn the second form, the callable is called until it returns the sentinel."),
		Def("len(obj, /)", builtinLen, "Return the number of items in a container."),
		extremeOf(Gt, Def("max(*args, key=None, default=?)", extremeFunc("max", Gt), "max(iterable, *[, default=obj, key=func]) -> value\nmax(arg1, arg2, *args, *[, key=func]) -> value\n\nWith a single iterable argument, return its biggest item. The\ndefault keyword-only argument specifies an object to return if\nthe provided iterable is empty.\nWith two or more arguments, return the largest argument.")),
		extremeOf(Lt, Def("min(*args, key=None, default=?)", extremeFunc("min", Lt), "min(iterable, *[, default=obj, key=func]) -> value\nmin(arg1, arg2, *args, *[, key=func]) -> value\n\nWith a single iterable argument, return its smallest item. The\ndefault keyword-only argument specifies an object to return if\nthe provided iterable is empty.\nWith two or more arguments, return the smallest argument.")),
		Def("next(iterator, default=?, /)", builtinNext, "next(iterator[, default])\n\nReturn the next item from the iterator. If default is given and the iterator\nis exhausted, it is returned instead of raising StopIteration."),
		Def("oct(number, /)", baseFunc('o'), "Return the octal representation of an integer.\n\n   >>> oct(342391)\n   '0o1234567'"),
		Def("ord(c, /)", builtinOrd, "Return the Unicode code point for a one-character string."),
		Def("pow(base, exp, mod=None)", func(t *Thread, a []Value) (Value, error) { return Power(t, a[0], a[1], a[2]) }, "Equivalent to base**exp with 2 arguments or base**exp % mod with 3 arguments.\n\nSome types, such as ints, are able to use a more efficient algorithm when\ninvoked using the three argument form."),
		Def("print(*args, sep=' ', end='\n', file=None, flush=False)", builtinPrint, "Prints the values to a stream, or to sys.stdout by default.\n\n  sep\n    string inserted between values, default a space.\n  end\n    string appended after the last value, default a newline.\n  file\n    a file-like object (stream); defaults to the current sys.stdout.\n  flush\n    whether to forcibly flush the stream."),
		Def("repr(obj, /)", textFunc(Repr), "Return the canonical string representation of the object.\n\nFor many object types, including most builtins, eval(repr(obj)) == obj."),
		Def("round(number, ndigits=None)", builtinRound, "Round a number to a given precision in decimal digits.\n\nThe return value is an integer if ndigits is omitted or None.  Otherwise\nthe return value has the same type as the number.  ndigits may be negative."),
		Def("setattr(obj, name, value, /)", builtinSetattr, "Sets the named attribute on the given object to the specified value.\n\nsetattr(x, 'y', v) is equivalent to ``x.y = v''"),
		Def("sorted(iterable, /, *, key=None, reverse=False)", builtinSorted, "Return a new list containing all items from the iterable in ascending order.\n\nA custom key function can be supplied to customize the sort order, and the\nreverse flag can be set to request the result in descending order."),
		Def("sum(iterable, /, start=0)", builtinSum, "Return the sum of a 'start' value (default: 0) plus an iterable of numbers\n\nWhen the iterable is empty, return the start value.\nThis function is intended specifically for use with numeric values and may\nreject non-numeric types."),
		Def("vars(object=?, /)", builtinVars, "vars([object]) -> dictionary\n\nWithout arguments, equivalent to locals().\nWith an argument, equivalent to object.__dict__."),
	}
	for _, f := range builtinFuncs {
		f.Module = "builtins"
	}
}

// builtinTypes are the types that builtins names.
func builtinTypes() []*Class {
	return []*Class{
		BoolClass, ByteArrayClass, BytesClass, ClassMethodClass, ComplexClass, DictClass, EnumerateClass, FilterClass, FloatClass,
		FrozenSetClass, IntClass, ListClass, MapClass, MemoryViewClass, ObjectClass, PropertyClass, RangeClass, ReversedClass,
		SetClass, SliceClass, StaticMethodClass, StrClass, SuperClass, TupleClass, TypeClass, ZipClass,
	}
}

// makeBuiltins collects everything, by name, in order.
func makeBuiltins() *Namespace {
	ns := NewNamespace()
	ns.Set("__name__", newASCII("builtins"))
	ns.Set("__doc__", newASCII("Built-in functions, exceptions, and other objects.\n\nNoteworthy: None is the `nil' object; Ellipsis represents `...' in slices."))
	ns.Set("__package__", emptyStr)
	for _, f := range builtinFuncs {
		ns.Set(f.Name, Of(f))
	}
	ns.Set("None", None)
	ns.Set("Ellipsis", Ellipsis)
	ns.Set("NotImplemented", NotImplemented)
	ns.Set("False", False)
	ns.Set("True", True)
	for _, c := range builtinTypes() {
		ns.Set(c.Name, c.Value())
	}
	ns.Set("BaseException", BaseException.Value())
	for _, group := range exceptionTree {
		for _, c := range group.subs {
			ns.Set(c.Name, c.Value())
		}
	}
	ns.Set("ExceptionGroup", ExceptionGroup.Value())
	ns.Set("EnvironmentError", OSError.Value())
	ns.Set("IOError", OSError.Value())
	ns.Set("__debug__", True)
	return ns
}

func textFunc(f func(*Thread, Value) (string, error)) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		s, err := f(t, a[0])
		if err != nil {
			return Value{}, err
		}
		return NewStr(s), nil
	}
}

func baseFunc(kind byte) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		v, err := Index(t, a[0])
		if err != nil {
			return Value{}, err
		}
		f := numeral.Spec{Kind: kind, Alt: true, Width: -1, Precision: -1, Align: '>'}
		s, err := writeInt(t, &f, v)
		return newASCII(s), err
	}
}

func builtinAll(t *Thread, a []Value) (Value, error) {
	found, err := search(t, a[0], false)
	return Bool(!found), err
}

func builtinAny(t *Thread, a []Value) (Value, error) {
	found, err := search(t, a[0], true)
	return Bool(found), err
}

// search reports whether some element of iterable v has this truth.
func search(t *Thread, v Value, truth bool) (found bool, err error) {
	err = ForEach(t, v, func(x Value) error {
		ok, err := ToBool(t, x)
		if err == nil && ok == truth {
			found = true
			return Break
		}
		return err
	})
	return found, err
}

func builtinChr(t *Thread, a []Value) (Value, error) {
	v, err := Index(t, a[0])
	if err != nil {
		return Value{}, err
	}
	n, ok := AsInt(v)
	if !ok || n != int64(int32(n)) {
		return Value{}, Raise(OverflowError, "Python int too large to convert to C int")
	}
	if n < 0 || n > 0x10ffff {
		return Value{}, Raise(ValueError, "chr() arg not in range(0x110000)")
	}
	return charStr(rune(n)), nil
}

func builtinOrd(_ *Thread, a []Value) (Value, error) {
	switch o := a[0].Object().(type) {
	case *Str:
		if o.n == 1 {
			r, _ := char.Decode(o.s)
			return Int(int64(r)), nil
		}
		return Value{}, Raise(TypeError, "ord() expected a character, but string of length %d found", o.n)
	case *Bytes, *ByteArray:
		b, _ := bufferOf(a[0])
		if len(b) == 1 {
			return Int(int64(b[0])), nil
		}
		return Value{}, Raise(TypeError, "ord() expected a character, but string of length %d found", len(b))
	}
	return Value{}, Raise(TypeError, "ord() expected string of length 1, but %s found", TypeName(a[0]))
}

func builtinGetattr(t *Thread, a []Value) (Value, error) {
	name, err := attrName(a[1])
	if err != nil {
		return Value{}, err
	}
	if a[2].head == nil {
		return GetAttr(t, a[0], name)
	}
	v, ok, err := GetAttrOpt(t, a[0], name)
	if !ok && err == nil {
		v = a[2]
	}
	return v, err
}

func builtinHasattr(t *Thread, a []Value) (Value, error) {
	name, err := attrName(a[1])
	if err != nil {
		return Value{}, err
	}
	_, ok, err := GetAttrOpt(t, a[0], name)
	return Bool(ok), err
}

func builtinSetattr(t *Thread, a []Value) (Value, error) {
	name, err := attrName(a[1])
	if err != nil {
		return Value{}, err
	}
	return None, SetAttr(t, a[0], name, a[2])
}

func builtinDelattr(t *Thread, a []Value) (Value, error) {
	name, err := attrName(a[1])
	if err != nil {
		return Value{}, err
	}
	return None, DelAttr(t, a[0], name)
}

// Dir returns dir(v).
func Dir(t *Thread, v Value) (Value, error) {
	res, _, err := CallMethod(t, v, "__dir__")
	if err != nil {
		return Value{}, err
	}
	names, err := Collect(t, res)
	if err != nil {
		return Value{}, err
	}
	return Sorted(t, names)
}

func builtinDir(t *Thread, a []Value) (Value, error) {
	if a[0].head != nil {
		return Dir(t, a[0])
	}
	return Value{}, Raise(SystemError, "frame does not exist")
}

func builtinVars(t *Thread, a []Value) (Value, error) {
	if a[0].head == nil {
		return Value{}, Raise(SystemError, "frame does not exist")
	}
	d, ok, err := GetAttrOpt(t, a[0], "__dict__")
	if err == nil && !ok {
		err = Raise(TypeError, "vars() argument must have __dict__ attribute")
	}
	return d, err
}

func builtinFormat(t *Thread, a []Value) (Value, error) {
	spec, ok := AsStr(a[1])
	if !ok {
		return Value{}, Raise(TypeError, "format() argument 2 must be str, not %s", ArgName(a[1]))
	}
	s, err := Format(t, a[0], spec)
	if err != nil {
		return Value{}, err
	}
	return NewStr(s), nil
}

func builtinHashFunc(t *Thread, a []Value) (Value, error) {
	h, err := Hash(t, a[0])
	return Int(h), err
}

func builtinIsinstance(t *Thread, a []Value) (Value, error) {
	ok, err := IsInstance(t, a[0], a[1])
	return Bool(ok), err
}

func builtinIssubclass(t *Thread, a []Value) (Value, error) {
	ok, err := IsSubclass(t, a[0], a[1])
	return Bool(ok), err
}

func builtinIter(t *Thread, a []Value) (Value, error) {
	if a[1].head == nil {
		return Iter(t, a[0])
	}
	if !Callable(a[0]) {
		return Value{}, Raise(TypeError, "iter(v, w): v must be callable")
	}
	return Adopt(&callIter{fn: a[0], sentinel: a[1]}, CallIterClass), nil
}

func builtinLen(t *Thread, a []Value) (Value, error) {
	n, err := Len(t, a[0])
	return Int(int64(n)), err
}

func builtinNext(t *Thread, a []Value) (Value, error) {
	if a[1].head == nil {
		return NextOrStop(t, a[0])
	}
	x, ok, err := Next(t, a[0])
	if err == nil && !ok {
		return a[1], nil
	}
	return x, err
}

func builtinRound(t *Thread, a []Value) (Value, error) {
	if a[0].IsFloat() {
		return floatRound(t, a)
	}
	var res Value
	var ok bool
	var err error
	if a[1].IsNone() {
		res, ok, err = CallMethod(t, a[0], "__round__")
	} else {
		res, ok, err = CallMethod(t, a[0], "__round__", a[1])
	}
	if err == nil && !ok {
		err = Raise(TypeError, "type %s doesn't define __round__ method", TypeName(a[0]))
	}
	return res, err
}

func builtinSorted(t *Thread, a []Value) (Value, error) {
	items, err := listed(t, a[0])
	if err != nil {
		return Value{}, err
	}
	reverse, err := IndexInt(t, a[2])
	if err != nil {
		return Value{}, err
	}
	return NewList(items), SortBy(t, items, a[1], reverse != 0)
}

// sumRefusals are the start values that sum() refuses, and what it says.
var sumRefusals = map[string]string{
	"str":       "sum() can't sum strings [use ''.join(seq) instead]",
	"bytes":     "sum() can't sum bytes [use b''.join(seq) instead]",
	"bytearray": "sum() can't sum bytearray [use b''.join(seq) instead]",
}

func builtinSum(t *Thread, a []Value) (Value, error) {
	if text := sumRefusals[concatName(a[1])]; text != "" {
		return Value{}, Raise(TypeError, "%s", text)
	}
	total := a[1]
	err := ForEach(t, a[0], func(x Value) (err error) {
		switch {
		case total.head == &floatHead && x.head == &floatHead:
			total = Float(total.Float64() + x.Float64())
			return nil
		case total.head == &intHead && isWhole(x):
			if s := int64(total.bits) + int64(x.bits); (s > int64(total.bits)) == (int64(x.bits) > 0) {
				total.bits = uint64(s)
				return nil
			}
		}
		total, err = Binary(t, Add, total, x)
		return err
	})
	return total, err
}

// extremeFunc is max or min: better tells which of two elements wins.
func extremeFunc(name string, better CompareOp) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		args := a[0].Object().(*Tuple).Items
		from := Of(a[0].Object())
		switch {
		case len(args) == 0:
			return Value{}, Raise(TypeError, "%s expected at least 1 argument, got 0", name)
		case len(args) == 1:
			from = args[0]
		case a[2].head != nil:
			return Value{}, Raise(TypeError, "Cannot specify a default for %s() with multiple positional arguments", name)
		}
		best, err := extreme(t, from, a[1], better)
		if err != nil || best.head != nil {
			return best, err
		}
		if a[2].head != nil {
			return a[2], nil
		}
		return Value{}, Raise(ValueError, "%s() arg is an empty sequence", name)
	}
}

// extremeOf spares min(a, b) and its like the tuple of their arguments.
func extremeOf(better CompareOp, b *Builtin) *Builtin {
	b.Raw = func(t *Thread, a Args) (Value, error) {
		if len(a.Kw) > 0 || len(a.Pos) < 2 {
			return b.bindAndCall(t, a)
		}
		best := a.Pos[0]
		for _, x := range a.Pos[1:] {
			if wins, err := CompareBool(t, better, x, best); err != nil {
				return Value{}, err
			} else if wins {
				best = x
			}
		}
		return best, nil
	}
	return b
}

func extreme(t *Thread, from, key Value, better CompareOp) (Value, error) {
	var best, bestKey Value
	err := ForEach(t, from, func(x Value) error {
		k := x
		if !key.IsNone() {
			var err error
			if k, err = Call(t, key, x); err != nil {
				return err
			}
		}
		if best.head == nil {
			best, bestKey = x, k
			return nil
		}
		wins, err := CompareBool(t, better, k, bestKey)
		if wins {
			best, bestKey = x, k
		}
		return err
	})
	return best, err
}

func builtinPrint(t *Thread, a []Value) (Value, error) {
	sep, err := printText(a[1], "sep", " ")
	if err != nil {
		return Value{}, err
	}
	end, err := printText(a[2], "end", "\n")
	if err != nil {
		return Value{}, err
	}
	file := a[3]
	if file.IsNone() {
		file, _ = t.Session.Sys.Get("stdout")
		if file.head == nil || file.IsNone() {
			return None, nil
		}
	}
	if err := printTo(t, file, a[0].Object().(*Tuple).Items, sep, end); err != nil {
		return Value{}, err
	}
	flush, err := ToBool(t, a[4])
	if err == nil && flush {
		_, err = CallAttr(t, file, "flush")
	}
	if err == nil {
		err = t.Poll() // where it is looked for seldom, a stop would let many more lines out
	}
	return None, err
}

func printText(v Value, name, none string) (string, error) {
	if v.IsNone() {
		return none, nil
	}
	s, ok := AsStr(v)
	if !ok {
		return "", Raise(TypeError, "%s must be None or a string, not %s", name, TypeName(v))
	}
	return s, nil
}

// Stream is a file that may take all that a print() writes in one piece.
type Stream interface {
	Object
	// Direct reports whether Emit may be called instead of the method write.
	Direct() bool
	Emit(text string) error
}

// printTo writes to the session's own stream in one piece, to any other file
// piece by piece, as CPython does.
func printTo(t *Thread, file Value, items []Value, sep, end string) error {
	f, own := file.Object().(Stream)
	own = own && f.Direct()
	b := text{t: t}
	write := func(s string) error {
		if own {
			return b.add(s)
		}
		_, err := CallAttr(t, file, "write", NewStr(s))
		return err
	}
	for i, v := range items {
		if i > 0 && sep != "" {
			if err := write(sep); err != nil {
				return err
			}
		}
		s, err := ToStr(t, v)
		if err == nil {
			err = write(s)
		}
		if err != nil {
			if own {
				f.Emit(b.String())
			}
			return err
		}
	}
	if end != "" {
		if err := write(end); err != nil {
			return err
		}
	}
	if own {
		return f.Emit(b.String())
	}
	return nil
}

func builtinAbs(t *Thread, a []Value) (Value, error) {
	switch x := a[0]; {
	case x.head == &intHead && x.SmallInt() >= 0:
		return x, nil
	case x.head == &intHead && x.SmallInt() != math.MinInt64:
		return Int(-x.SmallInt()), nil
	case x.head == &floatHead:
		return Float(math.Abs(x.Float64())), nil
	default:
		return Unary(t, Abs, x)
	}
}
