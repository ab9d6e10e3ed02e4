// Package matplotlib is the everyday part of matplotlib.pyplot: figures drawn as SVG
// by Python source of our own (folder python), which a notebook displays.
package matplotlib

import (
	"bytes"
	"embed"
	"encoding/base64"
	"image"
	"image/draw"
	"image/png"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
)

//go:embed all:python
var sources embed.FS

// Modules lists matplotlib and its submodules for interp.Install.
func Modules() []interp.Module {
	return append([]interp.Module{{Name: "_matplotlib", Init: initModule}}, pythonModules()...)
}

// pythonModules are the modules written in Python.
var pythonModules = sync.OnceValue(func() []interp.Module { return interp.PythonModules(sources, "python") })

func initModule(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_matplotlib", "")
	m.AddFuncs(object.Def("png(rgba, width, height, /)", encode, "Encode bytes of RGBA pixels as base64 text of a PNG file."),
		object.Def("rasterize(svg, scale, /)", rasterize, "Draw an SVG document, scale pixels to its unit; the bytes of a PNG file."),
		object.Def("document(svg, scale, format, /)", document, "Draw an SVG document, scale pixels to its unit; the bytes of a JPEG or PDF file."),
		object.Def("colors()", names, "The colours of SVG by name, as #rrggbb."),
		object.Def("pixels(png, /)", decode, "Decode a PNG file to bytes of RGBA pixels, its width and its height."))
	return m, nil
}

func encode(t *object.Thread, a []object.Value) (object.Value, error) {
	data, err := object.Buffer(a[0])
	if err != nil {
		return object.Value{}, err
	}
	w, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	h, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	if w <= 0 || h <= 0 || w > len(data) || h > len(data) || len(data) != 4*w*h {
		return object.Value{}, object.Raise(object.ValueError, "an image needs four bytes for each pixel")
	}
	img := &image.NRGBA{Pix: data, Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return object.Value{}, object.Raise(object.ValueError, "%s", err)
	}
	return object.NewStr(base64.StdEncoding.EncodeToString(b.Bytes())), nil
}

// maxPixels bounds what a picture may unpack to.
const maxPixels = 1 << 24

func decode(t *object.Thread, a []object.Value) (object.Value, error) {
	data, err := object.Buffer(a[0])
	if err != nil {
		return object.Value{}, err
	}
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err == nil && config.Width*config.Height > maxPixels {
		return object.Value{}, object.Raise(object.ValueError, "a picture of %d×%d pixels is larger than a cell may read", config.Width, config.Height)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return object.Value{}, object.Raise(object.ValueError, "not a PNG file: %s", err)
	}
	out := image.NewNRGBA(picture.Bounds())
	draw.Draw(out, out.Rect, picture, picture.Bounds().Min, draw.Src)
	return object.NewTuple(object.NewBytes(out.Pix), object.Int(int64(out.Rect.Dx())), object.Int(int64(out.Rect.Dy()))), nil
}
