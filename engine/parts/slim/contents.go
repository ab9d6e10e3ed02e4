package main

import (
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unsafe"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansitalic"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/text/unicode/runenames"

	"gputour/engine/parts"
)

// contents are the data of each part as they lie in a program's memory.
func contents() (map[parts.Part][][]byte, error) {
	all := map[parts.Part][][]byte{
		parts.Fonts: {liberationsansregular.TTF, liberationsansbold.TTF, liberationsansitalic.TTF},
		parts.Names: {names()},
	}
	goroot, err := answer("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	zones, err := os.ReadFile(filepath.Join(goroot, "lib", "time", "zoneinfo.zip"))
	if err != nil {
		return nil, err
	}
	all[parts.Zones] = [][]byte{zones}
	if all[parts.Codecs], err = codecs(); err != nil {
		return nil, err
	}
	all[parts.Modules], err = modules()
	return all, err
}

func answer(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// names is the one text that all names of characters are parts of.
func names() []byte {
	var low, high uintptr
	var start *byte
	for r := rune(0); r <= unicode.MaxRune; r++ {
		name := runenames.Name(r)
		if len(name) == 0 || name[0] == '<' { // those lie elsewhere
			continue
		}
		p := unsafe.StringData(name)
		at := uintptr(unsafe.Pointer(p))
		if start == nil || at < low {
			low, start = at, p
		}
		high = max(high, at+uintptr(len(name)))
	}
	return unsafe.Slice(start, high-low)
}

// smallest is the size, in bytes, from which data are worth taking out, and surely lie in
// a program once.
const smallest = 2000

// modules are the sources of rarely imported modules of Python.
func modules() ([][]byte, error) {
	engine, err := answer("go", "list", "-f", "{{.Dir}}", "gputour/engine")
	if err != nil {
		engine, err = answer("go", "list", "-m", "-f", "{{.Dir}}/engine", "gputour")
	}
	if err != nil {
		return nil, err
	}
	folders, err := filepath.Glob(filepath.Join(engine, "pylib", "*", "python"))
	if err != nil {
		return nil, err
	}
	var list [][]byte
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			name, ok := strings.CutSuffix(path, ".py")
			if err != nil || !ok {
				return err
			}
			name, _ = filepath.Rel(folder, name)
			name = strings.TrimSuffix(strings.ReplaceAll(name, string(filepath.Separator), "."), ".__init__")
			if !parts.Rare(name) {
				return nil
			}
			text, err := os.ReadFile(path)
			if len(text) >= smallest {
				list = append(list, text)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// codecs are the tables of East Asian encodings, which no package exports.
func codecs() ([][]byte, error) {
	module, err := answer("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/text")
	if err != nil {
		return nil, err
	}
	var list [][]byte
	for _, language := range []string{"japanese", "korean", "simplifiedchinese", "traditionalchinese"} {
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, filepath.Join(module, "encoding", language, "tables.go"), nil, 0)
		if err != nil {
			return nil, err
		}
		checked := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		if _, err := new(types.Config).Check(language, positions, []*ast.File{file}, checked); err != nil {
			return nil, err
		}
		for _, declaration := range file.Decls {
			d, ok := declaration.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				for _, value := range spec.(*ast.ValueSpec).Values {
					if data := table(value, checked); len(data) >= smallest {
						list = append(list, data)
					}
				}
			}
		}
	}
	return list, nil
}

// table is an array of whole numbers, of 16 or 32 bits, as it lies in memory; nil for any
// other expression.
func table(value ast.Expr, checked *types.Info) []byte {
	literal, ok := value.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	array, ok := literal.Type.(*ast.ArrayType)
	if !ok {
		return nil
	}
	element, _ := array.Elt.(*ast.Ident)
	size := 0
	if element != nil {
		size = map[string]int{"uint16": 2, "uint32": 4}[element.Name]
	}
	if size == 0 {
		return nil
	}
	whole := func(e ast.Expr) int {
		n, _ := constant.Int64Val(checked.Types[e].Value)
		return int(n)
	}
	var data []byte
	at := 0
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			at, e = whole(pair.Key), pair.Value
		}
		data = slices.Grow(data, max(0, (at+1)*size-len(data)))
		data = data[:max(len(data), (at+1)*size)]
		if size == 2 {
			binary.LittleEndian.PutUint16(data[at*2:], uint16(whole(e)))
		} else {
			binary.LittleEndian.PutUint32(data[at*4:], uint32(whole(e)))
		}
		at++
	}
	return data
}
