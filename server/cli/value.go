package cli

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Value is a flag or an argument.
type Value struct {
	Name, Short, Help, Placeholder string
	Default, Env                   string
	Enum                           []string // nil is anything
	Optional, Hidden, Negatable    bool
	target                         reflect.Value
}

func newValue(field reflect.StructField, target reflect.Value) *Value {
	tag := field.Tag
	v := &Value{Name: nameOf(field), Placeholder: tag.Get("placeholder"), Default: tag.Get("default"), Env: tag.Get("env"), target: target}
	v.Help = strings.ReplaceAll(tag.Get("help"), "${default}", v.Default)
	for name, is := range map[string]*bool{"optional": &v.Optional, "hidden": &v.Hidden, "negatable": &v.Negatable} {
		_, *is = tag.Lookup(name)
	}
	if enum, ok := tag.Lookup("enum"); ok {
		v.Enum = strings.Split(enum, ",")
	}
	if v.Default != "" {
		if err := v.set(v.Default); err != nil {
			panic(err) // the grammar's own fault
		}
	}
	return v
}

// IsBool reports whether a flag stands alone, without a value.
func (v *Value) IsBool() bool { return v.target.Kind() == reflect.Bool }

// many reports whether an argument is all words that are left.
func (v *Value) many() bool { return v.target.Kind() == reflect.Slice }

// set reads a value from a word.
func (v *Value) set(word string) error {
	if v.Enum != nil && !slices.Contains(v.Enum, word) {
		return fmt.Errorf("must be one of %s but got %q", quoted(v.Enum), word)
	}
	if own, ok := v.target.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return own.UnmarshalText([]byte(word))
	}
	return assign(v.target, word)
}

// assign reads a word as what the type of a field asks for.
func assign(target reflect.Value, word string) error {
	switch field := target.Addr().Interface().(type) {
	case *string:
		*field = word
		return nil
	case *bool:
		return read(field, word, "true or false", strconv.ParseBool)
	case *int:
		return read(field, word, "a whole number", strconv.Atoi)
	case *time.Duration:
		return read(field, word, "a time such as 90s or 2h", time.ParseDuration)
	case *[]string: // once for each, or several with commas
		*field = append(*field, strings.Split(word, ",")...)
		return nil
	case *map[string]string:
		return entry(field, word)
	}
	panic(fmt.Sprintf("cli: no word stands for a %s", target.Type()))
}

func read[T any](field *T, word, what string, parse func(string) (T, error)) error {
	value, err := parse(word)
	if err != nil {
		return fmt.Errorf("expected %s but got %q", what, word)
	}
	*field = value
	return nil
}

func entry(field *map[string]string, word string) error {
	key, value, ok := strings.Cut(word, "=")
	if !ok {
		return fmt.Errorf("expected <key>=<value> but got %q", word)
	}
	if *field == nil {
		*field = map[string]string{}
	}
	(*field)[key] = value
	return nil
}

func quoted(words []string) string {
	var b strings.Builder
	for _, word := range words {
		if word == "" { // what is meant when nothing is said
			continue
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(word))
	}
	return b.String()
}
