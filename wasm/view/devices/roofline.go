package devices

import (
	"math"
	"strconv"

	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/piece"
)

const (
	roofWidth, roofHeight = 332.0, 150.0
	roofLeft, roofBottom  = 40.0, 122.0
	roofRight             = 8.0
)

// roofline draws attainable speed over arithmetic intensity, both logarithmic, and
// the kernel as a point below it (Williams, Waterman, Patterson: Roofline, 2009).
func roofline(s *app.State, p *Profile) *Node {
	r := p.Roofline
	if r.Flops <= 0 || r.Bandwidth <= 0 {
		return nil
	}
	ridge := r.Flops / r.Bandwidth
	intensity, achieved := r.Intensity, r.Achieved
	if intensity <= 0 || achieved <= 0 { // a kernel without arithmetic stands in the corner of axes as they usually are
		intensity, achieved = ridge/1e3, ridge/1e3*r.Bandwidth/8
	}
	lowX, highX := math.Min(intensity, ridge/64)/2, math.Max(intensity, ridge*8)*2
	highY := r.Flops * 2
	lowY := math.Min(lowX*r.Bandwidth, achieved) / 2
	x := func(v float64) float64 {
		return roofLeft + math.Log(math.Max(v, lowX)/lowX)/math.Log(highX/lowX)*(roofWidth-roofLeft-roofRight)
	}
	y := func(v float64) float64 {
		return roofBottom - math.Log(math.Max(v, lowY)/lowY)/math.Log(highY/lowY)*(roofBottom-16)
	}
	path := "M" + piece.Coord(x(lowX)) + " " + piece.Coord(y(lowX*r.Bandwidth)) + "L" + piece.Coord(x(ridge)) + " " + piece.Coord(y(r.Flops)) + "L" + piece.Coord(x(highX)) + " " + piece.Coord(y(r.Flops))
	px, py := x(intensity), y(achieved)
	anchor, dx := "start", 9.0
	if px > roofWidth*0.55 {
		anchor, dx = "end", -9
	}
	flops, bandwidth := piece.Rate(r.Flops, "FLOP/s"), piece.Rate(r.Bandwidth, "B/s")
	return El("svg", Class("roofline"), A("viewBox", "0 0 332 150"), A("role", "img"),
		A("aria-label", s.T("roofline.words", p.Kernel, piece.Rate(r.Achieved, "FLOP/s"), piece.Number(r.Intensity, false), flops, bandwidth)),
		El("path", Class("axis"), A("d", "M40 10V122H328")), El("g", ticks(lowX, highX, func(v float64) (float64, float64) { return x(v), roofBottom + 11 }, "middle", func(v float64) string { return plain(v) })),
		El("g", ticks(lowY, highY, func(v float64) (float64, float64) { return roofLeft - 4, y(v) + 3 }, "end", func(v float64) string { return piece.Rate(v, "") })), El("path", Class("roof"), A("d", path)),
		El("text", A("x", piece.Coord(roofWidth-4)), A("y", piece.Coord(y(r.Flops)-6)), A("text-anchor", "end"), flops),
		El("text", A("x", piece.Coord(x(math.Sqrt(lowX*ridge))-6)), A("y", piece.Coord(y(math.Sqrt(lowX*ridge)*r.Bandwidth)-4)), A("text-anchor", "end"), bandwidth),
		El("text", A("x", piece.Coord(roofWidth-4)), A("y", "145"), A("text-anchor", "end"), s.T("roofline.axis")),
		El("circle", A("cx", piece.Coord(px)), A("cy", piece.Coord(py)), A("r", "5")),
		El("text", Class("point"), A("x", piece.Coord(px+dx)), A("y", piece.Coord(py+4)), A("text-anchor", anchor), p.Kernel))
}

// ticks numbers an axis at powers of ten, at most five of them.
func ticks(low, high float64, at func(float64) (x, y float64), anchor string, words func(float64) string) []*Node {
	first, last := math.Ceil(math.Log10(low)), math.Floor(math.Log10(high))
	step := math.Max(1, math.Ceil((last-first)/4))
	var kids []*Node
	for e := first; e <= last; e += step {
		x, y := at(math.Pow(10, e))
		kids = append(kids, El("text", Class("number"), A("x", piece.Coord(x)), A("y", piece.Coord(y)), A("text-anchor", anchor), words(math.Pow(10, e))))
	}
	return kids
}

// plain writes a power of ten.
func plain(v float64) string {
	if v >= 1 {
		return piece.Number(v, false)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
