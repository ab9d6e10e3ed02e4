package object

import (
	"errors"
	"fmt"
	"strings"
)

// Exception is an exception object. It is a Go error too: functions that fail
// return it as their error.
type Exception struct {
	Head
	Args            *Tuple
	Cause, Context  *Exception // __cause__, __context__; nil for None
	SuppressContext bool
	// Traceback is the evaluator's traceback object, or zero.
	Traceback Value
	// Of is the container that has no such item, of a LookupError where that is known. Python does not
	// see it: an explanation says more than the text.
	Of Value
	// fields are the attributes that the built-in class adds, such as OSError's
	// errno; which is which the class says (see exceptionFields).
	fields []Value
}

// NewException returns an exception of a built-in class c with these arguments, as c(*args) makes it.
func NewException(c *Class, args ...Value) *Exception {
	e := &Exception{Args: newTuple(args)}
	Adopt(e, c)
	e.setFields(args)
	return e
}

// Raise returns an exception whose only argument is the formatted text:
//
//	return object.Value{}, object.Raise(object.ValueError, "%s is no power of two", s)
func Raise(c *Class, format string, a ...any) error {
	text := strings.ReplaceAll(format, "%%", "%")
	if len(a) > 0 {
		text = fmt.Sprintf(format, a...)
	}
	return NewException(c, NewStr(text))
}

// lacks returns a LookupError of a container.
func lacks(of Value, c *Class, arg Value) error {
	e := NewException(c, arg)
	e.Of = of
	return e
}

// outside returns IndexError with CPython's text of a container.
func outside(of Value, text string) error { return lacks(of, IndexError, NewStr(text)) }

// AsException returns the exception that err is; a *Stopped is none.
func AsException(err error) (*Exception, bool) {
	if e, ok := err.(*Exception); ok {
		return e, true
	}
	var e *Exception
	if errors.As(err, &e) {
		return e, true
	}
	return nil, false
}

// Catch reports whether err is an exception of class c or of a subclass.
func Catch(err error, c *Class) bool {
	e, ok := err.(*Exception)
	return ok && e.class.IsSubclassOf(c)
}

// Value returns the exception as a Python value.
func (e *Exception) Value() Value { return Value{&e.Head, 0} }

// Error returns "Type: message" without running Python code, for logs and Go
// callers; what a learner sees is made by the traceback writer.
func (e *Exception) Error() string {
	text := e.plainText()
	if text == "" {
		return e.class.Name
	}
	return e.class.Name + ": " + text
}

func (e *Exception) plainText() string {
	if len(e.Args.Items) == 0 {
		return ""
	}
	if s, ok := e.Args.Items[0].Object().(*Str); ok && len(e.Args.Items) == 1 {
		return s.s
	}
	text := ""
	for i, v := range e.Args.Items {
		if i > 0 {
			text += ", "
		}
		text += plainRepr(v)
	}
	return text
}

// plainRepr is the repr of a value that needs no Python code to run, for Go's eyes.
func plainRepr(v Value) string {
	switch {
	case v.head == nil:
		return "<nil>"
	case v.IsInt():
		return fmt.Sprint(v.SmallInt())
	}
	if s, ok := v.Object().(*Str); ok {
		return strRepr(s)
	}
	return "<" + TypeName(v) + ">"
}

// Field returns one of the attributes that the built-in class adds ("errno",
// "value", "code", "name", …); None where it is not set.
func (e *Exception) Field(name string) Value {
	if i := e.fieldIndex(name); i >= 0 && i < len(e.fields) && e.fields[i].head != nil {
		return e.fields[i]
	}
	return None
}

// SetField sets one of those attributes and returns e. A name that the class lacks is ignored.
func (e *Exception) SetField(name string, v Value) *Exception {
	i := e.fieldIndex(name)
	if i < 0 {
		return e
	}
	for len(e.fields) <= i {
		e.fields = append(e.fields, Value{})
	}
	e.fields[i] = v
	return e
}

func (e *Exception) fieldIndex(name string) int {
	for _, c := range e.class.MRO {
		if spec := exceptionFields[c]; spec != nil {
			for i, n := range spec.names {
				if n == name {
					return i
				}
			}
		}
	}
	return -1
}

// AttrError returns AttributeError with CPython's text, its name and obj set.
func AttrError(v Value, name string) error {
	if c, ok := v.Object().(*Class); ok {
		return raiseAttr(v, name, "type object '%s' has no attribute '%s'", c.typeName(), name)
	}
	if m, ok := v.Object().(*Module); ok {
		return raiseAttr(v, name, "module '%s' has no attribute '%s'", m.Name(), name)
	}
	return raiseAttr(v, name, "'%s' object has no attribute '%s'", TypeName(v), name)
}

func raiseAttr(v Value, name, format string, a ...any) error {
	e := NewException(AttributeError, NewStr(fmt.Sprintf(format, a...)))
	return e.SetField("name", NewStr(name)).SetField("obj", v)
}

// NewNameError returns NameError with CPython's text and its name set.
func NewNameError(name string) error {
	return NewException(NameError, NewStr("name '"+name+"' is not defined")).SetField("name", NewStr(name))
}

// Normalize turns what a raise statement names, an exception or an exception
// class, into an exception object. It does not set the context.
func Normalize(t *Thread, v Value) (*Exception, error) {
	if e, ok := v.Object().(*Exception); ok {
		return e, nil
	}
	c, ok := v.Object().(*Class)
	if !ok || !c.IsSubclassOf(BaseException) {
		return nil, Raise(TypeError, "exceptions must derive from BaseException")
	}
	made, err := Call(t, v)
	if err != nil {
		return nil, err
	}
	e, ok := made.Object().(*Exception)
	if !ok {
		return nil, Raise(TypeError, "calling %s should have returned an instance of BaseException, not %s", mustRepr(t, v), mustRepr(t, made.Class().Value()))
	}
	return e, nil
}

// SetContext makes context the __context__ of e, unless that would close a circle.
// A circle that the program made itself is walked once: slow follows at half the speed.
func (e *Exception) SetContext(context *Exception) {
	if context == nil || context == e {
		return
	}
	slow := context
	for c, step := context, false; c.Context != nil; step = !step {
		if c.Context == e {
			c.Context = nil
			break
		}
		if c = c.Context; c == slow {
			break
		}
		if step {
			slow = slow.Context
		}
	}
	e.Context = context
}

// Matches reports whether e is caught by what an except clause names: a class or
// a tuple of classes. Anything else is a TypeError.
func (e *Exception) Matches(what Value) (bool, error) {
	if tuple, ok := what.Object().(*Tuple); ok {
		matches := false
		for _, v := range tuple.Items {
			if _, nested := v.Object().(*Tuple); nested {
				return false, errNotCaught()
			}
			ok, err := e.Matches(v)
			if err != nil {
				return false, err // though another class may match
			}
			matches = matches || ok
		}
		return matches, nil
	}
	c, ok := what.Object().(*Class)
	if !ok || !c.IsSubclassOf(BaseException) {
		return false, errNotCaught()
	}
	return e.class.IsSubclassOf(c), nil
}

func errNotCaught() error {
	return Raise(TypeError, "catching classes that do not inherit from BaseException is not allowed")
}

// Notes returns __notes__, the texts that add_note added.
func (e *Exception) Notes() []Value {
	if e.attrs == nil {
		return nil
	}
	v, _ := e.attrs.Get("__notes__")
	if l, ok := v.objectOrNil().(*List); ok {
		return l.Items
	}
	return nil
}

// objectOrNil is Object for a Value that may be zero.
func (v Value) objectOrNil() Object {
	if v.head == nil {
		return nil
	}
	return v.head.object
}
