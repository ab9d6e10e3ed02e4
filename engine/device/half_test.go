package device_test

import (
	"math"
	"testing"

	"gputour/engine/device"
)

// half is a format of 16 bits: IEEE 754-2019, 3.4, and the upper half of binary32.
type half struct {
	name     string
	fraction int // bits
	widen    func(uint16) float32
	round    func(float32) uint16
}

var halves = []half{
	{"float16", 10, device.HalfToFloat, device.FloatToHalf},
	{"bfloat16", 7, device.BFloatToFloat, device.FloatToBFloat},
}

// value is a code's number by the definition of its format; beyond the largest it goes on as if there were one exponent more.
func (h half) value(code int) float64 {
	bits := 15 - h.fraction
	bias := 1<<(bits-1) - 1
	sign := 1 - 2*float64(code>>15)
	e, m := code>>h.fraction&(1<<bits-1), code&(1<<h.fraction-1)
	if e == 0 {
		return sign * math.Ldexp(float64(m), 1-bias-h.fraction)
	}
	return sign * math.Ldexp(1+math.Ldexp(float64(m), -h.fraction), e-bias)
}

// infinity is the code of the infinity above 0.
func (h half) infinity() int { return 1<<15 - 1<<h.fraction }

// Each code is the number that its format gives it, and numbers become their codes again.
func TestHalfCodes(t *testing.T) {
	for _, h := range halves {
		for code := range 1 << 16 {
			got := float64(h.widen(uint16(code)))
			special := code&0x7fff - h.infinity()
			if special > 0 {
				if back := h.round(h.widen(uint16(code))); !math.IsNaN(got) || int(back)&0x7fff <= h.infinity() {
					t.Errorf("%s %#x is %v, and that %#x", h.name, code, got, back)
				}
				continue
			}
			want := h.value(code)
			if special == 0 {
				want = math.Inf(1 - code>>15*2)
			}
			if got != want || math.Signbit(got) != (code>>15 == 1) {
				t.Errorf("%s %#x is %v, want %v", h.name, code, got, want)
			}
			if back := h.round(float32(want)); int(back) != code {
				t.Errorf("%s of %v is %#x, want %#x", h.name, want, back, code)
			}
		}
	}
}

// What lies between two numbers goes to the nearer one, what lies in the middle to the one whose last bit is 0; so does what is beyond
// the largest, whose neighbour is infinity (IEEE 754-2019, 4.3.1).
func TestHalfRounding(t *testing.T) {
	for _, h := range halves {
		for code := range h.infinity() {
			middle := float32((h.value(code) + h.value(code+1)) / 2)
			for _, c := range []struct {
				x    float32
				want int
			}{{middle, code + code&1}, {math.Nextafter32(middle, 0), code}, {math.Nextafter32(middle, math.MaxFloat32), code + 1}} {
				for sign := range 2 {
					x := c.x * float32(1-2*sign)
					if got := h.round(x); int(got) != c.want|sign<<15 {
						t.Errorf("%s of %v is %#x, want %#x", h.name, x, got, c.want|sign<<15)
					}
				}
			}
		}
	}
}

// A NaN of any bits, which may all be among those that are cut off, becomes PyTorch's one (c10/util/Half.h, which keeps the sign, and BFloat16.h).
func TestHalfOfNaN(t *testing.T) {
	for bits, want := range map[uint32][2]uint16{0x7fc00000: {0x7e00, 0x7fc0}, 0x7f800001: {0x7e00, 0x7fc0}, 0x7fffffff: {0x7e00, 0x7fc0}, 0xff800001: {0xfe00, 0x7fc0}, 0xffffffff: {0xfe00, 0x7fc0}} {
		for i, h := range halves {
			if got := h.round(math.Float32frombits(bits)); got != want[i] {
				t.Errorf("%s of NaN %#x is %#x, want %#x", h.name, bits, got, want[i])
			}
		}
	}
}
