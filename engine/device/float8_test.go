package device_test

import (
	"math"
	"testing"

	"gputour/engine/device"
)

// value is a code's number by the definition of its format (OCP 8-bit Floating Point Specification 1.0, table 1).
func value(d device.DType, code int) float64 {
	exponent, fraction, bias := 4, 3, 7
	if d == device.Float8E5M2 {
		exponent, fraction, bias = 5, 2, 15
	}
	sign := 1 - 2*float64(code>>7)
	e, m := code>>fraction&(1<<exponent-1), code&(1<<fraction-1)
	last := e == 1<<exponent-1
	switch {
	case d == device.Float8E4M3 && last && m == 7, d == device.Float8E5M2 && last && m != 0:
		return math.NaN()
	case d == device.Float8E5M2 && last:
		return math.Inf(int(sign))
	case e == 0:
		return sign * math.Ldexp(float64(m), 1-bias-fraction)
	}
	return sign * math.Ldexp(1+math.Ldexp(float64(m), -fraction), e-bias)
}

// Each code is the number that the specification gives it, and numbers become their codes again.
func TestFloat8Codes(t *testing.T) {
	for _, d := range []device.DType{device.Float8E4M3, device.Float8E5M2} {
		for code := range 256 {
			want, got := value(d, code), float64(device.Float8ToFloat(d, uint8(code)))
			if got != want && !(math.IsNaN(got) && math.IsNaN(want)) || math.Signbit(got) != math.Signbit(want) && !math.IsNaN(want) {
				t.Errorf("%v %#x is %v, want %v", d, code, got, want)
			}
			back := device.FloatToFloat8(d, float32(want))
			if back != uint8(code) && !math.IsNaN(want) {
				t.Errorf("%v of %v is %#x, want %#x", d, want, back, code)
			}
			if math.IsNaN(want) && back&0x7f != 0x7f {
				t.Errorf("%v of NaN is %#x", d, back)
			}
		}
	}
}

// What lies between two numbers goes to the nearer one, what lies in the middle to the one whose last bit is 0.
func TestFloat8Rounding(t *testing.T) {
	for _, d := range []device.DType{device.Float8E4M3, device.Float8E5M2} {
		for code := range 0x7f {
			low, high := value(d, code), value(d, code+1)
			if math.IsNaN(high) { // one step beyond the largest
				high = 480
			}
			if math.IsInf(high, 1) {
				high = 65536
			}
			if math.IsInf(low, 1) || math.IsNaN(low) {
				continue
			}
			middle := float32((low + high) / 2)
			for _, c := range []struct {
				x    float32
				want int
			}{{middle, code + code&1}, {math.Nextafter32(middle, 0), code}, {math.Nextafter32(middle, 1e6), code + 1}} {
				for sign := range 2 {
					x := c.x * float32(1-2*sign)
					if got := device.FloatToFloat8(d, x); got != uint8(c.want|sign<<7) {
						t.Errorf("%v of %v is %#x, want %#x", d, x, got, c.want|sign<<7)
					}
				}
			}
		}
	}
}

func TestFloat8Limits(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		d    device.DType
		x    float32
		want float64
	}{
		{device.Float8E4M3, 448, 448}, {device.Float8E4M3, 464, 448}, {device.Float8E4M3, 465, math.NaN()}, {device.Float8E4M3, 1000, math.NaN()},
		{device.Float8E4M3, -inf, math.NaN()}, {device.Float8E4M3, 17, 16}, {device.Float8E4M3, 19, 20}, {device.Float8E4M3, 0x1p-10, 0}, {device.Float8E4M3, 0x1.8p-10, 0x1p-9},
		{device.Float8E5M2, 57344, 57344}, {device.Float8E5M2, 61439, 57344}, {device.Float8E5M2, 61440, math.Inf(1)}, {device.Float8E5M2, 1e9, math.Inf(1)},
		{device.Float8E5M2, -inf, math.Inf(-1)}, {device.Float8E5M2, 0x1p-17, 0}, {device.Float8E5M2, 0x1.8p-17, 0x1p-16},
	} {
		got := float64(device.Float8ToFloat(c.d, device.FloatToFloat8(c.d, c.x)))
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v of %v is %v, want %v", c.d, c.x, got, c.want)
		}
	}
}
