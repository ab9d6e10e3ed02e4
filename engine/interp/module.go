package interp

import (
	"io/fs"
	"path"
	"strings"
	"sync"

	"gputour/engine/bytecode"
	"gputour/engine/compile"
	"gputour/engine/object"
	"gputour/engine/parts"
)

// This file holds the modules that import can find besides a session's own files.

// Module is something that import can find: written in Go (Init) or in Python (Source).
type Module struct {
	Name string // dotted
	// Init makes the module when it is first imported in a session.
	Init func(t *object.Thread) (*object.Module, error)
	// Source is the Python text of a module that PythonModules has not listed.
	Source string
	// Package tells that other modules lie below it.
	Package bool
	// Absent says that Init only explains why the module is not offered: a file of
	// the session with its name comes first.
	Absent bool

	program *sharedProgram
}

// PythonModules are the modules whose sources lie under folder: a/b.py is module a.b,
// a/__init__.py is package a. The sources are embedded, so that one that cannot be read
// is a fault of the build.
func PythonModules(sources fs.FS, folder string) []Module {
	var list []Module
	err := fs.WalkDir(sources, folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".py" {
			return err
		}
		name, isPackage := strings.CutSuffix(strings.TrimSuffix(strings.TrimPrefix(file, folder+"/"), ".py"), "/__init__")
		list = append(list, Module{Name: strings.ReplaceAll(name, "/", "."), Package: isPackage, program: &sharedProgram{sources: sources, file: file}})
		return nil
	})
	if err != nil {
		panic(err)
	}
	return list
}

// Offer adds modules that import can find. Sessions share them, so that they must not
// change any more.
func Offer(s *object.Session, modules ...Module) {
	st := stateOf(s)
	for i := range modules {
		st.offer(&modules[i])
	}
}

// sharedProgram is the compiled source of a module, shared by the sessions that
// install it. An embedded one is read when it is first imported: a program imports few.
type sharedProgram struct {
	sources fs.FS  // of an embedded module, whose strings may stay for good; else nil
	file    string // in sources

	once    sync.Once
	program *compile.Program
	err     error

	doc func(module, qualName string) string // see Documented
}

// Documented lets a table say what the functions of modules do that have no docstring of their own: doc gets
// the names of the module and the function. It costs a session nothing, since the compiled code is shared.
func Documented(modules []Module, doc func(module, qualName string) string) []Module {
	for i := range modules {
		modules[i].program.doc = doc
	}
	return modules
}

// describe gives functions below a block their docstrings.
func describe(code *bytecode.Code, module string, doc func(module, qualName string) string) {
	for _, c := range code.Children {
		if !c.HasDoc && c.Flags&bytecode.Optimized != 0 {
			c.Doc = doc(module, c.QualName)
			c.HasDoc = c.Doc != ""
		}
		if c.Flags&bytecode.Optimized == 0 {
			describe(c, module, doc) // a class
		}
	}
}

// Text is the Python text of a module, "" of one in Go.
func (m *Module) Text() string {
	if m.program == nil || m.program.sources == nil {
		return m.Source
	}
	text, err := fs.ReadFile(m.program.sources, m.program.file)
	if err != nil {
		panic(err) // PythonModules has seen it
	}
	return string(text)
}

// offer lets import find m. A module with a source that PythonModules has not listed
// is compiled for this session.
func (s *state) offer(m *Module) {
	if m.Init == nil && m.program == nil {
		own := *m
		own.program = &sharedProgram{}
		m = &own
	}
	s.modules[m.Name] = m
}

func (m *Module) compiled() (*compile.Program, error) {
	p := m.program
	if p.sources != nil && parts.Rare(m.Name) {
		if err := parts.Need(parts.Modules); err != nil {
			return nil, object.Raise(object.ImportError, "%v", err)
		}
	}
	p.once.Do(func() {
		if p.program, p.err = Compile(Source{Name: m.file(), Text: m.Text(), Script: true}); p.err == nil && p.sources != nil {
			if p.doc != nil {
				describe(p.program.Code, m.Name, p.doc)
			}
			share(p.program.Code)
		}
	})
	return p.program, p.err
}

// file is the name that tracebacks give to the module's source.
func (m *Module) file() string {
	name := "/usr/lib/gputour/" + strings.ReplaceAll(m.Name, ".", "/")
	if m.Package {
		return name + "/__init__.py"
	}
	return name + ".py"
}

func (s *state) moduleOfFile(file string) *Module {
	for _, m := range s.modules {
		if m.Init == nil && m.file() == file {
			return m
		}
	}
	return nil
}
