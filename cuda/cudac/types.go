// This file defines the types of CUDA C++ and C's rules of conversion.

package cudac

import "strconv"

// Kind is a sort of type.
type Kind uint8

// The kinds, arithmetic ones in the order of C's conversion rank.
const (
	Void Kind = iota
	Bool
	I8
	U8
	I16
	U16
	I32
	U32
	I64
	U64
	F32
	F64
	Pointer
	Array
	Struct
	paramType // a template's type parameter, until it is known
	autoType  // what the initializer has
)

// Type is a type of the language. Types are compared with same.
type Type struct {
	Kind     Kind
	Elem     *Type // of pointers and arrays
	N        int   // of arrays; -1 where the launch decides
	Name     string
	Fields   []Field
	Methods  []*function
	origin   *Type // the declaration that a mention of a struct copies
	dim      *expr // of arrays whose length is an expression
	Const    bool
	Volatile bool
	size     int
	align    int
}

// Field is a member of a struct.
type Field struct {
	Name   string
	Type   *Type
	Offset int
}

var kindNames = [...]string{"void", "bool", "char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long", "unsigned long long", "float", "double", "pointer", "array", "struct", "type parameter", "auto"}
var kindSizes = [...]int{1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 8, 0, 0, 0, 0}

var basic = func() (list [Pointer]*Type) {
	for k := range list {
		list[k] = &Type{Kind: Kind(k)}
	}
	return
}()

func pointerTo(t *Type) *Type { return &Type{Kind: Pointer, Elem: t} }

// Size is the type's bytes.
func (t *Type) Size() int {
	switch t.Kind {
	case Array:
		return max(t.N, 0) * t.Elem.Size()
	case Struct:
		return t.size
	}
	return kindSizes[t.Kind]
}

// alignment is the type's natural alignment in bytes.
func (t *Type) alignment() int {
	switch t.Kind {
	case Array:
		return t.Elem.alignment()
	case Struct:
		return max(t.align, 1)
	}
	return kindSizes[t.Kind]
}

func (t *Type) isInt() bool    { return t.Kind >= Bool && t.Kind <= U64 }
func (t *Type) isFloat() bool  { return t.Kind == F32 || t.Kind == F64 }
func (t *Type) isNumber() bool { return t.isInt() || t.isFloat() }
func (t *Type) isScalar() bool { return t.isNumber() || t.Kind == Pointer }
func (t *Type) inMemory() bool { return t.Kind == Array || t.Kind == Struct }

func (k Kind) unsigned() bool {
	return k == Bool || k == U8 || k == U16 || k == U32 || k == U64 || k == Pointer
}

// String is the type as a programmer writes it.
func (t *Type) String() string {
	name := ""
	switch t.Kind {
	case Pointer:
		name = t.Elem.String()
		if t.Elem.Kind != Pointer {
			name += " "
		}
		name += "*"
	case Array:
		name = t.Elem.String() + " [" + strconv.Itoa(t.N) + "]"
		if t.N < 0 {
			name = t.Elem.String() + " []"
		}
	case Struct, paramType:
		name = t.Name
	default:
		name = kindNames[t.Kind]
	}
	if t.Const && t.Kind != Pointer {
		return "const " + name
	}
	return name
}

// same reports equal types, apart from const and volatile.
func same(a, b *Type) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Pointer:
		return same(a.Elem, b.Elem)
	case Array:
		return a.N == b.N && same(a.Elem, b.Elem)
	case Struct:
		return a.Name == b.Name
	}
	return true
}

// plain is t without const and volatile.
func plain(t *Type) *Type {
	if !t.Const && !t.Volatile {
		return t
	}
	u := *t
	u.Const, u.Volatile = false, false
	return &u
}

// common is the type in which C computes on two arithmetic operands (C11 6.3.1.8).
func common(a, b *Type) *Type {
	k := max(a.Kind, b.Kind)
	return basic[max(k, I32)]
}

func promoted(t *Type) *Type { return basic[max(t.Kind, I32)] }

// field finds a member.
func (t *Type) field(name string) *Field {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i]
		}
	}
	return nil
}

// layout places the members of a struct.
func (t *Type) layout(align int) {
	at := 0
	t.align = max(align, 1)
	for i := range t.Fields {
		f := &t.Fields[i]
		a := f.Type.alignment()
		at = (at + a - 1) / a * a
		f.Offset = at
		at += f.Type.Size()
		if align == 0 {
			t.align = max(t.align, a)
		}
	}
	t.size = max((at+t.align-1)/t.align*t.align, 1)
}

// vectors are CUDA's built-in vector types: component kind and names.
var vectorTypes = func() map[string]*Type {
	list := map[string]*Type{}
	bases := map[string]Kind{"float": F32, "double": F64, "int": I32, "uint": U32, "char": I8, "uchar": U8, "short": I16, "ushort": U16, "longlong": I64, "ulonglong": U64}
	for base, kind := range bases {
		for n := 1; n <= 4; n++ {
			t := &Type{Kind: Struct, Name: base + strconv.Itoa(n)}
			for i := range n {
				t.Fields = append(t.Fields, Field{Name: "xyzw"[i : i+1], Type: basic[kind]})
			}
			align := kindSizes[kind] * n
			if n == 3 {
				align = kindSizes[kind]
			}
			t.layout(min(align, 16))
			list[t.Name] = t
		}
	}
	d := &Type{Kind: Struct, Name: "dim3"}
	for i := range 3 {
		d.Fields = append(d.Fields, Field{Name: "xyz"[i : i+1], Type: basic[U32]})
	}
	d.layout(4)
	list["dim3"] = d
	return list
}()
