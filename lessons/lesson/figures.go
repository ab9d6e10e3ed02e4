package lesson

import (
	"io/fs"
	"path"
)

// FiguresFolder holds the drawings that lessons show.
const FiguresFolder = "figures"

// MaxFigure bounds a drawing in bytes: a learner on a phone waits for it.
const MaxFigure = 512 << 10

// figureTypes are the kinds of drawing, by the end of their name.
var figureTypes = map[string]string{".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg"}

// Figure is a drawing, shown as an image.
type Figure struct {
	Type string // MIME
	Data []byte
}

// readFigures reads the folder of drawings. A course may have none.
func (c *Course) readFigures(files fs.FS) {
	c.Figures = map[string]Figure{}
	found, _ := fs.Glob(files, FiguresFolder+"/*") // fails for a broken pattern only
	for _, file := range found {
		name := path.Base(file)
		kind := figureTypes[path.Ext(name)]
		data, err := fs.ReadFile(files, file)
		switch {
		case kind == "":
			c.problem(file, "figure", "drawings end in .svg, .png, .webp or .jpg")
		case err != nil:
			c.problem(file, "read", "cannot be read")
		case len(data) > MaxFigure:
			c.problem(file, "size", "the drawing is larger than 512 KiB")
		default:
			c.Figures[name] = Figure{kind, data}
		}
	}
}
