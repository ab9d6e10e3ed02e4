// Package web holds the page's built files and serves them: scripts, styles, fonts
// and the WebAssembly client, under names that carry their content's fingerprint.
//
// build.mjs writes them into dist, which is not in version control; in a clean
// clone the package compiles with an empty dist and Built reports false.
package web

import (
	"embed"
	"encoding/json"
	"io/fs"
)

//go:embed all:dist
var embedded embed.FS

// Files is the built page: manifest.json and what it names. ReadFile of it also gives the twins, name.br and name.gz.
func Files() fs.FS { return files }

var files = func() *packed {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil { // dist is always embedded
		panic(err)
	}
	return &packed{FS: dist}
}()

// Manifest maps a file's plain name ("style.css") to its fingerprinted one.
type Manifest map[string]string

// Load reads the manifest of the built page. It is empty when the page has not been built.
func Load() Manifest {
	data, err := fs.ReadFile(Files(), "manifest.json")
	if err != nil {
		return Manifest{}
	}
	m := Manifest{}
	if err := json.Unmarshal(data, &m); err != nil {
		return Manifest{}
	}
	return m
}

// Built reports whether the page's files have been built into this program.
func Built() bool { return len(Load()) > 0 }

// Path is the address of the file with the given plain name, under Prefix.
// A name that is not in the manifest keeps itself and answers 404.
func (m Manifest) Path(name string) string {
	if printed, ok := m[name]; ok {
		return Prefix + printed
	}
	return Prefix + name
}
