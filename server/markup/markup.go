// Package markup writes HTML from templates in the language of Go's templates, each value escaped for the place where it
// stands. What a template calls on a value it gets from a table of functions, and not by asking for a method by its name:
// a program that asks so keeps every method of every type (server/RATIONALE.md). What html/template refuses or guesses is
// refused when a template is read: a value in a tag, in an attribute without quotes, in a script's text.
package markup

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"text/template/parse"
)

// HTML, CSS and JSON are texts that stand as they are where such a text may stand: HTML between tags, CSS in a style element,
// JSON in a script element. Whoever makes one answers for it.
type (
	HTML string
	CSS  string
	JSON string
)

// Funcs are the functions of templates, by name.
type Funcs map[string]any

// Methods are what templates may call on values, by name: functions whose first parameter is the value.
type Methods map[string][]any

// Set is templates that may use each other.
type Set struct {
	funcs    map[string]reflect.Value
	methods  map[method]reflect.Value
	trees    map[string]*parse.Tree
	escapers map[*parse.ActionNode]escaper
}

type method struct {
	receiver reflect.Type
	name     string
}

// New returns a set without templates.
func New(funcs Funcs, methods ...Methods) *Set {
	s := &Set{funcs: maps.Clone(builtins), methods: map[method]reflect.Value{}, trees: map[string]*parse.Tree{}, escapers: map[*parse.ActionNode]escaper{}}
	for name, f := range funcs {
		s.funcs[name] = reflect.ValueOf(f)
	}
	for _, m := range methods {
		s.offer(m)
	}
	return s
}

func (s *Set) offer(methods Methods) {
	for name, list := range methods {
		for _, f := range list {
			call := reflect.ValueOf(f)
			s.methods[method{call.Type().In(0), name}] = call
		}
	}
}

// Parse reads templates: the source, under a name, and those that it defines.
func (s *Set) Parse(name, source string) error {
	known := map[string]any{}
	for f := range s.funcs {
		known[f] = f // any value says that there is one
	}
	trees, err := parse.Parse(name, source, "", "", known)
	if err != nil {
		return err
	}
	for name, tree := range trees {
		if err := s.place(tree); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.trees[name] = tree
	}
	return nil
}

// Must reads the files of a pattern, each under its name. It panics when one is broken, which a test of whoever has them excludes.
func (s *Set) Must(files fs.FS, pattern string) *Set {
	names, err := fs.Glob(files, pattern)
	for _, name := range names {
		var source []byte
		if source, err = fs.ReadFile(files, name); err == nil {
			err = s.Parse(path.Base(name), string(source))
		}
		if err != nil {
			break
		}
	}
	if err != nil {
		panic(err)
	}
	return s
}

// Lookup is the template of a name.
func (s *Set) Lookup(name string) *Template { return &Template{s, name} }

// Template is one of a set.
type Template struct {
	set  *Set
	name string
}

// Execute writes the template for a value.
func (t *Template) Execute(w io.Writer, data any) error { return t.set.Execute(w, t.name, data) }

// Execute writes the template of a name for a value.
func (s *Set) Execute(w io.Writer, name string, data any) (err error) {
	tree := s.trees[name]
	if tree == nil {
		return fmt.Errorf("there is no template %s", name)
	}
	defer func() {
		r := recover()
		if failed, ok := r.(fault); ok {
			err = fmt.Errorf("%s: %w", name, failed.error)
		} else if r != nil {
			panic(r)
		}
	}()
	root := reflect.ValueOf(data)
	e := &execution{set: s, w: w, variables: []variable{{"$", root}}}
	e.list(tree.Root, root)
	return nil
}
