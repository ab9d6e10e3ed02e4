package prose

import (
	"embed"
	"io/fs"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// This file knows the languages that code is coloured in.
//
// Their definitions are chroma's own, copied for those that a course about GPUs shows: its
// package with all 279 reads every one of them when a program starts, which a worker of a
// student does too, and takes 6 ms and 3 MB for what is needed only by whoever serves pages.

//go:embed lexers
var definitions embed.FS

// languages is made when code is first coloured.
var languages = sync.OnceValue(func() *chroma.LexerRegistry {
	registry := chroma.NewLexerRegistry()
	paths, err := fs.Glob(definitions, "lexers/*.xml")
	if err != nil {
		panic(err) // the pattern is good
	}
	for _, path := range paths {
		registry.Register(chroma.MustNewXMLLexer(definitions, path))
	}
	return registry
})
