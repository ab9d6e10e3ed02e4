package matplotlib

import (
	"image/color"
	"testing"

	"gputour/engine/object"
)

// TestRaster reads single pixels of small documents.
func TestRaster(t *testing.T) {
	const head = `<svg width="20" height="20"><rect width="20" height="20" fill="#fff"/>`
	white, red, blue := color.NRGBA{255, 255, 255, 255}, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}
	for _, c := range []struct {
		name, body string
		x, y       int // in the document's units
		want       color.NRGBA
	}{
		{"inside a rectangle", `<rect x="5" y="5" width="10" height="10" fill="red"/>`, 10, 10, red},
		{"outside it", `<rect x="5" y="5" width="10" height="10" fill="red"/>`, 2, 2, white},
		{"no fill", `<rect x="5" y="5" width="10" height="10" fill="none" stroke="#00f"/>`, 10, 10, white},
		{"a stroke", `<line x1="0" y1="10" x2="20" y2="10" stroke="#00f" stroke-width="4"/>`, 10, 10, blue},
		{"a gap between dashes", `<line x1="0" y1="10" x2="20" y2="10" stroke="#00f" stroke-width="4" stroke-dasharray="4,12"/>`, 10, 10, white},
		{"a circle", `<circle cx="10" cy="10" r="5" fill="#0000ff"/>`, 13, 10, blue},
		{"a polygon", `<polygon points="0,0 20,0 20,20" fill="red"/>`, 15, 5, red},
		{"a path", `<path d="M0 0L20 0L20 20Z" fill="red"/>`, 5, 15, white},
		{"a group's colour", `<g fill="red"><circle cx="10" cy="10" r="5"/></g>`, 10, 10, red},
		{"half opaque", `<g opacity="0.5"><rect width="20" height="20" fill="#000"/></g>`, 10, 10, color.NRGBA{127, 127, 127, 255}},
		{"moved", `<g transform="translate(10 10)"><rect width="5" height="5" fill="red"/></g>`, 12, 12, red},
		{"turned", `<rect x="10" y="10" width="8" height="4" fill="red" transform="rotate(180 10 10)"/>`, 4, 8, red},
		{"clipped away", `<clipPath id="a"><rect width="5" height="20"/></clipPath><g clip-path="url(#a)"><rect width="20" height="20" fill="red"/></g>`, 10, 10, white},
		{"after a clip", `<clipPath id="a"><rect width="5" height="20"/></clipPath><g clip-path="url(#a)"/><rect width="20" height="20" fill="red"/>`, 10, 10, red},
		{"an unknown element", `<foreignObject/><rect width="20" height="20" fill="red"/>`, 10, 10, red},
	} {
		for _, scale := range []float64{1, 2.5} {
			img, err := raster(object.NewThread(object.NewSession(), nil), head+c.body+"</svg>", scale)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got := color.NRGBAModel.Convert(img.At(int((float64(c.x)+0.5)*scale), int((float64(c.y)+0.5)*scale))).(color.NRGBA)
			if apart(got.R, c.want.R) || apart(got.G, c.want.G) || apart(got.B, c.want.B) {
				t.Errorf("%s, scale %v: %v, want %v", c.name, scale, got, c.want)
			}
		}
	}
}

func apart(a, b uint8) bool { return max(a, b)-min(a, b) > 3 }

// TestText finds ink where words stand, and none where they do not.
func TestText(t *testing.T) {
	img, err := raster(object.NewThread(object.NewSession(), nil),
		`<svg width="200" height="40"><text x="100" y="30" text-anchor="end" font-size="20">ab<tspan dy="-8" font-size="12">2</tspan></text></svg>`, 1)
	if err != nil {
		t.Fatal(err)
	}
	ink := func(from, to int) (n int) {
		for x := from; x < to; x++ {
			for y := range 40 {
				if _, _, _, a := img.At(x, y).RGBA(); a > 0x8000 {
					n++
				}
			}
		}
		return n
	}
	if ink(60, 101) < 50 || ink(0, 60) > 0 || ink(101, 200) > 0 {
		t.Errorf("ink: %d left, %d in place, %d right", ink(0, 60), ink(60, 101), ink(101, 200))
	}
}

// FuzzRaster draws anything or says why not.
func FuzzRaster(f *testing.F) {
	for _, s := range []string{`<svg width="9" height="9"><path d="M1 2L3 4Z"/></svg>`, `<svg width="9" height="9"><g transform="rotate(1 2)"><text>a<tspan>b</tspan>c</text></g></svg>`,
		`<svg width="1e9" height="2"/>`, `<svg>`, `<svg width="5" height="5"><image href="data:image/png;base64,AA"/><polyline points="1,2,3"/></svg>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, svg string) {
		img, err := raster(object.NewThread(object.NewSession(), nil), svg, 0.5)
		if (img == nil) == (err == nil) {
			t.Errorf("picture %v, error %v", img, err)
		}
	})
}
