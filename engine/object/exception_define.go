package object

// This file completes the exception classes: constructor, str, repr and the
// attributes that each adds.

func initExceptions() {
	BaseException.Define(Spec{
		Doc: "Common base class for all exceptions", HasDict: true,
		Slots: Slots{New: exceptionNew, Init: exceptionInit, Repr: exceptionRepr, Str: exceptionStr},
		Methods: []Method{
			{"with_traceback(self, object, /)", func(_ *Thread, a []Value) (Value, error) {
				return a[0], a[0].Object().(*Exception).setTraceback(a[1])
			}, "Exception.with_traceback(tb) --\n    set self.__traceback__ to tb and return self."},
			{"add_note(self, object, /)", exceptionAddNote, "Exception.add_note(note) --\n    add a note to the exception"},
			{"__reduce__(self, /)", exceptionReduce, ""},
			{"__setstate__(self, state, /)", exceptionSetState, ""},
		},
		Props: exceptionProps(),
	})
	for _, group := range exceptionTree {
		for _, c := range group.subs {
			defineException(c, group.base)
		}
	}
	defineException(ExceptionGroup, BaseExceptionGroup, ExceptionClass)
}

var exceptionDocs = map[string]string{
	"Exception": "Common base class for all non-exit exceptions.", "ValueError": "Inappropriate argument value (of correct type).",
	"TypeError": "Inappropriate argument type.", "KeyError": "Mapping key not found.", "IndexError": "Sequence index out of range.",
	"AttributeError": "Attribute not found.", "NameError": "Name not found globally.", "ZeroDivisionError": "Second argument to a division or modulo operation was zero.",
	"RuntimeError": "Unspecified run-time error.", "StopIteration": "Signal the end from iterator.__next__().", "OSError": "Base class for I/O related errors.",
	"ImportError": "Import can't find module, or can't find name in module.", "ArithmeticError": "Base class for arithmetic errors.", "LookupError": "Base class for lookup errors.",
	"AssertionError": "Assertion failed.", "NotImplementedError": "Method or function hasn't been implemented yet.", "RecursionError": "Recursion limit exceeded.",
	"KeyboardInterrupt": "Program interrupted by user.", "SystemExit": "Request to exit from the interpreter.", "MemoryError": "Out of memory.",
	"OverflowError": "Result too large to be represented.", "FileNotFoundError": "File not found.", "SyntaxError": "Invalid syntax.",
}

func defineException(c *Class, bases ...*Class) {
	spec := Spec{Bases: bases, Doc: exceptionDocs[c.Name]}
	if f := exceptionFields[c]; f != nil {
		spec.OwnLayout = true
		for _, name := range f.names {
			spec.Props = append(spec.Props, fieldProp(c, name))
		}
	}
	switch c {
	case KeyError:
		spec.Slots.Str = keyErrorStr
	case OSError:
		spec.Slots.Str = osErrorStr
		spec.Slots.New = osErrorNew
	case SyntaxError:
		spec.Slots.Str = syntaxErrorStr
	case ImportError:
		spec.Slots.Str = importErrorStr
	case UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError:
		spec.Slots.Str = unicodeErrorStr
	case BaseExceptionGroup:
		defineGroup(&spec)
	}
	c.Define(spec)
}

func fieldProp(c *Class, name string) Prop {
	p := Prop{Name: name, Field: true,
		Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*Exception).Field(name), nil }}
	number := name == "start" || name == "end"
	if c != BaseExceptionGroup {
		p.Set = func(_ *Thread, v, x Value) error {
			if number && x.head == nil {
				return errNumberDeleted()
			}
			v.Object().(*Exception).SetField(name, orNone(x))
			return nil
		}
	}
	return p
}

func errNumberDeleted() error { return Raise(TypeError, "can't delete numeric/char attribute") }

func exceptionNew(t *Thread, c *Class, a Args) (Value, error) {
	e := &Exception{Args: newTuple(append([]Value(nil), a.Pos...))}
	Adopt(e, c)
	if len(c.Abstract) > 0 {
		return Value{}, c.abstractError()
	}
	return e.Value(), nil
}

func exceptionInit(t *Thread, v Value, a Args) error {
	e := v.Object().(*Exception)
	var allowed []string
	if f := e.class.fieldSpec(); f != nil {
		allowed = f.keywords
	}
	e.Args = newTuple(append([]Value(nil), a.Pos...))
	if need := fixedArgs(e); need > 0 && need != len(a.Pos) {
		return Raise(TypeError, "function takes exactly %d arguments (%d given)", need, len(a.Pos))
	}
	if err := checkPlace(e, a.Pos); err != nil {
		return err
	}
	e.setFields(a.Pos)
	for _, k := range a.Kw {
		if !contains(allowed, k.Name) {
			if len(allowed) > 0 {
				return Raise(TypeError, "'%s' is an invalid keyword argument for %s()", k.Name, e.class.Name)
			}
			return Raise(TypeError, "%s() takes no keyword arguments", e.class.Name)
		}
		e.SetField(k.Name, k.Value)
	}
	return nil
}

// checkPlace checks the second argument of a SyntaxError, a tuple.
func checkPlace(e *Exception, args []Value) error {
	if len(args) != 2 || !e.class.IsSubclassOf(SyntaxError) {
		return nil
	}
	place, ok := args[1].Object().(*Tuple)
	if !ok {
		return nil
	}
	switch n := len(place.Items); {
	case n < 4:
		return Raise(TypeError, "function takes at least 4 arguments (%d given)", n)
	case n > 6:
		return Raise(TypeError, "function takes at most 6 arguments (%d given)", n)
	case n == 5:
		return Raise(TypeError, "end_offset must be provided when end_lineno is provided")
	}
	return nil
}

// fixedArgs is how many arguments the Unicode errors insist on; 0 for the rest.
func fixedArgs(e *Exception) int {
	switch {
	case e.class.IsSubclassOf(UnicodeTranslateError):
		return 4
	case e.class.IsSubclassOf(UnicodeDecodeError), e.class.IsSubclassOf(UnicodeEncodeError):
		return 5
	}
	return 0
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func exceptionStr(t *Thread, v Value) (string, error) {
	e := v.Object().(*Exception)
	switch len(e.Args.Items) {
	case 0:
		return "", nil
	case 1:
		return ToStr(t, e.Args.Items[0])
	}
	return Repr(t, Of(e.Args))
}

func exceptionRepr(t *Thread, v Value) (string, error) {
	e := v.Object().(*Exception)
	if len(e.Args.Items) == 1 {
		s, err := Repr(t, e.Args.Items[0])
		return e.class.Name + "(" + s + ")", err
	}
	s, err := Repr(t, Of(e.Args))
	return e.class.Name + s, err
}

// keyErrorStr shows the key's repr, so that KeyError(”) is not empty.
func keyErrorStr(t *Thread, v Value) (string, error) {
	e := v.Object().(*Exception)
	if len(e.Args.Items) == 1 {
		return Repr(t, e.Args.Items[0])
	}
	return exceptionStr(t, v)
}

func osErrorStr(t *Thread, v Value) (string, error) {
	e := v.Object().(*Exception)
	if e.Field("errno").IsNone() || e.Field("strerror").IsNone() {
		return exceptionStr(t, v)
	}
	errno, err := ToStr(t, e.Field("errno"))
	if err != nil {
		return "", err
	}
	text, err := ToStr(t, e.Field("strerror"))
	if err != nil {
		return "", err
	}
	text = "[Errno " + errno + "] " + text
	for i, name := range []string{"filename", "filename2"} {
		if f := e.Field(name); !f.IsNone() {
			s, err := Repr(t, f)
			if err != nil {
				return "", err
			}
			text += [...]string{": ", " -> "}[i] + s
		}
	}
	return text, nil
}

// osErrorNew makes OSError(errno, …) an instance of the subclass for errno.
func osErrorNew(t *Thread, c *Class, a Args) (Value, error) {
	if c == OSError && len(a.Pos) >= 2 {
		if n, ok := AsInt(a.Pos[0]); ok && errnoClasses[n] != nil {
			c = errnoClasses[n]
		}
	}
	return exceptionNew(t, c, a)
}

func importErrorStr(t *Thread, v Value) (string, error) {
	if msg, ok := AsStr(v.Object().(*Exception).Field("msg")); ok {
		return msg, nil
	}
	return exceptionStr(t, v)
}

func syntaxErrorStr(t *Thread, v Value) (string, error) {
	e := v.Object().(*Exception)
	text, err := ToStr(t, e.Field("msg"))
	if err != nil {
		return "", err
	}
	file, hasFile := AsStr(e.Field("filename"))
	line, hasLine := AsInt(e.Field("lineno"))
	switch {
	case hasFile && hasLine:
		return text + " (" + baseName(file) + ", line " + Int(line).decimal() + ")", nil
	case hasFile:
		return text + " (" + baseName(file) + ")", nil
	case hasLine:
		return text + " (line " + Int(line).decimal() + ")", nil
	}
	return text, nil
}

func baseName(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

func exceptionAddNote(t *Thread, a []Value) (Value, error) {
	if _, ok := AsStr(a[1]); !ok {
		return Value{}, Raise(TypeError, "note must be a str, not '%s'", TypeName(a[1]))
	}
	notes, ok, err := GetAttrOpt(t, a[0], "__notes__")
	if err != nil {
		return Value{}, err
	}
	if !ok {
		notes = NewList(nil)
		if err := SetAttr(t, a[0], "__notes__", notes); err != nil {
			return Value{}, err
		}
	}
	l, ok := notes.Object().(*List)
	if !ok {
		return Value{}, Raise(TypeError, "Cannot add note: __notes__ is not a list")
	}
	return None, l.Append(t, a[1])
}

func exceptionReduce(t *Thread, a []Value) (Value, error) {
	e := a[0].Object().(*Exception)
	if e.attrs == nil || e.attrs.Len() == 0 {
		return NewTuple(e.class.Value(), Of(e.Args)), nil
	}
	return NewTuple(e.class.Value(), Of(e.Args), e.attrs.snapshot().Value()), nil
}

func exceptionSetState(t *Thread, a []Value) (Value, error) {
	d, ok := a[1].Object().(*Dict)
	if !ok {
		return None, nil
	}
	for k, v := range d.All() {
		if name, ok := AsStr(k); ok {
			if err := SetAttr(t, a[0], name, v); err != nil {
				return Value{}, err
			}
		}
	}
	return None, nil
}

func exceptionProps() []Prop {
	link := func(e *Exception) Value {
		if e == nil {
			return None
		}
		return e.Value()
	}
	exc := func(v Value) *Exception { return v.Object().(*Exception) }
	return []Prop{
		{Name: "args", Get: func(_ *Thread, v Value) (Value, error) { return Of(exc(v).Args), nil }, Set: setExceptionArgs},
		{Name: "__cause__", Get: func(_ *Thread, v Value) (Value, error) { return link(exc(v).Cause), nil },
			Set: func(t *Thread, v, x Value) error {
				c, err := linked(x, "cause")
				if err == nil {
					exc(v).Cause, exc(v).SuppressContext = c, true
				}
				return err
			}},
		{Name: "__context__", Get: func(_ *Thread, v Value) (Value, error) { return link(exc(v).Context), nil },
			Set: func(t *Thread, v, x Value) error {
				c, err := linked(x, "context")
				if err == nil {
					exc(v).Context = c
				}
				return err
			}},
		{Name: "__suppress_context__", Get: func(_ *Thread, v Value) (Value, error) { return Bool(exc(v).SuppressContext), nil },
			Set: func(_ *Thread, v, x Value) error {
				switch {
				case x.head == nil:
					return errNumberDeleted()
				case x != True && x != False:
					return Raise(TypeError, "attribute value type must be bool")
				}
				exc(v).SuppressContext = x == True
				return nil
			}},
		{Name: "__traceback__", Get: func(_ *Thread, v Value) (Value, error) { return orNone(exc(v).Traceback), nil },
			Set: func(_ *Thread, v, x Value) error { return exc(v).setTraceback(x) }},
		DictProp(),
	}
}

// traceback is what the evaluator's traceback objects are.
type traceback interface {
	Object
	Traceback()
}

// setTraceback is e.__traceback__ = x.
func (e *Exception) setTraceback(x Value) error {
	if x.head == nil {
		return Raise(TypeError, "__traceback__ may not be deleted")
	}
	if _, ok := x.Object().(traceback); !ok && !x.IsNone() {
		return Raise(TypeError, "__traceback__ must be a traceback or None")
	}
	e.Traceback = noneToNil(x)
	return nil
}

func setExceptionArgs(t *Thread, v, x Value) error {
	if x.head == nil {
		return Raise(TypeError, "args may not be deleted")
	}
	items, err := Collect(t, x)
	if err == nil {
		v.Object().(*Exception).Args = newTuple(items)
	}
	return err
}

func linked(x Value, what string) (*Exception, error) {
	if x.head == nil {
		return nil, Raise(TypeError, "__%s__ may not be deleted", what)
	}
	if x.IsNone() {
		return nil, nil
	}
	e, ok := x.Object().(*Exception)
	if !ok {
		return nil, Raise(TypeError, "exception %s must be None or derive from BaseException", what)
	}
	return e, nil
}
