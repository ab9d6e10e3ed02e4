package view

import (
	"math"

	"gputour/wasm/app"
	. "gputour/wasm/vdom"
)

const (
	roofWidth, roofHeight = 332.0, 150.0
	roofLeft, roofBottom  = 8.0, 128.0
)

// roofline draws attainable speed over arithmetic intensity, both logarithmic, and
// the kernel as a point below it (Williams, Waterman, Patterson: Roofline, 2009).
func roofline(s *app.State, p *Profile) *Node {
	r := p.Roofline
	if r.Flops <= 0 || r.Bandwidth <= 0 {
		return nil
	}
	ridge := r.Flops / r.Bandwidth
	intensity := math.Max(r.Intensity, ridge/1e6) // a kernel without arithmetic stands at the left edge
	lowX, highX := math.Min(intensity, ridge/64)/2, math.Max(intensity, ridge*8)*2
	highY := r.Flops * 2
	lowY := math.Min(lowX*r.Bandwidth, math.Max(r.Achieved, 1)) / 2
	x := func(v float64) float64 {
		return roofLeft + math.Log(math.Max(v, lowX)/lowX)/math.Log(highX/lowX)*(roofWidth-2*roofLeft)
	}
	y := func(v float64) float64 {
		return roofBottom - math.Log(math.Max(v, lowY)/lowY)/math.Log(highY/lowY)*(roofBottom-16)
	}
	path := "M" + coord(x(lowX)) + " " + coord(y(lowX*r.Bandwidth)) + "L" + coord(x(ridge)) + " " + coord(y(r.Flops)) + "L" + coord(x(highX)) + " " + coord(y(r.Flops))
	px, py := x(intensity), y(r.Achieved)
	anchor, dx := "start", 9.0
	if px > roofWidth*0.55 {
		anchor, dx = "end", -9
	}
	flops, bandwidth := Rate(r.Flops, "FLOP/s"), Rate(r.Bandwidth, "B/s")
	return El("svg", Class("roofline"), A("viewBox", "0 0 332 150"), A("role", "img"),
		A("aria-label", s.T("roofline.words", p.Kernel, Rate(r.Achieved, "FLOP/s"), number(r.Intensity, false), flops, bandwidth)),
		El("path", Class("axis"), A("d", "M8 10V128H328")), El("path", Class("roof"), A("d", path)),
		El("text", A("x", coord(roofWidth-4)), A("y", coord(y(r.Flops)-6)), A("text-anchor", "end"), flops),
		El("text", A("x", coord(x(math.Sqrt(lowX*ridge))-6)), A("y", coord(y(math.Sqrt(lowX*ridge)*r.Bandwidth)-4)), A("text-anchor", "end"), bandwidth),
		El("text", A("x", coord(roofWidth-4)), A("y", "145"), A("text-anchor", "end"), s.T("roofline.axis")),
		El("circle", A("cx", coord(px)), A("cy", coord(py)), A("r", "5")),
		El("text", Class("point"), A("x", coord(px+dx)), A("y", coord(py+4)), A("text-anchor", anchor), p.Kernel))
}
