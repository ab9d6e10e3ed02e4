// Package cli reads command lines. Their grammar is a struct whose fields are commands, flags and arguments, and whose tags say
// how they are called and what they do; the same grammar gives the help and the page of the manual.
//
// Tags: help, name, placeholder, default, env, enum (one of these, with commas), arg (no flag but a word), optional, hidden,
// negatable for a bool that --no-NAME makes false, and cmd for a struct that is a command, of which one may be the default. Embedded structs lend their fields.
package cli

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// Command is a command, or the program, which is the command that has no parent.
type Command struct {
	Name, Help string
	Parent     *Command
	Commands   []*Command
	Flags      []*Value
	Arguments  []*Value
	Default    *Command // what is meant when no command is named
	Target     any      // the struct, by pointer
}

// Program returns the grammar of a program whose struct grammar points to. It panics when a field is of a type that no word stands for.
func Program(name, help string, grammar any) *Command {
	c := command(name, help, nil, reflect.ValueOf(grammar).Elem())
	c.Flags = append([]*Value{{Name: helpFlag, Short: "h", Help: "Show context-sensitive help.", target: reflect.ValueOf(new(bool)).Elem()}}, c.Flags...)
	return c
}

func command(name, help string, parent *Command, fields reflect.Value) *Command {
	c := &Command{Name: name, Help: help, Parent: parent, Target: fields.Addr().Interface()}
	c.read(fields)
	return c
}

// read takes in the fields of a struct.
func (c *Command) read(fields reflect.Value) {
	for i := range fields.NumField() {
		field, target := fields.Type().Field(i), fields.Field(i)
		tag := field.Tag
		_, isCommand := tag.Lookup("cmd")
		switch {
		case field.Anonymous:
			c.read(target)
		case isCommand:
			sub := command(nameOf(field), tag.Get("help"), c, target)
			c.Commands = append(c.Commands, sub)
			if tag.Get("default") != "" {
				c.Default = sub
			}
		case tag != "":
			c.value(field, target)
		}
	}
}

func (c *Command) value(field reflect.StructField, target reflect.Value) {
	v := newValue(field, target)
	if _, ok := field.Tag.Lookup("arg"); ok {
		c.Arguments = append(c.Arguments, v)
	} else {
		c.Flags = append(c.Flags, v)
	}
}

// nameOf is the name that a field's tag gives, or the field's own: PerWorker is per-worker.
func nameOf(field reflect.StructField) string {
	if name := field.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, r := range field.Name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Path is the command as it is typed, without the program.
func (c *Command) Path() string {
	if c.Parent == nil || c.Parent.Parent == nil {
		return c.Name
	}
	return c.Parent.Path() + " " + c.Name
}

// Find is the command of a name below this one, or nil.
func (c *Command) Find(name string) *Command {
	for _, sub := range c.Commands {
		if sub.Name == name {
			return sub
		}
	}
	return nil
}

// All are the flags that a command takes: the program's, and so on down to its own.
func (c *Command) All() []*Value {
	if c.Parent == nil {
		return c.Flags
	}
	return slices.Concat(c.Parent.All(), c.Flags)
}
