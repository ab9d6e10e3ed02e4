package interp

import (
	"strings"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// CodeObject is a code object as Python code sees it: a function's __code__, or
// what compile() returns, which is not linked to any globals yet.
type CodeObject struct {
	object.Head
	code     *bytecode.Code
	hasValue bool
}

// Code is what a code object holds.
type Code = bytecode.Code

// CodeOf is the code that a code object holds, nil for others. It is immutable: another session may run it, too.
func CodeOf(v object.Value) *Code {
	if c, ok := v.Object().(*CodeObject); ok && !c.hasValue {
		return c.code
	}
	return nil
}

// NewCode is a code object that holds code.
func NewCode(code *Code) object.Value {
	return object.Adopt(&CodeObject{code: code}, codeClass)
}

func codeValue(l *linked) object.Value {
	x := l.extra()
	if x.object == nil {
		x.object = &CodeObject{code: l.Code}
		object.Adopt(x.object, codeClass)
	}
	return object.Of(x.object)
}

func init() {
	codeClass.Define(object.Spec{
		Final: true, OwnLayout: true, NoConstructor: true,
		Slots: object.Slots{Repr: func(_ *object.Thread, v object.Value) (string, error) {
			c := v.Object().(*CodeObject).code
			return "<code object " + c.Name + " at " + object.Address(v) + ", file \"" + c.File + "\", line " + itoa(c.FirstLine) + ">", nil
		}},
		Methods: []object.Method{
			{Sig: "co_lines(self)", Fn: codeLines},
			{Sig: "co_positions(self)", Fn: codePositions},
			{Sig: "replace(self, /, *, co_name=?, co_qualname=?, co_filename=?, co_firstlineno=?)", Fn: codeReplace,
				Doc: "Return a copy of the code object with new values for the specified fields."},
		},
		Props: codeProps(),
	})
}

// codeProps are the co_ attributes; CPython's flags are those that inspect uses.
func codeProps() []object.Prop {
	var props []object.Prop
	add := func(name string, get func(c *bytecode.Code) object.Value) {
		props = append(props, object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return get(v.Object().(*CodeObject).code), nil
		}})
	}
	add("co_name", func(c *bytecode.Code) object.Value { return object.NewStr(c.Name) })
	add("co_qualname", func(c *bytecode.Code) object.Value { return object.NewStr(c.QualName) })
	add("co_filename", func(c *bytecode.Code) object.Value { return object.NewStr(c.File) })
	add("co_firstlineno", func(c *bytecode.Code) object.Value { return number(c.FirstLine) })
	add("co_argcount", func(c *bytecode.Code) object.Value { return number(c.NumArgs) })
	add("co_posonlyargcount", func(c *bytecode.Code) object.Value { return number(c.NumPosOnly) })
	add("co_kwonlyargcount", func(c *bytecode.Code) object.Value { return number(c.NumKwOnly) })
	add("co_nlocals", func(c *bytecode.Code) object.Value { return number(len(variables(c))) })
	add("co_stacksize", func(c *bytecode.Code) object.Value { return number(c.NumRegs) })
	add("co_flags", func(c *bytecode.Code) object.Value { return number(codeFlags(c)) })
	add("co_varnames", func(c *bytecode.Code) object.Value { return strTuple(variables(c)) })
	add("co_cellvars", func(c *bytecode.Code) object.Value {
		var names []string
		for _, cell := range c.Cells {
			names = append(names, cell.Name)
		}
		return strTuple(names)
	})
	add("co_freevars", func(c *bytecode.Code) object.Value {
		var names []string
		for _, f := range c.Frees {
			names = append(names, f.Name)
		}
		return strTuple(names)
	})
	add("co_names", func(c *bytecode.Code) object.Value { return strTuple(codeNames(c)) })
	add("co_code", func(c *bytecode.Code) object.Value { return object.NewBytes(encode(c)) })
	add("co_linetable", func(c *bytecode.Code) object.Value { return object.NewBytes(nil) })
	add("co_exceptiontable", func(c *bytecode.Code) object.Value { return object.NewBytes(nil) })
	props = append(props, object.Prop{Name: "co_consts", Get: codeConsts})
	return props
}

// variables are the locals but those of comprehensions that run in the same frame.
func variables(c *bytecode.Code) []string {
	for i, name := range c.Locals {
		if strings.HasPrefix(name, ".") && name != ".0" {
			return append(c.Locals[:i:i], c.Spilled...)
		}
	}
	return append(c.Locals[:len(c.Locals):len(c.Locals)], c.Spilled...)
}

// codeFlags are inspect's: CO_OPTIMIZED and CO_NEWLOCALS together, CO_VARARGS, CO_VARKEYWORDS, CO_GENERATOR, CO_COROUTINE,
// CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR. CPython sets
// CO_GENERATOR for generators alone; bytecode.Generator is set for all that suspend.
func codeFlags(c *bytecode.Code) int {
	flags := 0
	for _, f := range []struct {
		have bytecode.Flags
		bit  int
	}{{bytecode.Optimized, 3}, {bytecode.VarArgs, 4}, {bytecode.VarKeywords, 8}, {bytecode.Generator, 32},
		{bytecode.Coroutine, 128}, {bytecode.IterableCoroutine, 256}, {bytecode.AsyncGenerator, 512}} {
		if c.Flags&f.have != 0 {
			flags |= f.bit
		}
	}
	if c.Flags&(bytecode.Coroutine|bytecode.AsyncGenerator) != 0 {
		flags &^= 32
	}
	return flags
}

// codeNames lists globals and attributes, each once.
func codeNames(c *bytecode.Code) []string {
	var names []string
	seen := map[string]bool{"": true}
	for _, list := range [][]string{c.Globals, c.Sites, c.Names} {
		for _, n := range list {
			if !seen[n] {
				seen[n] = true
				names = append(names, n)
			}
		}
	}
	return names
}

func codeConsts(t *object.Thread, v object.Value) (object.Value, error) {
	s := stateOf(t.Session)
	c := v.Object().(*CodeObject).code
	var vs []object.Value
	if c.HasDoc {
		vs = append(vs, object.NewStr(c.Doc))
	} else if c.Flags&bytecode.Optimized != 0 {
		vs = append(vs, object.None)
	}
	vs = append(vs, s.constants(c.Consts)...)
	for _, k := range c.Children {
		o := &CodeObject{code: k}
		vs = append(vs, object.Adopt(o, codeClass))
	}
	return object.NewTuple(vs...), nil
}

func strTuple(names []string) object.Value {
	vs := make([]object.Value, len(names))
	for i, n := range names {
		vs[i] = object.NewStr(n)
	}
	return object.NewTuple(vs...)
}
