// This file computes what cufft.h plans: discrete Fourier transforms in double precision.

package host

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/cmplx"

	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// fftPlan is the header's __fftPlan.
type fftPlan struct {
	kind, rank     int
	n              [3]int
	batch          int
	in             [3]int
	istride, idist int
	out            [3]int
	ostride, odist int
}

// maxTransform bounds the numbers of one transform.
const maxTransform = 1 << 27

// fftCall is __fft(plan, in, out, direction); the status is cuFFT's.
func fftCall(c *Call) uint64 {
	const invalidSize, ok = 8, 0
	var raw [17]int
	b := c.bytes(0, 8*17, false)
	for i := range raw {
		raw[i] = int(binary.LittleEndian.Uint64(b[8*i:]))
	}
	p := fftPlan{raw[0], raw[1], [3]int(raw[2:5]), raw[5], [3]int(raw[6:9]), raw[9], raw[10], [3]int(raw[11:14]), raw[14], raw[15]}
	all := 1
	for _, n := range p.n {
		if all *= max(n, 1); all > maxTransform {
			return invalidSize
		}
	}
	t := &transform{c: c, p: p, from: c.A[1], to: c.A[2], inverse: int32(c.A[3]) > 0}
	for i := range p.batch {
		c.W.Core.Labour(all * bits.Len(uint(all)))
		if !t.run(i) {
			return invalidSize
		}
	}
	return ok
}

// transform is a run of a plan.
type transform struct {
	c        *Call
	p        fftPlan
	from, to uint64
	inverse  bool
}

// Types of cuFFT by their bits: which side is real, and whether numbers are doubles.
func (p *fftPlan) double() bool  { return p.kind&0x40 != 0 }
func (p *fftPlan) realIn() bool  { return p.kind&15 == 0xa }
func (p *fftPlan) realOut() bool { return p.kind&15 == 0xc }
func (p *fftPlan) element() *syntax.Type {
	return syntax.Basic[map[bool]word.Kind{true: word.F64, false: word.F32}[p.double()]]
}

// lastIn and lastOut are the numbers of the last dimension that are stored.
func (p *fftPlan) lastIn() int {
	if p.realOut() {
		return p.n[p.rank-1]/2 + 1
	}
	return p.n[p.rank-1]
}

func (p *fftPlan) lastOut() int {
	if p.realIn() {
		return p.n[p.rank-1]/2 + 1
	}
	return p.n[p.rank-1]
}

// places calls f with the place in memory, in elements, of each number: at is its index in the
// whole array, of which the last dimension has but few that are stored.
func (p *fftPlan) places(embed [3]int, stride, few int, f func(memory, at int)) {
	n := p.n
	last := p.rank - 1
	lead := [2]int{1, 1} // the dimensions before the last
	copy(lead[2-last:], n[:last])
	inner := [2]int{1, 1}
	copy(inner[2-last:], embed[:last])
	for i := range lead[0] {
		for j := range lead[1] {
			row := i*inner[1] + j
			for k := range few {
				f((row*embed[last]+k)*stride, (i*lead[1]+j)*n[last]+k)
			}
		}
	}
}

// run transforms one of a batch; false says that the plan's sizes make no sense.
func (t *transform) run(i int) bool {
	p, e := &t.p, t.p.element()
	last := p.n[p.rank-1]
	x := make([]complex128, p.n[0]*p.n[1]*p.n[2])
	width, size := 2, e.Size()
	if p.realIn() {
		width = 1
	}
	far := func(embed [3]int, stride, few int) (most int) {
		p.places(embed, stride, few, func(memory, _ int) { most = max(most, memory) })
		return most + 1
	}
	if p.istride < 1 || p.ostride < 1 || p.in[p.rank-1] < 1 || p.out[p.rank-1] < 1 {
		return false
	}
	data, _ := t.c.H.reach(t.c, t.from+uint64(i*p.idist*width*size), uint64(far(p.in, p.istride, p.lastIn())*width*size), true, false, "input of cuFFT")
	p.places(p.in, p.istride, p.lastIn(), func(memory, at int) {
		re, im := number(data[memory*width*size:], e), 0.0
		if width == 2 {
			im = number(data[memory*width*size+size:], e)
		}
		x[at] = complex(re, im)
	})
	if p.realOut() {
		p.mirror(x, last)
	}
	p.dimensions(x, t.inverse || p.realOut())
	if width = 2; p.realOut() {
		width = 1
	}
	data, valid := t.c.H.reach(t.c, t.to+uint64(i*p.odist*width*size), uint64(far(p.out, p.ostride, p.lastOut())*width*size), true, true, "output of cuFFT")
	p.places(p.out, p.ostride, p.lastOut(), func(memory, at int) {
		parts := [2]float64{real(x[at]), imag(x[at])}
		for k, v := range parts[:width] {
			word.Store(data[(memory*width+k)*size:], e.Kind, syntax.Converted(word.Bits64(v), syntax.Basic[word.F64], e))
		}
		for k := memory * width * size; valid != nil && k < (memory+1)*width*size; k++ {
			valid[k] = 1
		}
	})
	return true
}

// mirror fills in the half that a real transform leaves out: X[-k] is the conjugate of X[k].
func (p *fftPlan) mirror(x []complex128, last int) {
	n := p.n
	for i := p.rank; i < 3; i++ {
		n[i] = 1
	}
	rows := len(x) / last
	lead := [2]int{1, 1}
	copy(lead[2-(p.rank-1):], n[:p.rank-1])
	for row := range rows {
		i, j := row/lead[1], row%lead[1]
		other := ((lead[0]-i)%lead[0])*lead[1] + (lead[1]-j)%lead[1]
		for k := last/2 + 1; k < last; k++ {
			x[row*last+k] = cmplx.Conj(x[other*last+last-k])
		}
	}
}

// dimensions transforms an array along each of its dimensions.
func (p *fftPlan) dimensions(x []complex128, inverse bool) {
	step := len(x)
	for d := range p.rank {
		n := p.n[d]
		step /= n
		if n == 1 {
			continue
		}
		f := newFourier(n, inverse)
		line := make([]complex128, n)
		for outer := 0; outer < len(x); outer += n * step {
			for inner := range step {
				for k := range n {
					line[k] = x[outer+k*step+inner]
				}
				f.apply(line)
				for k := range n {
					x[outer+k*step+inner] = line[k]
				}
			}
		}
	}
}

// fourier is the transform of one length: of a power of two by halves, of another as a
// convolution of such a length (Bluestein 1970).
type fourier struct {
	n     int
	roots []complex128
	chirp []complex128
	conv  []complex128 // the transform of the chirp
	big   *fourier
	back  *fourier
}

func newFourier(n int, inverse bool) *fourier {
	sign := -2 * math.Pi
	if inverse {
		sign = -sign
	}
	f := &fourier{n: n}
	if n&(n-1) == 0 {
		f.roots = make([]complex128, n/2)
		for i := range f.roots {
			f.roots[i] = cmplx.Rect(1, sign*float64(i)/float64(n))
		}
		return f
	}
	m := 1 << bits.Len(uint(2*n-1))
	f.big, f.back = newFourier(m, false), newFourier(m, true)
	f.chirp, f.conv = make([]complex128, n), make([]complex128, m)
	for i := range n {
		f.chirp[i] = cmplx.Rect(1, sign/2*float64(i*i%(2*n))/float64(n))
		f.conv[i] = cmplx.Conj(f.chirp[i])
		f.conv[(m-i)%m] = f.conv[i]
	}
	f.big.apply(f.conv)
	return f
}

func (f *fourier) apply(x []complex128) {
	if f.big == nil {
		f.halves(x)
		return
	}
	y := make([]complex128, f.big.n)
	for i := range x {
		y[i] = x[i] * f.chirp[i]
	}
	f.big.apply(y)
	for i := range y {
		y[i] *= f.conv[i]
	}
	f.back.apply(y)
	for i := range x {
		x[i] = y[i] * f.chirp[i] / complex(float64(f.big.n), 0)
	}
}

// halves is the transform of Cooley and Tukey, in place.
func (f *fourier) halves(x []complex128) {
	n := len(x)
	shift := 64 - bits.Len(uint(n-1))
	for i := range x {
		if j := int(bits.Reverse64(uint64(i)) >> shift); n > 1 && j > i {
			x[i], x[j] = x[j], x[i]
		}
	}
	for size := 2; size <= n; size *= 2 {
		for start := 0; start < n; start += size {
			for k := range size / 2 {
				a, b := x[start+k], x[start+k+size/2]*f.roots[k*(n/size)]
				x[start+k], x[start+k+size/2] = a+b, a-b
			}
		}
	}
}
