package numpy

import (
	"strings"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// dtype is a numpy.dtype object; there is one for each element type.
type dtype struct {
	object.Head
	d    tensor.DType
	info *typeInfo
}

var dtypeClass = object.NewBuiltin("numpy.dtype")

// typeInfo is what NumPy knows of an element type.
type typeInfo struct {
	d     tensor.DType
	name  string
	kind  byte
	char  string
	class *object.Class // the scalar type
	base  *object.Class
	value object.Value // the dtype object
	size  int          // bytes of an element
	width int          // of text: characters
	unit  string       // of dates and spans
}

// The abstract scalar types.
var (
	genericClass  = object.NewBuiltin("numpy.generic")
	numberClass   = object.NewBuiltin("numpy.number")
	integerClass  = object.NewBuiltin("numpy.integer")
	signedClass   = object.NewBuiltin("numpy.signedinteger")
	unsignedClass = object.NewBuiltin("numpy.unsignedinteger")
	inexactClass  = object.NewBuiltin("numpy.inexact")
	floatingClass = object.NewBuiltin("numpy.floating")
	complexClass  = object.NewBuiltin("numpy.complexfloating")
)

// float64Class is the scalar type that is a float.
var float64Class = object.NewBuiltin("numpy.float64")

// types are the element types in order of promotion.
var types = []*typeInfo{
	{d: tensor.Bool, name: "bool", kind: 'b', char: "?", class: object.NewBuiltin("numpy.bool_"), base: genericClass},
	{d: tensor.Int8, name: "int8", kind: 'i', char: "b", class: object.NewBuiltin("numpy.int8"), base: signedClass},
	{d: tensor.Uint8, name: "uint8", kind: 'u', char: "B", class: object.NewBuiltin("numpy.uint8"), base: unsignedClass},
	{d: tensor.Int16, name: "int16", kind: 'i', char: "h", class: object.NewBuiltin("numpy.int16"), base: signedClass},
	{d: tensor.Int32, name: "int32", kind: 'i', char: "i", class: object.NewBuiltin("numpy.int32"), base: signedClass},
	{d: tensor.Int64, name: "int64", kind: 'i', char: "l", class: object.NewBuiltin("numpy.int64"), base: signedClass},
	{d: tensor.Float16, name: "float16", kind: 'f', char: "e", class: object.NewBuiltin("numpy.float16"), base: floatingClass},
	{d: tensor.Float32, name: "float32", kind: 'f', char: "f", class: object.NewBuiltin("numpy.float32"), base: floatingClass},
	{d: tensor.Float64, name: "float64", kind: 'f', char: "d", class: float64Class, base: floatingClass},
	{d: tensor.Complex64, name: "complex64", kind: 'c', char: "F", class: object.NewBuiltin("numpy.complex64"), base: complexClass},
	{d: tensor.Complex128, name: "complex128", kind: 'c', char: "D", class: object.NewBuiltin("numpy.complex128"), base: complexClass},
}

// Tables over types, filled by complete.
var (
	infoOf    = map[tensor.DType]*typeInfo{}
	infoNamed = map[string]*typeInfo{}
	infoClass = map[*object.Class]*typeInfo{}
)

// aliases are other names of element types.
var aliases = map[string]string{
	"int": "int64", "int_": "int64", "intp": "int64", "long": "int64", "longlong": "int64", "q": "int64", "p": "int64",
	"float": "float64", "float_": "float64", "double": "float64", "single": "float32", "half": "float16",
	"intc": "int32", "short": "int16", "byte": "int8", "ubyte": "uint8", "bool_": "bool", "bool8": "bool",
	"complex": "complex128", "complex_": "complex128", "cdouble": "complex128", "csingle": "complex64",
	"i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8", "b1": "bool",
	"f2": "float16", "f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128",
}

func initDTypes() {
	for _, i := range types {
		infoOf[i.d], infoNamed[i.name], infoNamed[i.char], infoClass[i.class] = i, i, i, i
		i.size = i.d.Size()
		i.value = object.Adopt(&dtype{d: i.d, info: i}, dtypeClass)
	}
	for alias, name := range aliases {
		infoNamed[alias] = infoNamed[name]
	}
	infoClass[object.IntClass], infoClass[object.FloatClass] = infoOf[tensor.Int64], infoOf[tensor.Float64]
	infoClass[object.BoolClass], infoClass[object.ComplexClass] = infoOf[tensor.Bool], infoOf[tensor.Complex128]
	for class, i := range map[*object.Class]tensor.DType{genericClass: tensor.Float64, numberClass: tensor.Float64, floatingClass: tensor.Float64,
		inexactClass: tensor.Float64, integerClass: tensor.Int64, signedClass: tensor.Int64, complexClass: tensor.Complex128} {
		infoClass[class] = infoOf[i]
	}
	dtypeClass.Define(object.Spec{
		Doc: "Create a data type object.", Signature: "dtype(dtype, align=False, copy=False)",
		Make: func(t *object.Thread, _ *object.Class, a []object.Value) (object.Value, error) {
			i, err := typeFrom(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			return i.value, nil
		},
		Slots: object.Slots{
			Repr: func(_ *object.Thread, v object.Value) (string, error) {
				return "dtype('" + infoIn(v).repr() + "')", nil
			},
			Str: func(_ *object.Thread, v object.Value) (string, error) { return infoIn(v).text(), nil },
			Hash: func(_ *object.Thread, v object.Value) (int64, error) {
				return int64(infoIn(v).d)*1000 + int64(infoIn(v).kind) + int64(infoIn(v).size)<<16, nil
			},
			Compare: func(t *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
				other, err := typeFrom(t, b)
				if op != object.Eq && op != object.Ne {
					return object.NotImplemented, nil
				}
				same := err == nil && !b.IsNone() && other == infoIn(a)
				return object.Bool(same == (op == object.Eq)), nil
			},
		},
		Props: []object.Prop{
			{Name: "name", Get: dtypeProp(func(i *typeInfo) object.Value { return object.NewStr(i.name) })},
			{Name: "kind", Get: dtypeProp(func(i *typeInfo) object.Value { return object.NewStr(string(i.kind)) })},
			{Name: "char", Get: dtypeProp(func(i *typeInfo) object.Value { return object.NewStr(i.char) })},
			{Name: "itemsize", Get: dtypeProp(func(i *typeInfo) object.Value { return object.Int(int64(i.size)) })},
			{Name: "alignment", Get: dtypeProp(func(i *typeInfo) object.Value { return object.Int(int64(i.size)) })},
			{Name: "type", Get: dtypeProp(func(i *typeInfo) object.Value { return object.Of(i.class) })},
			{Name: "str", Get: dtypeProp(func(i *typeInfo) object.Value { return object.NewStr(i.code()) })},
			{Name: "byteorder", Get: dtypeProp(func(i *typeInfo) object.Value { return object.NewStr("=") })},
			{Name: "names", Get: dtypeProp(func(i *typeInfo) object.Value { return object.None })},
			{Name: "shape", Get: dtypeProp(func(i *typeInfo) object.Value { return object.EmptyTuple })},
		},
	})
}

func infoIn(v object.Value) *typeInfo { return v.Object().(*dtype).info }

func dtypeProp(f func(*typeInfo) object.Value) func(*object.Thread, object.Value) (object.Value, error) {
	return func(_ *object.Thread, v object.Value) (object.Value, error) { return f(infoIn(v)), nil }
}

// dtypeFrom reads what a dtype argument may be, of the tensor library's types.
func dtypeFrom(t *object.Thread, v object.Value) (tensor.DType, error) {
	i, err := typeFrom(t, v)
	if err != nil {
		return 0, err
	}
	if i.isDomain() {
		return 0, typeError("dtype %s is not supported here", i.text())
	}
	return i.d, nil
}

// typeFrom reads what a dtype argument may be: a dtype, a scalar type, a name, None.
func typeFrom(t *object.Thread, v object.Value) (*typeInfo, error) {
	if v.IsNil() || v.IsNone() {
		return infoOf[tensor.Float64], nil
	}
	if name, ok := object.AsStr(v); ok {
		if i := typeNamed(strings.TrimLeft(name, "<|=")); i != nil {
			return i, nil
		}
		return nil, typeError("data type '%s' not understood", name)
	}
	switch o := v.Object().(type) {
	case *dtype:
		return o.info, nil
	case *object.Class:
		if i := infoClass[o]; i != nil {
			return i, nil
		}
		if i := domainClass(o); i != nil {
			return i, nil
		}
	}
	text, err := object.Repr(t, v)
	if err != nil {
		return nil, err
	}
	return nil, typeError("Cannot interpret '%s' as a data type", text)
}

// typeArg reads an optional dtype argument; nil is for none.
func typeArg(t *object.Thread, v object.Value) (*typeInfo, error) {
	if v.IsNil() || v.IsNone() {
		return nil, nil
	}
	return typeFrom(t, v)
}

// dtypeArg reads an optional dtype argument; NoDType is for none.
func dtypeArg(t *object.Thread, v object.Value) (tensor.DType, error) {
	if v.IsNil() || v.IsNone() {
		return tensor.NoDType, nil
	}
	return dtypeFrom(t, v)
}
