package matplotlib

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansitalic"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/colornames"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"

	"gputour/engine/object"
)

// fonts are the faces that text is set in, parsed when first needed: Liberation Sans,
// whose letters are as wide as Arial's.
var fonts = sync.OnceValue(func() map[string]*opentype.Font {
	parsed := map[string]*opentype.Font{}
	for name, data := range map[string][]byte{"": liberationsansregular.TTF, "bold": liberationsansbold.TTF, "italic": liberationsansitalic.TTF} {
		f, err := opentype.Parse(data)
		if err != nil {
			panic(err) // the fonts are part of the program
		}
		parsed[name] = f
	}
	return parsed
})

// run is text in one style; dy is how far below the line before it stands.
type run struct {
	text string
	dy   float64
	look
}

// runs are the pieces of a text element: itself and its tspans.
func runs(e *element, l look) []run {
	list := []run{{e.text, 0, l}}
	for _, s := range e.children {
		list = append(list, run{s.text, s.number("dy", 0), l.with(s)})
		if s.tail != "" {
			list = append(list, run{s.tail, 0, l})
		}
	}
	return list
}

func (c *canvas) text(e *element, l look) {
	pieces := runs(e, l)
	faces := make([]font.Face, len(pieces))
	wide := 0.0
	for i, p := range pieces {
		faces[i] = face(p.look, c.scale)
		c.dc.SetFontFace(faces[i])
		w, _ := c.dc.MeasureString(p.text)
		wide += w / c.scale
	}
	x, y := e.number("x", 0), e.number("y", 0)
	switch l.anchor {
	case "middle":
		x -= wide / 2
	case "end":
		x -= wide
	}
	for i, p := range pieces {
		y += p.dy
		col, ok := colorOf(p.fill, p.opacity*p.fillOpacity)
		if !ok || p.text == "" {
			continue
		}
		c.dc.SetColor(col)
		c.dc.SetFontFace(faces[i])
		w, _ := c.dc.MeasureString(p.text)
		c.dc.Push() // a face has its size in pixels: drawn at the point, without the scale
		c.dc.Translate(x, y)
		c.dc.Scale(1/c.scale, 1/c.scale)
		c.dc.DrawString(p.text, 0, 0)
		c.dc.Pop()
		x += w / c.scale
	}
}

func face(l look, scale float64) font.Face {
	name := ""
	if l.weight == "bold" || l.style == "italic" {
		name = map[bool]string{true: "bold", false: "italic"}[l.weight == "bold"]
	}
	f, err := opentype.NewFace(fonts()[name], &opentype.FaceOptions{Size: max(l.size*scale, 1), DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // sizes and fonts are sound
	}
	return f
}

// colorOf reads a colour, #rgb, #rrggbb or a name of SVG's, with an opacity; not ok is no paint.
func colorOf(name string, opacity float64) (color.NRGBA, bool) {
	col, ok := colornames.Map[strings.ToLower(name)]
	out := color.NRGBA{col.R, col.G, col.B, 255}
	if digits, hex := strings.CutPrefix(name, "#"); hex {
		if len(digits) == 3 {
			digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
		}
		n, err := strconv.ParseUint(digits, 16, 32)
		ok = err == nil && len(digits) == 6
		out = color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
	}
	out.A = uint8(255*min(max(opacity, 0), 1) + 0.5)
	return out, ok
}

// names is _matplotlib.colors(): the colours of SVG by name, as #rrggbb.
func names(*object.Thread, []object.Value) (object.Value, error) {
	d := object.NewDict()
	for name, c := range colornames.Map {
		d.SetStr(name, object.NewStr(fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)))
	}
	return object.Of(d), nil
}
