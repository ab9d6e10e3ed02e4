package dispatch

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"gputour/engine/object"
)

// This file reads the parameters of operations. PyTorch's functions have overloads
// that Python's own signatures cannot express; each is a line of signatures.txt:
//
//	f sum(Tensor input, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None)

//go:embed signatures.txt
var signatureText string

// paramType is what a parameter accepts.
type paramType uint8

const (
	typTensor paramType = iota
	typScalar
	typInt
	typFloat
	typBool
	typString
	typDType
	typLayout
	typDevice
	typGenerator
	typMemoryFormat
	typInts
	typFloats
	typBools
	typTensors
	typScalars
	typName
	typNames
	typStorage
	typObject
	typStream
)

// typeNames are the schema's words for types.
var typeNames = map[string]paramType{
	"Tensor": typTensor, "Scalar": typScalar, "int": typInt, "float": typFloat, "bool": typBool,
	"str": typString, "ScalarType": typDType, "Layout": typLayout, "Device": typDevice,
	"Generator": typGenerator, "MemoryFormat": typMemoryFormat, "int[]": typInts, "float[]": typFloats,
	"bool[]": typBools, "Tensor[]": typTensors, "Scalar[]": typScalars, "Dimname": typName,
	"Dimname[]": typNames, "SymInt": typInt, "SymInt[]": typInts, "Storage": typStorage, "object": typObject, "Stream": typStream,
}

// typeWords are PyTorch's words for types in messages.
var typeWords = [...]string{
	typTensor: "Tensor", typScalar: "Number", typInt: "int", typFloat: "float", typBool: "bool",
	typString: "str", typDType: "torch.dtype", typLayout: "torch.layout", typDevice: "torch.device",
	typGenerator: "torch.Generator", typMemoryFormat: "torch.memory_format", typInts: "tuple of ints",
	typFloats: "tuple of floats", typBools: "tuple of bools", typTensors: "tuple of Tensors",
	typScalars: "tuple of Scalars", typName: "name", typNames: "tuple of names",
	typStorage: "torch.Storage", typObject: "object", typStream: "Stream",
}

// param is one parameter of an overload.
type param struct {
	Name     string
	typ      paramType
	size     int // int[2]: one int may stand for two; 0: it may not
	optional bool
	none     bool // None is taken for the default
	kwOnly   bool
	def      string // the default as written
	word     string // PyTorch's word for the type
}

// overload is one way to call an operation.
type overload struct {
	Name   string
	Params []param
	minPos int // parameters that have no default, which come before those that have
	maxPos int // parameters that may be given by position
	// numbersAsTensors: where a tensor is wanted, a number will do.
	numbersAsTensors bool
	hidden           bool // still taken, never shown
	names            bool // some parameter takes names of dimensions
	limit            limit
	check            func(c *Call) error // of shapes and numbers, before types
}

// numberFriendly are the operations whose tensor parameters take numbers (should_allow_numbers_as_tensors in
// python_arg_parser.cpp).
var numberFriendly = map[string]bool{}

func init() {
	for _, name := range strings.Fields("add sub mul div divide multiply subtract true_divide floor_divide") {
		numberFriendly[name], numberFriendly[name+"_"] = true, true
	}
	numberFriendly["copy_"] = true
}

// parseOverload reads "name(type name=default, …)"; a text that is none panics.
func parseOverload(text string) *overload {
	text, hidden := strings.CutPrefix(text, "d ")
	name, rest, ok := strings.Cut(text, "(")
	if !ok || !strings.HasSuffix(rest, ")") {
		panic("torch: bad signature: " + text)
	}
	o := &overload{Name: name, numbersAsTensors: numberFriendly[name], hidden: hidden}
	kwOnly := false
	for _, field := range splitFields(strings.TrimSuffix(rest, ")")) {
		if field == "*" {
			kwOnly = true
			continue
		}
		p := parseParam(field)
		p.kwOnly = kwOnly
		if !kwOnly {
			o.maxPos++
		}
		if !p.optional {
			o.minPos++
		}
		o.names = o.names || p.typ == typName || p.typ == typNames
		o.Params = append(o.Params, p)
	}
	return o
}

// splitFields cuts at the commas outside brackets.
func splitFields(text string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	if last := strings.TrimSpace(text[start:]); last != "" {
		out = append(out, last)
	}
	return out
}

func parseParam(field string) param {
	typ, rest, _ := strings.Cut(field, " ")
	name, def, optional := strings.Cut(rest, "=")
	p := param{Name: name, optional: optional, def: def}
	p.none = strings.HasSuffix(typ, "?") || def == "None" || def == "[]" // an empty list stands as None in PyTorch's parser
	typ = strings.TrimSuffix(typ, "?")
	if i := strings.IndexByte(typ, '['); i >= 0 {
		p.size, _ = strconv.Atoi(typ[i+1 : len(typ)-1])
		typ = strings.TrimSuffix(typ[:i], "?") + "[]"
	}
	t, ok := typeNames[typ]
	if !ok {
		panic(fmt.Sprintf("torch: type %q of parameter %s", typ, field))
	}
	p.typ, p.word = t, typeWords[t]
	if strings.HasPrefix(typ, "SymInt") {
		p.word = strings.Replace(p.word, "int", "SymInt", 1)
	}
	return p
}

// String writes the overload as PyTorch's messages do: "(Tensor input, *, Tensor out)".
func (o *overload) String() string {
	var b strings.Builder
	b.WriteByte('(')
	star := false
	for i, p := range o.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		if p.kwOnly && !star {
			b.WriteString("*, ")
			star = true
		}
		b.WriteString(p.word + " " + p.Name)
	}
	b.WriteByte(')')
	return b.String()
}

// Find returns the index of the parameter with a name, or -1.
func (o *overload) Find(name string) int {
	for i := range o.Params {
		if o.Params[i].Name == name {
			return i
		}
	}
	return -1
}

// Where an operation is called from: as torch.name, as a method, in torch._C._nn.
const (
	Function = 'f'
	Method   = 'm'
	NN       = 'n'
)

// signatures holds the lines of signatures.txt by kind and name.
var signatures = sync.OnceValue(func() map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(signatureText) {
		line = strings.TrimSpace(line)
		rest, hidden := strings.CutPrefix(line, "d ")
		kind, text, ok := strings.Cut(rest, " ")
		if !ok || kind == "#" {
			continue
		}
		name, _, _ := strings.Cut(text, "(")
		if hidden {
			text = "d " + text
		}
		table[kind+name] = append(table[kind+name], text)
	}
	return table
})

// Parser tries the overloads of one operation in order. Overloads are parsed when
// the operation is first called: most programs use few of them.
type Parser struct {
	Name      string
	texts     []string
	overloads func() []*overload
}

// NewParser takes the overloads of a name in signatures.txt, or those given.
func NewParser(kind byte, name string, texts ...string) *Parser {
	if len(texts) == 0 {
		texts = signatures()[string(kind)+name]
	}
	if len(texts) == 0 {
		return nil
	}
	p := &Parser{Name: name, texts: texts}
	p.overloads = sync.OnceValue(func() []*overload {
		list := make([]*overload, len(texts))
		for i, text := range texts {
			list[i] = parseOverload(text)
			key := list[i].key(kind == Method)
			list[i].check = checkOf(list[i].Name)
			if list[i].limit = limitOf(key); list[i].limit.types == 0 {
				before, rest, _ := strings.Cut(key, " ")
				list[i].limit = limitOf(strings.TrimSuffix(before, "_") + " " + rest) // in place as well
			}
		}
		return list
	})
	return p
}

// numpyNames are NumPy's names for parameters, which PyTorch takes as well.
var numpyNames = map[string][]string{
	"dim": {"axis"}, "keepdim": {"keepdims"}, "input": {"x", "a", "x1"}, "other": {"x2"},
}

// keyword returns the keyword argument for a parameter, or the zero Value.
func keyword(kw []object.Keyword, name string) object.Value {
	for i := range kw {
		if kw[i].Name == name {
			return kw[i].Value
		}
	}
	if others, ok := numpyNames[name]; ok {
		for i := range kw {
			for _, other := range others {
				if kw[i].Name == other {
					return kw[i].Value
				}
			}
		}
	}
	return object.Value{}
}
