package markup

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
)

// builtins are the functions that all templates have, those of text/template under their names there. Those that stop early,
// and and or, are here for the parser.
var builtins = map[string]reflect.Value{
	"and":   {},
	"or":    {},
	"not":   reflect.ValueOf(func(v reflect.Value) bool { return !truth(v) }),
	"eq":    reflect.ValueOf(equal),
	"ne":    reflect.ValueOf(func(a, b reflect.Value) bool { return !equal(a, b) }),
	"lt":    reflect.ValueOf(func(a, b reflect.Value) bool { return compare(a, b) < 0 }),
	"le":    reflect.ValueOf(func(a, b reflect.Value) bool { return compare(a, b) <= 0 }),
	"gt":    reflect.ValueOf(func(a, b reflect.Value) bool { return compare(a, b) > 0 }),
	"ge":    reflect.ValueOf(func(a, b reflect.Value) bool { return compare(a, b) >= 0 }),
	"len":   reflect.ValueOf(length),
	"index": reflect.ValueOf(index),
	"print": reflect.ValueOf(fmt.Sprint),
}

// truth reports whether a value counts as true: not when it is zero or empty. A struct always does.
func truth(value reflect.Value) bool {
	if value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	switch value.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Struct:
		return true
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return value.Len() > 0
	}
	return !value.IsZero()
}

// equal reports whether the first value is one of the others.
func equal(a reflect.Value, others ...reflect.Value) bool {
	return slices.ContainsFunc(others, func(b reflect.Value) bool { return compare(a, b) == 0 })
}

// compare orders two texts, two numbers or two truths.
func compare(a, b reflect.Value) int {
	a, b = inner(a), inner(b)
	switch {
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case a.IsValid() && b.IsValid() && a.CanInt() && b.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.IsValid() && b.IsValid() && a.CanFloat() && b.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.Bool && a.Kind() == b.Kind() && a.Bool() == b.Bool():
		return 0
	case a.Kind() == reflect.Bool && a.Kind() == b.Kind():
		return 1
	}
	fail("%s and %s cannot be compared", a, b)
	return 0
}

func length(value reflect.Value) int {
	value = inner(value)
	switch value.Kind() {
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return value.Len()
	}
	fail("%s has no length", value)
	return 0
}

// index is an element of a list, or of a map.
func index(value, at reflect.Value) reflect.Value {
	value, at = inner(value), inner(at)
	switch value.Kind() {
	case reflect.Map:
		if found := value.MapIndex(fit(at, value.Type().Key(), "index")); found.IsValid() {
			return found
		}
		return reflect.Zero(value.Type().Elem())
	case reflect.Slice, reflect.Array, reflect.String:
		if at.CanInt() && at.Int() >= 0 && at.Int() < int64(value.Len()) {
			return value.Index(int(at.Int()))
		}
	}
	fail("%s has no element %s", value, at)
	return value
}

// print is a value as text; nothing is the empty one.
func print(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// sorted are the keys of a map in their order.
func sorted(keys []reflect.Value) []reflect.Value {
	slices.SortFunc(keys, compare)
	return keys
}
