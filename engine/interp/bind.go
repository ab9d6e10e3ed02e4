package interp

import (
	"fmt"
	"strings"

	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file binds the arguments of a call to the parameters of a function.

// bind fills the parameter registers, and empties the other locals. pos may
// overlap regs from the start.
func (m *machine) bind(fn *Function, regs *[window]object.Value, pos []object.Value, kw []object.Keyword) error {
	code := fn.linked()
	if len(pos) == code.NumArgs && code.plain && len(kw) == 0 {
		copy(regs[:], pos)
		clear(regs[code.NumArgs:code.locals])
		return nil
	}
	return m.bindSlow(fn, regs, pos, kw)
}

func (m *machine) bindSlow(fn *Function, regs *[window]object.Value, pos []object.Value, kw []object.Keyword) error {
	code := fn.code
	n := min(len(pos), code.NumArgs)
	extra := object.EmptyTuple
	if len(pos) > n && code.Flags&bytecode.VarArgs != 0 {
		extra = object.CopyTuple(pos[n:]) // before they are overwritten
		m.disownAll(pos[n:])
	}
	given := len(pos)
	copy(regs[:n], pos)
	clear(regs[n:code.locals])
	next := code.NumArgs + code.NumKwOnly
	if code.Flags&bytecode.VarArgs != 0 {
		regs[next] = extra
		next++
	}
	var rest *object.Dict
	if code.Flags&bytecode.VarKeywords != 0 {
		if err := m.charge(256 + 96*len(kw)); err != nil {
			return err
		}
		m.disownKeywords(kw)
		rest = object.NewDict()
		regs[next] = object.Of(rest)
	}
	if err := bindKeywords(fn, regs, kw, rest); err != nil {
		return err
	}
	if given > code.NumArgs && code.Flags&bytecode.VarArgs == 0 {
		return tooMany(fn, given, regs)
	}
	return fillDefaults(fn, regs, n)
}

func bindKeywords(fn *Function, regs *[window]object.Value, kw []object.Keyword, rest *object.Dict) error {
	code := fn.def
	for _, k := range kw {
		i := paramIndex(code, k.Name)
		switch {
		case i >= code.NumPosOnly:
			if !regs[i].IsNil() {
				return object.Raise(object.TypeError, "%s() got multiple values for argument '%s'", fn.qualName(), k.Name)
			}
			regs[i] = k.Value
		case rest != nil:
			if err := rest.Set(nil, code.state.name(k.Name), k.Value); err != nil {
				return err
			}
		case i >= 0:
			return posOnlyError(fn, kw)
		default:
			return object.Raise(object.TypeError, "%s() got an unexpected keyword argument '%s'", fn.qualName(), k.Name)
		}
	}
	return nil
}

// paramIndex returns the register of the named parameter, or -1.
func paramIndex(code *definition, name string) int {
	for i, p := range code.Locals[:code.NumArgs+code.NumKwOnly] {
		if p == name {
			return i
		}
	}
	return -1
}

func posOnlyError(fn *Function, kw []object.Keyword) error {
	var names []string
	for _, p := range fn.def.Locals[:fn.def.NumPosOnly] {
		for _, k := range kw {
			if k.Name == p {
				names = append(names, p)
			}
		}
	}
	return object.Raise(object.TypeError, "%s() got some positional-only arguments passed as keyword arguments: '%s'", fn.qualName(), strings.Join(names, ", "))
}

// fillDefaults gives the parameters without an argument their defaults; n is the
// number of positional arguments.
func fillDefaults(fn *Function, regs *[window]object.Value, n int) error {
	code := fn.def
	first := code.NumArgs - len(fn.defaultValues())
	missing := 0
	for i := n; i < code.NumArgs; i++ {
		if !regs[i].IsNil() {
			continue
		}
		if i >= first {
			regs[i] = fn.defaults.Items[i-first]
		} else {
			missing++
		}
	}
	if missing > 0 {
		return missingError(fn, "positional", code.Locals[n:code.NumArgs], regs[n:])
	}
	for i := code.NumArgs; i < code.NumArgs+code.NumKwOnly; i++ {
		if regs[i].IsNil() {
			v, ok := fn.kwDefault(code.Locals[i])
			if !ok {
				missing++
			}
			regs[i] = v
		}
	}
	if missing > 0 {
		return missingError(fn, "keyword-only", code.Locals[code.NumArgs:code.NumArgs+code.NumKwOnly], regs[code.NumArgs:])
	}
	return nil
}

func (f *Function) kwDefault(name string) (object.Value, bool) {
	if f.kwDefaults == nil {
		return object.Value{}, false
	}
	return f.kwDefaults.GetStr(name)
}

func missingError(fn *Function, kind string, params []string, regs []object.Value) error {
	var names []string
	for i, p := range params {
		if regs[i].IsNil() {
			names = append(names, "'"+p+"'")
		}
	}
	return object.Raise(object.TypeError, "%s() missing %d required %s argument%s: %s", fn.qualName(), len(names), kind, object.PluralEnding(len(names)), enumerate(names))
}

// enumerate writes 'a', 'b', and 'c' as CPython does.
func enumerate(names []string) string {
	switch n := len(names); n {
	case 1:
		return names[0]
	case 2:
		return names[0] + " and " + names[1]
	default:
		return strings.Join(names[:n-1], ", ") + ", and " + names[n-1]
	}
}

func tooMany(fn *Function, given int, regs *[window]object.Value) error {
	code := fn.def
	takes := fmt.Sprint(code.NumArgs)
	many := object.PluralEnding(code.NumArgs)
	if d := len(fn.defaultValues()); d > 0 {
		takes = fmt.Sprintf("from %d to %d", code.NumArgs-d, code.NumArgs)
		many = "s"
	}
	kwGiven := 0
	for i := code.NumArgs; i < code.NumArgs+code.NumKwOnly; i++ {
		if !regs[i].IsNil() {
			kwGiven++
		}
	}
	were, extra := "were", ""
	if kwGiven > 0 {
		extra = fmt.Sprintf(" positional argument%s (and %d keyword-only argument%s)", object.PluralEnding(given), kwGiven, object.PluralEnding(kwGiven))
	} else if given == 1 {
		were = "was"
	}
	return object.Raise(object.TypeError, "%s() takes %s positional argument%s but %d%s %s given", fn.qualName(), takes, many, given, extra, were)
}
