package tensor

import (
	"encoding/binary"
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// This file has the generators and their states.

// Generator makes random numbers for one device: on the CPU the Mersenne twister
// MT19937, drawn from exactly as PyTorch's CPU kernels do; on GPUs a seed and an offset
// for Philox 4x32-10, whose numbers the device's own kernel makes.
type Generator struct {
	Device device.Device

	seed   uint64
	offset uint64       // of Philox: how many numbers each thread of the device has drawn, a multiple of four
	mt     *vec.Twister // nil on GPUs
	normal *float64     // second value of the last Box–Muller pair, until it is drawn; nil for none
}

// DefaultSeed is what an unseeded generator starts from (default_rng_seed_val in c10/core/GeneratorImpl.h).
const DefaultSeed = 67280421310721

// NewGenerator makes a generator for a device.
func NewGenerator(dev device.Device) *Generator {
	g := &Generator{Device: dev}
	if dev.Info().Kind == device.CPU {
		g.mt = vec.NewTwister(DefaultSeed)
	}
	g.Seed(DefaultSeed)
	return g
}

// Generator is the session's default generator of a device.
func (e *Env) Generator(dev device.Device) *Generator {
	g := e.generators[dev]
	if g == nil {
		g = NewGenerator(dev)
		e.generators[dev] = g
	}
	return g
}

// Generators are the default generators that have been asked for, in the order of the devices.
func (e *Env) Generators() []*Generator {
	var list []*Generator
	for _, dev := range append([]device.Device{e.CPU}, e.Accelerators()...) {
		if g := e.generators[dev]; g != nil {
			list = append(list, g)
		}
	}
	return list
}

// Seed starts the sequence that belongs to a seed.
func (g *Generator) Seed(seed uint64) {
	g.seed, g.offset, g.normal = seed, 0, nil
	if g.mt != nil {
		g.mt.Seed(seed)
	}
}

// InitialSeed is the seed the sequence started from.
func (g *Generator) InitialSeed() uint64 { return g.seed }

// Uint64 draws 64 random bits: what torch.Generator users draw seeds from.
func (g *Generator) Uint64() uint64 {
	if g.mt == nil {
		g.offset += 4
		return g.seed ^ g.offset*0x9E3779B97F4A7C15
	}
	return g.mt.Uint64()
}

// Drawn is how far a GPU's generator has come; Rewind takes it to another place of the same sequence.
func (g *Generator) Drawn() uint64 { return g.offset }

// Rewind is described at Drawn.
func (g *Generator) Rewind(drawn uint64) { g.offset = drawn }

// The CPU's state in bytes, little endian (CPUGeneratorImplState in ATen/CPUGeneratorImpl.cpp):
//
//	0   the seed, 8
//	8   words left until the next twist, 4
//	12  whether it is seeded, 4
//	16  the next word, 8
//	24  624 words of MT19937, of 8 bytes each
//	    normal_x, normal_y, normal_rho, of 8: the normal value that is kept lies in normal_y
//	    whether one is kept, 4, and what a later version added, 12: nothing here
const (
	stateBytes  = 5056
	wordsAt     = 24
	normalAt    = wordsAt + 8*624 + 8
	keptAt      = wordsAt + 8*624 + 24
	twisterSize = 624
)

// State is the generator's state as PyTorch lays it out: 5056 bytes for the CPU (its
// legacy struct), 16 for a GPU (seed and offset).
func (g *Generator) State() []byte {
	if g.mt == nil {
		b := make([]byte, 16)
		binary.LittleEndian.PutUint64(b, g.seed)
		binary.LittleEndian.PutUint64(b[8:], g.offset)
		return b
	}
	b := make([]byte, stateBytes)
	words, given := g.mt.State()
	left, next := twisterSize-given+1, given
	if given == twisterSize { // the next word comes after a twist
		left, next = 1, 0
	}
	binary.LittleEndian.PutUint64(b, g.seed)
	binary.LittleEndian.PutUint32(b[8:], uint32(left))
	binary.LittleEndian.PutUint32(b[12:], 1)
	binary.LittleEndian.PutUint64(b[16:], uint64(next))
	for i, w := range words {
		binary.LittleEndian.PutUint64(b[wordsAt+8*i:], uint64(w))
	}
	if g.normal != nil {
		binary.LittleEndian.PutUint64(b[normalAt:], math.Float64bits(*g.normal))
		binary.LittleEndian.PutUint32(b[keptAt:], 1)
	}
	return b
}

// SetState restores what State returned.
func (g *Generator) SetState(b []byte) error {
	if g.mt == nil {
		if len(b) != 16 && len(b) != 8 {
			return runtimeErr("RNG state is wrong size")
		}
		g.seed = binary.LittleEndian.Uint64(b)
		if len(b) == 16 {
			g.offset = binary.LittleEndian.Uint64(b[8:])
		}
		return nil
	}
	if len(b) != stateBytes {
		return runtimeErr("Expected either a CPUGeneratorImplStateLegacy of size 5048 or a CPUGeneratorImplState of size 5056 but found the input RNG state size to be %d", len(b))
	}
	var words [twisterSize]uint32
	for i := range words {
		words[i] = uint32(binary.LittleEndian.Uint64(b[wordsAt+8*i:]))
	}
	given := twisterSize
	if left := int(binary.LittleEndian.Uint32(b[8:])); left > 1 && left <= twisterSize {
		given = twisterSize - left + 1
	}
	g.seed = binary.LittleEndian.Uint64(b)
	g.mt.SetState(words, given)
	g.normal = nil
	if binary.LittleEndian.Uint32(b[keptAt:]) != 0 {
		v := math.Float64frombits(binary.LittleEndian.Uint64(b[normalAt:]))
		g.normal = &v
	}
	return nil
}

// Clone is a generator in the same state.
func (g *Generator) Clone() *Generator {
	c := NewGenerator(g.Device)
	_ = c.SetState(g.State()) // its own state always fits
	return c
}

// gauss is one standard normal value: Box–Muller in float64, the second value kept (normal_distribution in
// ATen/core/DistributionsHelper.h).
func (g *Generator) gauss() float64 {
	if g.normal != nil {
		v := *g.normal
		g.normal = nil
		return v
	}
	u1, u2 := g.mt.Float64(), g.mt.Float64()
	r, theta := math.Sqrt(-2*math.Log1p(-u2)), 2*math.Pi*u1
	second := r * math.Sin(theta)
	g.normal = &second
	return r * math.Cos(theta)
}

// unit is a uniform value with as many bits as the dtype's significand.
func (g *Generator) unit(d DType) float64 {
	switch d {
	case Float64:
		return g.mt.Float64()
	case Float16:
		return float64(g.mt.Uint32()&(1<<11-1)) * 0x1p-11
	case BFloat16:
		return float64(g.mt.Uint32()&(1<<8-1)) * 0x1p-8
	}
	return float64(g.mt.Float32())
}
