package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// This file reads sources with their types, and draws the sample.

// candidates are all mutants of the files of some packages, in the order of the sources.
func candidates(patterns []string) ([]*mutant, error) {
	files, err := expand(patterns)
	if err != nil {
		return nil, err
	}
	of := map[string][]string{} // by folder
	for _, f := range files {
		of[filepath.Dir(f)] = append(of[filepath.Dir(f)], f)
	}
	var all []*mutant
	for dir, files := range of {
		p, err := load(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if file := p.files[f]; file != nil { // others are for other systems
				all = append(all, p.mutants(f, file)...)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *mutant) int {
		if a.file != b.file {
			return strings.Compare(a.file, b.file)
		}
		return a.start - b.start
	})
	return all, nil
}

// sample draws mutants, each kind in its turn, so that a long table does not outweigh the rest.
func sample(all []*mutant, seed uint64, size int) []*mutant {
	rng := rand.New(rand.NewPCG(seed, 0))
	of := map[string][]*mutant{}
	var kinds []string
	for _, i := range rng.Perm(len(all)) {
		m := all[i]
		if of[m.kind] == nil {
			kinds = append(kinds, m.kind)
		}
		of[m.kind] = append(of[m.kind], m)
	}
	var drawn []*mutant
	for size = min(size, len(all)); len(drawn) < size; {
		for _, k := range kinds {
			if len(of[k]) > 0 && len(drawn) < size {
				drawn, of[k] = append(drawn, of[k][0]), of[k][1:]
			}
		}
	}
	return drawn
}

// program is a package with its types.
type program struct {
	fset    *token.FileSet
	files   map[string]*ast.File
	sources map[string][]byte
	info    types.Info
	pkg     *types.Package
}

// load reads the package in a folder, with the types of what it imports from what the go command has built.
func load(dir string) (*program, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,GoFiles,Export,DepOnly", "./"+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", dir, err)
	}
	exports, goFiles, path := map[string]string{}, []string(nil), ""
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l struct {
			ImportPath, Export string
			GoFiles            []string
			DepOnly            bool
		}
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if exports[l.ImportPath] = l.Export; !l.DepOnly {
			goFiles, path = l.GoFiles, l.ImportPath
		}
	}
	p := &program{fset: token.NewFileSet(), files: map[string]*ast.File{}, sources: map[string][]byte{},
		info: types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}}
	var parsed []*ast.File
	for _, name := range goFiles {
		name = filepath.Join(dir, name)
		if p.sources[name], err = os.ReadFile(name); err != nil {
			return nil, err
		}
		if p.files[name], err = parser.ParseFile(p.fset, name, p.sources[name], parser.SkipObjectResolution); err != nil {
			return nil, err
		}
		parsed = append(parsed, p.files[name])
	}
	imports := importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	p.pkg, err = (&types.Config{Importer: imports}).Check(path, p.fset, parsed, &p.info)
	return p, err
}
