package dispatch

import (
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
)

// This file has PyTorch's messages for arguments that fit no overload.

// tooMany: more positional arguments than the overload takes.
func (o *overload) tooMany(n int) error {
	min := 0
	for _, p := range o.Params {
		if !p.optional && !p.kwOnly {
			min++
		}
	}
	if min != o.maxPos {
		return object.Raise(object.TypeError, "%s() takes from %d to %d positional arguments but %d were given", o.Name, min, o.maxPos, n)
	}
	return object.Raise(object.TypeError, "%s() takes %d positional argument%s but %d %s given", o.Name, o.maxPos, object.PluralEnding(o.maxPos), n, wasWere(n))
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// missing: the parameters from i on that have no default.
func (o *overload) missing(i int) error {
	var names []string
	for _, p := range o.Params[i:] {
		if !p.optional {
			names = append(names, `"`+p.Name+`"`)
		}
	}
	return object.Raise(object.TypeError, "%s() missing %d required positional arguments: %s", o.Name, len(names), strings.Join(names, ", "))
}

func (o *overload) unexpectedKeyword(a object.Args) error {
	for _, k := range a.Kw {
		i := o.Find(k.Name)
		if i < 0 {
			return object.Raise(object.TypeError, "%s() got an unexpected keyword argument '%s'", o.Name, k.Name)
		}
		if i < len(a.Pos) {
			return object.Raise(object.TypeError, "%s() got multiple values for argument '%s'", o.Name, k.Name)
		}
	}
	return object.Raise(object.TypeError, "invalid keyword arguments")
}

func (o *overload) wrongType(p *param, v object.Value, a object.Args, pos int, byName bool, failed int) error {
	if byName {
		return object.Raise(object.TypeError, "%s(): argument '%s' must be %s, not %s", o.Name, p.Name, p.word, values.TypeName(v))
	}
	if failed >= 0 {
		items, ok := values.Items(v)
		if !ok {
			items = a.Pos
		}
		return object.Raise(object.TypeError, "%s(): argument '%s' (position %d) must be %s, but found element of type %s at pos %d",
			o.Name, p.Name, pos+1, p.word, values.TypeName(items[failed]), failed)
	}
	return object.Raise(object.TypeError, "%s(): argument '%s' (position %d) must be %s, not %s", o.Name, p.Name, pos+1, p.word, values.TypeName(v))
}

// invalidCombination lists the overloads and why the arguments fit none.
func invalidCombination(name string, list []*overload, a object.Args) error {
	var shown []*overload
	for _, o := range list {
		if !o.hidden {
			shown = append(shown, o)
		}
	}
	if len(shown) == 1 {
		return object.Raise(object.TypeError, "%s() received an invalid combination of arguments - got %s, but expected %s", name, describe(a), shown[0])
	}
	var b strings.Builder
	b.WriteString(name + "() received an invalid combination of arguments - got " + describe(a) + ", but expected one of:\n")
	for _, o := range shown {
		b.WriteString(" * " + o.String() + "\n")
		if len(a.Pos)+len(a.Kw) != len(o.Params) {
			continue
		}
		if unknown := o.unknownKeywords(a); len(unknown) > 0 {
			b.WriteString("      didn't match because some of the keywords were incorrect: " + strings.Join(unknown, ", ") + "\n")
		} else {
			b.WriteString("      didn't match because some of the arguments have invalid types: " + o.describeTypes(a) + "\n")
		}
	}
	return object.Raise(object.TypeError, "%s", b.String())
}

// describe lists the types of arguments: "(Tensor, dim=str)".
func describe(a object.Args) string {
	var parts []string
	for _, v := range a.Pos {
		parts = append(parts, values.TypeName(v))
	}
	for _, k := range a.Kw {
		parts = append(parts, k.Name+"="+values.TypeName(k.Value))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (o *overload) unknownKeywords(a object.Args) []string {
	var names []string
	for _, k := range a.Kw {
		if i := o.Find(k.Name); i < len(a.Pos) {
			names = append(names, k.Name)
		}
	}
	return names
}

// describeTypes lists the types of arguments, those that do not fit between
// exclamation marks, lists with the types of their elements.
func (o *overload) describeTypes(a object.Args) string {
	var parts []string
	for i := range o.Params {
		p := &o.Params[i]
		v, text := object.Value{}, ""
		if i < len(a.Pos) {
			v = a.Pos[i]
		} else {
			v = keyword(a.Kw, p.Name)
			text = p.Name + "="
		}
		text += elementTypes(v)
		failed := -1
		if !p.accepts(o, v, &failed) {
			text = "!" + text + "!"
		}
		parts = append(parts, text)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// elementTypes is "int", "list of [int, str]" or "tuple of (int, str)".
func elementTypes(v object.Value) string {
	items, ok := values.Items(v)
	if !ok {
		return values.TypeName(v)
	}
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = values.TypeName(item)
	}
	text := strings.Join(names, ", ")
	if _, list := v.Object().(*object.List); list {
		return "list of [" + text + "]"
	}
	if len(items) == 1 {
		text += ","
	}
	return values.TypeName(v) + " of (" + text + ")"
}

// deprecated says what to call instead of an overload of old (python_arg_parser.cpp, PythonArgParser::check_deprecated).
func (p *Parser) deprecated(old *overload) string {
	text := "This overload of " + p.Name + " is deprecated:\n\t" + p.Name + old.String() + "\nConsider using one of the following signatures instead:"
	for _, o := range p.overloads() {
		if !o.hidden {
			text += "\n\t" + p.Name + o.String()
		}
	}
	return text + " (Triggered internally at  ./torch/csrc/utils/python_arg_parser.cpp:1420.)"
}
