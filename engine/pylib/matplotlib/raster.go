package matplotlib

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/draw"

	"gputour/engine/object"
	"gputour/engine/parts"
)

// This file turns a figure's SVG into pixels: the elements and attributes that the
// figures of this package use, not all of SVG 1.1.

// look is what an element inherits: colours, strokes and how its text is set.
type look struct {
	fill, stroke                      string
	width, opacity, fillOpacity, size float64
	dash                              []float64
	anchor, weight, style             string
}

var plain = look{fill: "black", stroke: "none", width: 1, opacity: 1, fillOpacity: 1, size: 11, anchor: "start"}

// canvas draws a document.
type canvas struct {
	t     *object.Thread
	dc    *gg.Context
	scale float64
	clips map[string][4]float64 // rectangles that elements are clipped to, by id
}

// raster draws an SVG document scale pixels to its unit.
func raster(t *object.Thread, svg string, scale float64) (image.Image, error) {
	root, err := parse(svg)
	if err != nil {
		return nil, object.Raise(object.ValueError, "the figure's SVG cannot be read: %s", err)
	}
	w, h := int(root.number("width", 0)*scale), int(root.number("height", 0)*scale)
	if w <= 0 || h <= 0 || w > maxPixels || h > maxPixels || w*h > maxPixels {
		return nil, object.Raise(object.ValueError, "Image size of %dx%d pixels is too large. It must be less than %d pixels in all; set a lower dpi.", w, h, maxPixels)
	}
	if err := t.Charge(8 * w * h); err != nil {
		return nil, err
	}
	if err := parts.Need(parts.Fonts); err != nil {
		return nil, object.Raise(object.OSError, "%v", err)
	}
	c := &canvas{t: t, dc: gg.NewContext(w, h), scale: scale, clips: map[string][4]float64{}}
	c.dc.Scale(scale, scale)
	if err := c.children(root, plain.with(root)); err != nil {
		return nil, err
	}
	return c.dc.Image(), nil
}

// rasterize is _matplotlib.rasterize(svg, scale): the bytes of a PNG file.
func rasterize(t *object.Thread, a []object.Value) (object.Value, error) {
	svg, isText := object.AsStr(a[0])
	scale, isNumber := object.AsFloat(a[1])
	if !isText || !isNumber {
		return object.Value{}, object.Raise(object.TypeError, "rasterize() needs a str and a float")
	}
	img, err := raster(t, svg, scale)
	if err != nil {
		return object.Value{}, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return object.Value{}, object.Raise(object.ValueError, "%s", err)
	}
	return object.NewBytes(b.Bytes()), nil
}

// element is a node of the document.
type element struct {
	name     string
	attrs    map[string]string
	text     string // of a text element: what stands before its first child
	tail     string // what stands after the element
	children []*element
}

func parse(svg string) (*element, error) {
	d := xml.NewDecoder(strings.NewReader(svg))
	root := &element{}
	open := []*element{root}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		top := open[len(open)-1]
		switch x := token.(type) {
		case xml.StartElement:
			e := &element{name: x.Name.Local, attrs: map[string]string{}}
			for _, a := range x.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if n := len(top.children); n > 0 {
				top.children[n-1].tail += string(x)
			} else {
				top.text += string(x)
			}
		}
	}
	if len(root.children) != 1 || root.children[0].name != "svg" {
		return nil, fmt.Errorf("no svg element")
	}
	return root.children[0], nil
}

// number reads an attribute; other is its value where it is not given.
func (e *element) number(name string, other float64) float64 {
	if v, ok := coordinate(strings.TrimSuffix(e.attrs[name], "px")); ok {
		return v
	}
	return other
}

// far bounds coordinates: work grows with the length of what is drawn, seen or not.
const far = 1e5

// coordinate reads a number; what is too large for a drawing stands at its bounds.
func coordinate(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != v {
		return 0, false
	}
	return min(max(v, -far), far), true
}

// with is l as e changes it.
func (l look) with(e *element) look {
	for name, field := range map[string]*string{"fill": &l.fill, "stroke": &l.stroke, "text-anchor": &l.anchor, "font-weight": &l.weight, "font-style": &l.style} {
		if v, ok := e.attrs[name]; ok {
			*field = v
		}
	}
	l.width, l.size = e.number("stroke-width", l.width), e.number("font-size", l.size)
	l.opacity *= e.number("opacity", 1)
	l.fillOpacity = e.number("fill-opacity", l.fillOpacity)
	if v, ok := e.attrs["stroke-dasharray"]; ok {
		l.dash = numbers(v)
	}
	for _, d := range l.dash {
		if d < 0.2 { // not to be seen, and without end
			l.dash = nil
			break
		}
	}
	l.size = min(max(l.size, 1), 500)
	return l
}

// numbers reads a list of numbers that commas and spaces part.
func numbers(text string) (list []float64) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if v, ok := coordinate(word); ok {
			list = append(list, v)
		}
	}
	return list
}

func (c *canvas) children(e *element, l look) error {
	for _, child := range e.children {
		if err := c.t.Poll(); err != nil {
			return err
		}
		if err := c.element(child, l.with(child)); err != nil {
			return err
		}
	}
	return nil
}

// element draws e with what it inherits applied.
func (c *canvas) element(e *element, l look) error {
	if e.name == "clipPath" {
		for _, r := range e.children {
			c.clips[e.attrs["id"]] = [4]float64{r.number("x", 0), r.number("y", 0), r.number("width", 0), r.number("height", 0)}
		}
		return nil
	}
	c.dc.Push()
	defer c.dc.Pop()
	c.transform(e.attrs["transform"])
	if id, ok := strings.CutPrefix(e.attrs["clip-path"], "url(#"); ok {
		if r, ok := c.clips[strings.TrimSuffix(id, ")")]; ok {
			c.dc.DrawRectangle(r[0], r[1], r[2], r[3])
			c.dc.Clip()
			defer c.dc.ResetClip() // Pop keeps the mask
		}
	}
	if e.name == "g" {
		return c.children(e, l)
	}
	if draw, ok := shapes[e.name]; ok {
		draw(c, e, l)
	}
	return nil
}

// transform applies a list of translate and rotate.
func (c *canvas) transform(list string) {
	for _, step := range strings.Split(list, ")") {
		name, args, ok := strings.Cut(strings.TrimSpace(step), "(")
		n := numbers(args)
		switch {
		case !ok:
		case name == "translate" && len(n) == 2:
			c.dc.Translate(n[0], n[1])
		case name == "rotate" && len(n) == 3:
			c.dc.RotateAbout(n[0]*math.Pi/180, n[1], n[2])
		case name == "rotate" && len(n) == 1:
			c.dc.Rotate(n[0] * math.Pi / 180)
		}
	}
}

// shapes draw the elements, by name.
var shapes = map[string]func(c *canvas, e *element, l look){
	"rect": func(c *canvas, e *element, l look) {
		x, y, w, h := e.number("x", 0), e.number("y", 0), e.number("width", 0), e.number("height", 0)
		if r := e.number("rx", 0); r > 0 {
			c.dc.DrawRoundedRectangle(x, y, w, h, r)
		} else {
			c.dc.DrawRectangle(x, y, w, h)
		}
		c.paint(l)
	},
	"circle": func(c *canvas, e *element, l look) {
		c.dc.DrawCircle(e.number("cx", 0), e.number("cy", 0), e.number("r", 0))
		c.paint(l)
	},
	"line": func(c *canvas, e *element, l look) {
		c.dc.DrawLine(e.number("x1", 0), e.number("y1", 0), e.number("x2", 0), e.number("y2", 0))
		c.paint(l)
	},
	"polyline": func(c *canvas, e *element, l look) { c.points(e); c.paint(l) },
	"polygon":  func(c *canvas, e *element, l look) { c.points(e); c.dc.ClosePath(); c.paint(l) },
	"path":     func(c *canvas, e *element, l look) { c.path(e.attrs["d"]); c.paint(l) },
	"image":    (*canvas).image,
	"text":     (*canvas).text,
}

func (c *canvas) points(e *element) {
	n := numbers(e.attrs["points"])
	for i := 0; i+1 < len(n); i += 2 {
		c.dc.LineTo(n[i], n[i+1])
	}
}

// path follows the commands M, L and Z, all in absolute coordinates.
func (c *canvas) path(d string) {
	for len(d) > 0 {
		end := strings.IndexAny(d[1:], "MLZ") + 1
		if end == 0 {
			end = len(d)
		}
		n := numbers(d[1:end])
		for i := 0; i+1 < len(n); i += 2 {
			if d[0] == 'M' && i == 0 {
				c.dc.MoveTo(n[i], n[i+1])
			} else {
				c.dc.LineTo(n[i], n[i+1])
			}
		}
		if d[0] == 'Z' {
			c.dc.ClosePath()
		}
		d = d[end:]
	}
}

// paint fills and strokes the path in hand.
func (c *canvas) paint(l look) {
	if col, ok := colorOf(l.fill, l.opacity*l.fillOpacity); ok {
		c.dc.SetColor(col)
		c.dc.FillPreserve()
	}
	if col, ok := colorOf(l.stroke, l.opacity); ok && l.width > 0 {
		c.dc.SetColor(col)
		c.dc.SetLineWidth(l.width * c.scale)
		c.dc.SetLineCapButt()
		dash := make([]float64, len(l.dash))
		for i, d := range l.dash {
			dash[i] = d * c.scale
		}
		c.dc.SetDash(dash...)
		c.dc.StrokePreserve()
	}
	c.dc.ClearPath()
}

// image draws the PNG in e's data URL, pixels as squares.
func (c *canvas) image(e *element, _ look) {
	_, data, _ := strings.Cut(e.attrs["href"], "base64,")
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return
	}
	x0, y0 := c.dc.TransformPoint(e.number("x", 0), e.number("y", 0))
	x1, y1 := c.dc.TransformPoint(e.number("x", 0)+e.number("width", 0), e.number("y", 0)+e.number("height", 0))
	to := image.Rect(int(math.Round(x0)), int(math.Round(y0)), int(math.Round(x1)), int(math.Round(y1)))
	if dst, ok := c.dc.Image().(draw.Image); ok {
		draw.NearestNeighbor.Scale(dst, to, img, img.Bounds(), draw.Over, nil)
	}
}
