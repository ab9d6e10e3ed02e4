// This file defines the types of CUDA C++ and C's rules of conversion.

package syntax

import (
	"slices"
	"strconv"
	"strings"

	"gputour/cuda/cudac/word"
)

// Type is a type of the language. Types are compared with same.
type Type struct {
	Kind     word.Kind
	Elem     *Type // of pointers and arrays
	N        int   // of arrays; -1 where the launch decides
	Name     string
	Class    *Class   // what a struct is made of
	Generic  *generic // a class template that is mentioned with args
	Template bool     // the class template itself, as an argument of a template
	Args     []TemplateArg
	Dim      *Expr   // of arrays whose length is an expression; of decltype(…)
	Params   []*Type // of functions
	Member   string  // the type of that name in a class that a template's parameters decide
	Const    bool
	Volatile bool
}

// Class is the definition of a struct, class or union, which all mentions of it share.
type Class struct {
	Name     string
	Fields   []Field
	Methods  []*Function // constructors have the name of the class, destructors ~ before it
	Consts   map[string]*Decl
	Values   map[string]int64 // of the integers among consts
	Types    map[string]*Type
	From     *generic // the template it is an instance of
	Args     []TemplateArg
	Parent   *Class // what it derives from
	within   *Class // in which it is defined
	Union    bool
	Dynamic  bool   // has virtual functions
	Id       uint64 // of a dynamic class: what its objects hold
	Complete bool
	Header   bool // CUDA or its headers define it
	size     int
	align    int
}

// Field is a member of a struct.
type Field struct {
	Name   string
	Type   *Type
	Offset int
	Init   *Expr

	Ref      bool // a reference: the type is a pointer
	BitField bool
	Bits     int // of a bit-field; 0 begins a new unit
	Shift    int // its lowest bit in the unit at Offset
}

// Members are the members of a struct, in order.
func (t *Type) Members() []Field {
	if t.Class == nil {
		return nil
	}
	return t.Class.Fields
}

// Methods are those of one name.
func (t *Type) Methods(name string) (list []*Function) {
	if t.Class == nil {
		return nil
	}
	for _, f := range t.Class.Methods {
		if f.Name == name {
			list = append(list, f)
		}
	}
	return list
}

// Constructors are those of a class.
func (t *Type) Constructors() []*Function {
	if t.Kind != word.Struct {
		return nil
	}
	return t.Methods(t.Class.Base())
}

// Base is the class's name without the classes around it and template arguments.
func (c *Class) Base() string {
	name := c.Name
	if c.within != nil {
		name = strings.TrimPrefix(name, c.within.Name+"::")
	}
	name, _, _ = strings.Cut(name, "<")
	return name
}

// Destructor is nil where a struct needs none.
func (t *Type) Destructor() *Function {
	if t.Kind != word.Struct {
		return nil
	}
	for c := t.Class; c != nil; c = c.Parent {
		for _, f := range c.Methods {
			if f.Name == "~"+c.Base() {
				return f
			}
		}
	}
	return nil
}

// Basic are the types that are but a kind, by kind.
var Basic = func() (list [word.Pointer]*Type) {
	for k := range list {
		list[k] = &Type{Kind: word.Kind(k)}
	}
	return
}()

// PointerTo is the type of pointers to t.
func PointerTo(t *Type) *Type { return &Type{Kind: word.Pointer, Elem: t} }

// Size is the type's bytes.
func (t *Type) Size() int {
	switch t.Kind {
	case word.Array:
		n := t.Elem.Size()
		if n > 0 && t.N > maxObject/n {
			return maxObject + 1
		}
		return max(t.N, 0) * n
	case word.Struct:
		return t.Class.size
	}
	return t.Kind.Size()
}

// laidOut reports that a type is no instance of a class template that is still to be made.
func (t *Type) laidOut() bool {
	switch t.Kind {
	case word.Array:
		return t.Elem.laidOut()
	case word.Struct:
		return t.Class != nil
	}
	return true
}

// Alignment is the type's natural alignment in bytes.
func (t *Type) Alignment() int {
	switch t.Kind {
	case word.Array:
		return t.Elem.Alignment()
	case word.Struct:
		return max(t.Class.align, 1)
	}
	return t.Kind.Size()
}

// IsInt reports an integer; bool is one.
func (t *Type) IsInt() bool { return t.Kind >= word.Bool && t.Kind <= word.U64 }

// IsFloat reports a floating-point type, half ones among them.
func (t *Type) IsFloat() bool { return t.Kind >= word.F16 && t.Kind <= word.F64 }

// IsHalf reports a floating-point type of 16 bits.
func (t *Type) IsHalf() bool { return t.Kind == word.F16 || t.Kind == word.BF16 }

// IsNumber reports an integer or a floating-point type.
func (t *Type) IsNumber() bool { return t.IsInt() || t.IsFloat() }

// IsScalar reports a number or a pointer.
func (t *Type) IsScalar() bool { return t.IsNumber() || t.Kind == word.Pointer }

// InMemory reports a type whose values have an address instead of a word.
func (t *Type) InMemory() bool { return t.Kind == word.Array || t.Kind == word.Struct }

// String is the type as a programmer writes it.
func (t *Type) String() string {
	name := ""
	switch t.Kind {
	case word.Func:
		var list []string
		for _, p := range t.Params {
			list = append(list, p.String())
		}
		return t.Elem.String() + " (" + strings.Join(list, ", ") + ")"
	case word.Pointer:
		if f := t.Elem; f.Kind == word.Func {
			return strings.Replace(f.String(), " (", " (*)(", 1)
		}
		name = t.Elem.String()
		if t.Elem.Kind != word.Pointer {
			name += " "
		}
		name += "*"
	case word.Array:
		name = t.Elem.String() + " [" + strconv.Itoa(t.N) + "]"
		if t.N < 0 {
			name = t.Elem.String() + " []"
		}
	case word.Struct, word.Parameter:
		name = t.Name
		if t.Class != nil {
			name = t.Class.Name
		}
	default:
		name = t.Kind.String()
	}
	if t.Const && t.Kind != word.Pointer {
		return "const " + name
	}
	return name
}

// Same reports equal types, apart from const and volatile.
func Same(a, b *Type) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case word.Pointer:
		return Same(a.Elem, b.Elem)
	case word.Array:
		return a.N == b.N && Same(a.Elem, b.Elem)
	case word.Func:
		return Same(a.Elem, b.Elem) && slices.EqualFunc(a.Params, b.Params, Same)
	case word.Struct:
		return a.Class == b.Class && a.Generic == b.Generic
	case word.Parameter:
		return a.Name == b.Name
	}
	return true
}

// Plain is t without const and volatile.
func Plain(t *Type) *Type {
	if !t.Const && !t.Volatile {
		return t
	}
	u := *t
	u.Const, u.Volatile = false, false
	return &u
}

// Common is the type in which C computes on two arithmetic operands (C11 6.3.1.8).
func Common(a, b *Type) *Type {
	return Basic[max(a.Kind, b.Kind, word.I32)]
}

// Promoted is the type in which C computes on one operand.
func Promoted(t *Type) *Type { return Basic[max(t.Kind, word.I32)] }

// Field finds a member.
func (t *Type) Field(name string) *Field {
	if t.Class == nil {
		return nil
	}
	for i := range t.Class.Fields {
		if t.Class.Fields[i].Name == name {
			return &t.Class.Fields[i]
		}
	}
	return nil
}

// maxObject bounds the bytes of one variable.
const maxObject = 64 << 20

// Layout places the members of a struct; false says that it grows too large.
func (c *Class) Layout(align int) bool {
	at, size := 0, 0
	c.align, c.Complete = max(align, c.align, 1), true
	bit := 0 // the next one that is free, for bit-fields; 0 where at counts
	for i := range c.Fields {
		f := &c.Fields[i]
		a := max(f.Type.Alignment(), 1)
		if f.BitField && !c.Union {
			unit := 8 * a
			bit = max(bit, 8*at)
			if f.Bits == 0 || bit/unit != (bit+f.Bits-1)/unit {
				bit = (bit + unit - 1) / unit * unit
			}
			f.Offset, f.Shift = bit/unit*a, bit%unit
			bit += f.Bits
			c.align = max(c.align, a)
			at = (bit + 7) / 8
			size = max(size, at)
			continue
		}
		bit = 0
		at = (at + a - 1) / a * a
		f.Offset = at
		if c.align = max(c.align, a); align > 0 {
			c.align = max(align, a)
		}
		if f.Type.Size() > maxObject {
			return false
		}
		at += f.Type.Size()
		if size = max(size, at); size > maxObject {
			return false
		}
		if c.Union {
			at = 0
		}
	}
	c.size = max((size+c.align-1)/c.align*c.align, 1)
	return true
}

// VectorTypes are CUDA's built-in vector types, by name.
var VectorTypes = func() map[string]*Type {
	list := map[string]*Type{}
	add := func(name string, kind word.Kind, names string, align int) {
		c := &Class{Name: name, Header: true}
		for i := range names {
			c.Fields = append(c.Fields, Field{Name: names[i : i+1], Type: Basic[kind]})
		}
		c.Layout(align)
		list[name] = &Type{Kind: word.Struct, Name: name, Class: c}
	}
	bases := map[string]word.Kind{"float": word.F32, "double": word.F64, "int": word.I32, "uint": word.U32, "long": word.I64, "ulong": word.U64, "char": word.I8, "uchar": word.U8, "short": word.I16, "ushort": word.U16, "longlong": word.I64, "ulonglong": word.U64}
	for base, kind := range bases {
		for n := 1; n <= 4; n++ {
			align := kind.Size() * n
			if n == 3 {
				align = kind.Size()
			}
			add(base+strconv.Itoa(n), kind, "xyzw"[:n], min(align, 16))
		}
	}
	add("dim3", word.U32, "xyz", 4)
	add("__half2", word.F16, "xy", 4)
	add("__nv_bfloat162", word.BF16, "xy", 4)
	return list
}()

// CallableAs reports that functions of two types differ in what their pointers point to and in nothing else:
// one may be called through a pointer to the other.
func (t *Type) CallableAs(o *Type) bool {
	alike := func(a, b *Type) bool { return a.Kind == b.Kind && (a.Kind == word.Pointer || Same(a, b)) }
	return t.Kind == word.Func && o.Kind == word.Func && alike(t.Elem, o.Elem) && slices.EqualFunc(t.Params, o.Params, alike)
}

// PointsToFunction reports a pointer to functions.
func (t *Type) PointsToFunction() bool { return t.Kind == word.Pointer && t.Elem.Kind == word.Func }

// Collects reports a container, which a list in braces fills.
func (t *Type) Collects() bool { return len(t.Methods("push_back")) > 0 }
