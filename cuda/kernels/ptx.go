package kernels

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"sort"
	"strings"
	"sync"
)

// item is one definition or declaration of a PTX file: an entry, a function, a table.
type item struct {
	name  string
	text  string
	entry bool
}

// file is a PTX file taken apart.
type file struct {
	header string
	items  []item
}

// unpacked reads an embedded file; one that is damaged is a mistake in the build.
func unpacked(name string) string {
	packed, err := ptxFiles.ReadFile(name)
	if err != nil {
		panic(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// library has the file of each kernel. Files are taken apart when a kernel is first asked for.
var library = sync.OnceValue(func() map[string]*file {
	kernels := map[string]*file{}
	names, err := fs.Glob(ptxFiles, "ptx/*.ptx.gz")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		f := parse(unpacked(name))
		for _, it := range f.items {
			if it.entry {
				kernels[it.name] = f
			}
		}
	}
	return kernels
})

// has reports a kernel of that name.
func has(name string) bool { return library()[name] != nil }

// Modules lists the kernels, each of which is a module of its own.
func Modules() []string {
	var names []string
	for name := range library() {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Module is the PTX text of a module that holds one kernel, with the functions and tables it
// uses and nothing else: a driver compiles it in milliseconds, where a whole family would
// take seconds. It is nil where there is no such kernel.
func Module(name string) []byte {
	f := library()[name]
	if f == nil {
		return nil
	}
	wanted := f.closure(name)
	var text bytes.Buffer
	text.WriteString(f.header)
	for _, it := range f.items {
		if wanted[it.name] {
			text.WriteString(it.text)
		}
	}
	return text.Bytes()
}

// closure is the kernel and everything it refers to, directly or not.
func (f *file) closure(kernel string) map[string]bool {
	wanted := map[string]bool{}
	pending := []string{kernel}
	for len(pending) > 0 {
		name := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if wanted[name] {
			continue
		}
		wanted[name] = true
		for _, it := range f.items {
			if it.name == name {
				pending = append(pending, f.references(it.text)...)
			}
		}
	}
	return wanted
}

// references lists the names in a text that the file defines, entries aside.
func (f *file) references(text string) []string {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !isName(byte(r)) }) {
		words[w] = true
	}
	var names []string
	for _, it := range f.items {
		if !it.entry && words[it.name] {
			names = append(names, it.name)
		}
	}
	return names
}

// parse takes a PTX file apart. build.sh has removed comments and indentation: a line that
// begins with a dot outside braces begins an item, unless it is a parameter.
func parse(text string) *file {
	f := new(file)
	var item strings.Builder
	depth := 0
	for line := range strings.Lines(text) {
		if item.Len() == 0 && (strings.HasPrefix(line, ".version") || strings.HasPrefix(line, ".target") || strings.HasPrefix(line, ".address_size")) {
			f.header += line
			continue
		}
		item.WriteString(line)
		depth += strings.Count(line, "{") - strings.Count(line, "}")
		end := strings.TrimRight(line, "\n")
		if depth == 0 && (strings.HasSuffix(end, ";") || strings.HasSuffix(end, "}")) {
			f.items = append(f.items, newItem(item.String()))
			item.Reset()
		}
	}
	return f
}

func newItem(text string) item {
	head, _, _ := strings.Cut(text, "\n")
	it := item{text: text, entry: strings.Contains(head, ".entry")}
	switch {
	case it.entry:
		it.name = nameBefore(head, strings.LastIndexByte(head, '('))
	case strings.Contains(head, ".func"):
		it.name = nameBefore(head, len(strings.TrimRight(head, "( ")))
	default: // a variable: its name stands before its size, its value or the end
		it.name = nameBefore(head, strings.IndexAny(head+"[", "[=;"))
	}
	return it
}

// nameBefore is the name that ends at a position, blanks aside.
func nameBefore(s string, end int) string {
	if end < 0 {
		end = len(s)
	}
	s = strings.TrimRight(s[:end], " ")
	i := len(s)
	for i > 0 && isName(s[i-1]) {
		i--
	}
	return s[i:]
}

func isName(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
