// Package parts brings the engine what it seldom needs.
//
// Fonts, time zones and tables of characters are part of the program like any data. In a
// browser's tab they would have to be loaded before the first cell runs, so there command
// slim, after the program was linked, takes them out of it into files of their own: whoever
// uses such data first calls Need, which fetches the file and puts the data where the program
// has its place for them. Elsewhere Need does nothing.
//
//	if err := parts.Need(parts.Fonts); err != nil {
//		return err
//	}
//	f, err := opentype.Parse(liberationsansregular.TTF)
//
// The package imports no other of the project.
package parts

// Part is a name of data that the program may have to fetch. Its file is NAME.part.
type Part string

const (
	Fonts   Part = "fonts"   // that figures are drawn with
	Zones   Part = "zones"   // the time zones of the world
	Codecs  Part = "codecs"  // tables of East Asian encodings
	Names   Part = "names"   // of characters
	Modules Part = "modules" // sources of rarely imported Python modules
)

// All are the parts there are.
var All = []Part{Fonts, Zones, Codecs, Names, Modules}
