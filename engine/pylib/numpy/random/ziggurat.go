package random

import "math"

// This file draws normal and exponential numbers as numpy.random.Generator does, by
// the ziggurat method: Marsaglia and Tsang, "The ziggurat method for generating
// random variables", 2000, with the layers of Doornik, 2005.

// zigguratLayers is the number of layers of equal area under each curve.
const zigguratLayers = 256

// ziggurat is one curve cut into layers: a number below keep in a layer lies under
// the curve for certain; width scales it; height is the curve at the layer's edge.
type ziggurat struct {
	keep   [zigguratLayers]uint64
	width  [zigguratLayers]float64
	height [zigguratLayers]float64
}

const (
	normalEdge      = 3.6541528853610087963519472518 // where the tail begins
	exponentialEdge = 7.6971174701310497140446280481
)

//go:generate sh -c "$DOLLAR{PYTHON:-python3} ziggurat/tables.py > ziggurat_tables.go && gofmt -w ziggurat_tables.go"

// Normal is of mean 0 and deviation 1.
func (p *PCG64) Normal() float64 {
	z := &normalLayers
	for {
		r := p.Uint64()
		layer := r & 0xff
		negative, n := r>>8&1 == 1, r>>9&(1<<52-1)
		x := float64(n) * z.width[layer]
		if negative {
			x = -x
		}
		switch {
		case n < z.keep[layer]:
			return x
		case layer == 0:
			x = p.normalTail()
			if n>>8&1 == 1 {
				return -x
			}
			return x
		case (z.height[layer-1]-z.height[layer])*p.Float64()+z.height[layer] < math.Exp(-0.5*x*x):
			return x
		}
	}
}

// normalTail draws beyond the last layer's edge (Marsaglia, 1964).
func (p *PCG64) normalTail() float64 {
	for {
		x := -math.Log1p(-p.Float64()) / normalEdge
		if y := -math.Log1p(-p.Float64()); y+y > x*x {
			return normalEdge + x
		}
	}
}

// Exponential is of mean 1.
func (p *PCG64) Exponential() float64 {
	z := &exponentialLayers
	for {
		r := p.Uint64() >> 3
		layer, n := r&0xff, r>>8
		x := float64(n) * z.width[layer]
		switch {
		case n < z.keep[layer]:
			return x
		case layer == 0:
			return exponentialEdge - math.Log1p(-p.Float64())
		case (z.height[layer-1]-z.height[layer])*p.Float64()+z.height[layer] < math.Exp(-x):
			return x
		}
	}
}
