package webgpu

import "strings"

// This file has the functions that kernels share. WGSL's own exp, sin and the like may be off by far more than PyTorch's, so
// that these are ours: ranges are reduced as Cody and Waite do, and the polynomials are those of Cephes and FreeBSD's msun
// in single precision, good to two units in the last place.

// functions are in the order in which they may be used: each calls only those before it.
var functions = []struct{ name, source string }{
	{"lowest", "var<private> lowest: u32 = 0xff800000u; // minus infinity, which WGSL has no constant for\n"},
	{"highest", "var<private> highest: u32 = 0x7f800000u;\n"},
	{"unknown", "var<private> unknown: u32 = 0x7fc00000u; // NaN\n"},
	{"odd", "fn odd(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }\n"},
	{"high", "fn high(x: f32, y: f32) -> f32 { if (odd(x)) { return x; } if (odd(y)) { return y; } return max(x, y); }\n"},
	{"low", "fn low(x: f32, y: f32) -> f32 { if (odd(x)) { return x; } if (odd(y)) { return y; } return min(x, y); }\n"},
	// Browsers may take it that there is no NaN where they compare; bits they leave alone.
	{"truth", "fn truth(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) != 0u; }\n"},
	// whole converts as processors do: what does not fit is the least int32.
	{"whole", "fn whole(x: f32) -> i32 { if (!(abs(x) < 2147483648.0)) { return -2147483647 - 1; } return i32(x); }\n"},
	// scaled is v·2^n in two steps, since 2^n alone may be no float32.
	{"scaled", `fn two(n: i32) -> f32 { return bitcast<f32>(u32(n + 127) << 23u); }
fn scaled(v: f32, n: i32) -> f32 { let h = n >> 1u; return v * two(h) * two(n - h); }
`},
	// beyond is exp(r) - 1 for |r| ≤ ln 2 / 2.
	{"beyond", `fn beyond(r: f32) -> f32 {
  var y = 1.9875691500e-4;
  y = y * r + 1.3981999507e-3;
  y = y * r + 8.3334519073e-3;
  y = y * r + 4.1665795894e-2;
  y = y * r + 1.6666665459e-1;
  y = y * r + 5.0000001201e-1;
  return y * r * r + r;
}
`},
	{"exponential", `fn exponential(x: f32) -> f32 {
  if (odd(x)) { return x; }
  if (x > 88.73) { return bitcast<f32>(highest); }
  if (x < -104.0) { return 0.0; }
  let n = round(x * 1.44269504);
  return scaled(1.0 + beyond((x - n * 0.693359375) + n * 2.12194440e-4), i32(n));
}
`},
	{"exponential2", `fn exponential2(x: f32) -> f32 {
  if (odd(x)) { return x; }
  if (x >= 128.0) { return bitcast<f32>(highest); }
  if (x < -150.0) { return 0.0; }
  let n = round(x);
  return scaled(1.0 + beyond((x - n) * 0.69314718), i32(n));
}
`},
	{"expm1", `fn expm1(x: f32) -> f32 {
  if (odd(x)) { return x; }
  if (x > 88.73) { return bitcast<f32>(highest); }
  if (x < -20.0) { return -1.0; }
  let n = round(x * 1.44269504);
  let r = beyond((x - n * 0.693359375) + n * 2.12194440e-4);
  if (n == 0.0) { return r; }
  if (n > 30.0) { return scaled(1.0 + r, i32(n)); }
  let s = two(i32(n));
  return s * r + (s - 1.0);
}
`},
	// mantissa splits x into m·2^n with m from √½ to √2, and gives m - 1; series is log(1 + m) - m + m²/2.
	{"series", `fn mantissa(x: f32, n: ptr<function, f32>) -> f32 {
  var v = x;
  var e = -126.0;
  if (v < 1.17549435e-38) { v = v * 8388608.0; e = -149.0; }
  let bits = bitcast<u32>(v);
  e = e + f32(bits >> 23u);
  var m = bitcast<f32>((bits & 0x7fffffu) | 0x3f000000u);
  if (m < 0.70710678) { e = e - 1.0; m = m + m - 1.0; } else { m = m - 1.0; }
  *n = e;
  return m;
}
fn series(m: f32) -> f32 {
  var y = 7.0376836292e-2;
  y = y * m - 1.1514610310e-1;
  y = y * m + 1.1676998740e-1;
  y = y * m - 1.2420140846e-1;
  y = y * m + 1.4249322787e-1;
  y = y * m - 1.6668057665e-1;
  y = y * m + 2.0000714765e-1;
  y = y * m - 2.4999993993e-1;
  y = y * m + 3.3333331174e-1;
  return y * m * m * m;
}
`},
	{"logarithm", `fn logarithm(x: f32) -> f32 {
  if (odd(x) || x < 0.0) { return bitcast<f32>(unknown); }
  if (x == 0.0) { return bitcast<f32>(lowest); }
  if (bitcast<u32>(x) == 0x7f800000u) { return x; }
  var n = 0.0;
  let m = mantissa(x, &n);
  return n * 0.693359375 + (m + ((series(m) - n * 2.12194440e-4) - 0.5 * m * m));
}
`},
	{"logarithm2", `fn logarithm2(x: f32) -> f32 {
  if (odd(x) || x < 0.0) { return bitcast<f32>(unknown); }
  if (x == 0.0) { return bitcast<f32>(lowest); }
  if (bitcast<u32>(x) == 0x7f800000u) { return x; }
  var n = 0.0;
  let m = mantissa(x, &n);
  let y = series(m) - 0.5 * m * m;
  return ((y * 0.44269504 + m * 0.44269504) + y + m) + n;
}
`},
	{"log1p", `fn log1p(x: f32) -> f32 {
  if (odd(x) || bitcast<u32>(x) == 0x7f800000u) { return x; }
  if (x > -0.29 && x < 0.41) { return x + (series(x) - 0.5 * x * x); }
  return logarithm(1.0 + x);
}
`},
	// far is the quarter turns in |x| ≥ 8192, and r what is left of it: |x| times as many bits of 2/π as matter (M. Payne
	// and R. Hanek, 1983).
	{"far", `const turns = array<u32, 10>(0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u, 0u);
fn upper(a: u32, b: u32) -> u32 {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let one = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let two = (a & 0xffffu) * (b >> 16u) + (one & 0xffffu);
  return (a >> 16u) * (b >> 16u) + (one >> 16u) + (two >> 16u);
}
fn bitsAt(at: u32) -> u32 {
  var list = turns;
  let w = at >> 5u; let s = at & 31u;
  if (s == 0u) { return list[w]; }
  return (list[w] << s) | (list[w + 1u] >> (32u - s));
}
fn far(x: f32, r: ptr<function, f32>) -> u32 {
  let b = bitcast<u32>(x) & 0x7fffffffu;
  let m = (b & 0x7fffffu) | 0x800000u;
  let at = (b >> 23u) - 120u;
  let middle = m * bitsAt(at + 32u) + upper(m, bitsAt(at + 64u));
  var top = m * bitsAt(at) + upper(m, bitsAt(at + 32u));
  if (middle < m * bitsAt(at + 32u)) { top += 1u; }
  let part = (top << 2u) | (middle >> 30u);
  *r = f32(bitcast<i32>(part)) * 2.3283064365386963e-10 * 1.57079637;
  return (top >> 30u) + (part >> 31u);
}
`},
	// sine is sin(x), or with shift 1 cos(x).
	{"sine", `fn sine(x: f32, shift: u32) -> f32 {
  if ((bitcast<u32>(x) & 0x7f800000u) == 0x7f800000u) { return bitcast<f32>(unknown); }
  if (abs(x) >= 8192.0) {
    var rest = 0.0;
    let turn = far(x, &rest);
    return select(1.0, -1.0, x < 0.0 && shift == 0u) * wave(rest, turn + shift);
  }
  let n = round(x * 0.63661977);
  return wave(((x - n * 1.5703125) - n * 4.837512969970703125e-4) - n * 7.54978995489188216e-8, bitcast<u32>(i32(n)) + shift);
}
fn wave(r: f32, turn: u32) -> f32 {
  let z = r * r;
  let s = ((-1.9515295891e-4 * z + 8.3321608736e-3) * z - 1.6666654611e-1) * z * r + r;
  let c = ((2.443315711809948e-5 * z - 1.388731625493765e-3) * z + 4.166664568298827e-2) * z * z - 0.5 * z + 1.0;
  let quarter = turn & 3u;
  return select(1.0, -1.0, quarter > 1u) * select(s, c, (quarter & 1u) == 1u);
}
`},
	{"hyperbolic", `fn hyperbolic(x: f32) -> f32 {
  if (odd(x)) { return x; }
  let v = abs(x);
  if (v < 0.625) {
    let z = x * x;
    return ((((-5.70498872745e-3 * z + 2.06390887954e-2) * z - 5.37397155531e-2) * z + 1.33314422036e-1) * z - 3.33332819422e-1) * z * x + x;
  }
  return sign(x) * (1.0 - 2.0 / (exponential(2.0 * min(v, 40.0)) + 1.0));
}
`},
	{"erf", `fn erf(x: f32) -> f32 {
  if (odd(x)) { return x; }
  let v = abs(x);
  if (v < 0.84375) {
    let z = x * x;
    let r = 1.28379167e-1 + z * (-3.25042107e-1 + z * (-2.84817496e-2 + z * (-5.77027030e-3 + z * -2.37630167e-5)));
    let s = 1.0 + z * (3.97917224e-1 + z * (6.50222499e-2 + z * (5.08130628e-3 + z * (1.32494738e-4 + z * -3.96022828e-6))));
    return x + x * (r / s);
  }
  if (v < 1.25) {
    let z = v - 1.0;
    let r = -2.36211856e-3 + z * (4.14856119e-1 + z * (-3.72207876e-1 + z * (3.18346620e-1 + z * (-1.10894694e-1 + z * (3.54783043e-2 + z * -2.16637559e-3)))));
    let s = 1.0 + z * (1.06420880e-1 + z * (5.40397918e-1 + z * (7.18286544e-2 + z * (1.26171220e-1 + z * (1.36370839e-2 + z * 1.19844998e-2)))));
    return sign(x) * (8.45062912e-1 + r / s);
  }
  if (v >= 6.0) { return sign(x); }
  let w = 1.0 / (v * v);
  var r = -9.86494403e-3 + w * (-6.93858573e-1 + w * (-1.05586262e1 + w * (-6.23753325e1 + w * (-1.62396669e2 + w * (-1.84605093e2 + w * (-8.12874355e1 + w * -9.81432934))))));
  var s = 1.0 + w * (1.96512717e1 + w * (1.37657754e2 + w * (4.34565877e2 + w * (6.45387272e2 + w * (4.29008140e2 + w * (1.08635006e2 + w * (6.57024977 + w * -6.04244152e-2)))))));
  if (v >= 2.857142857) {
    r = -9.86494292e-3 + w * (-7.99283237e-1 + w * (-1.77579550e1 + w * (-1.60636385e2 + w * (-6.37566443e2 + w * (-1.02509513e3 + w * -4.83519192e2)))));
    s = 1.0 + w * (3.03380607e1 + w * (3.25792513e2 + w * (1.53672959e3 + w * (3.19985822e3 + w * (2.55305040e3 + w * (4.74528541e2 + w * -2.24409524e1))))));
  }
  return sign(x) * (1.0 - exponential(-v * v - 0.5625) * exponential(r / s) / v);
}
`},
	// power multiplies for small whole exponents, which is exact where PyTorch's is.
	{"power", `fn power(x: f32, y: f32) -> f32 {
  if (y == 0.0 || x == 1.0) { return 1.0; }
  if (odd(x) || odd(y)) { return bitcast<f32>(unknown); }
  if (y == 0.5 && x >= 0.0) { return sqrt(x); }
  let endless = (bitcast<u32>(y) & 0x7fffffffu) == 0x7f800000u;
  if (endless && x == -1.0) { return 1.0; }
  let whole = round(y) == y;
  if (whole && abs(y) <= 16.0) {
    var r = x;
    for (var k = 1.0; k < abs(y); k += 1.0) { r *= x; }
    return select(r, 1.0 / r, y < 0.0);
  }
  let v = abs(x);
  if (x < 0.0 && !whole && bitcast<u32>(x) != 0xff800000u) { return bitcast<f32>(unknown); }
  var r = 0.0;
  if (v == 0.0 || bitcast<u32>(v) == 0x7f800000u || endless) {
    r = select(0.0, bitcast<f32>(highest), (v > 1.0) == (y > 0.0));
  } else {
    var n = 0.0;
    let m = mantissa(v, &n);
    let s = series(m) - 0.5 * m * m;
    let l = (s * 0.44269504 + m * 0.44269504) + s + m; // the second logarithm of 1 + m
    let head = bitcast<f32>(bitcast<u32>(y) & 0xfffff000u); // times n it is exact
    let tail = (y - head) * n + y * l;
    let k = round(head * n + tail);
    if (k >= 129.0) { r = bitcast<f32>(highest); }
    if (k > -150.0 && k < 129.0) { r = scaled(1.0 + beyond(((head * n - k) + tail) * 0.69314718), i32(k)); }
  }
  return select(r, -r, x < 0.0 && whole && abs(y) < 16777216.0 && (i32(y) & 1) == 1);
}
`},
}

// library is the functions that some WGSL calls, and those that they call.
func library(code string) string {
	needed := map[int]bool{}
	var list []string
	for i := len(functions) - 1; i >= 0; i-- {
		f := functions[i]
		if calls(code, f.name) {
			needed[i] = true
			code += f.source
		}
	}
	for i, f := range functions {
		if needed[i] {
			list = append(list, f.source)
		}
	}
	return strings.Join(list, "")
}

// calls reports a name that stands in code as a function's or as a value's.
func calls(code, name string) bool {
	return strings.Contains(code, name+"(") || strings.Contains(code, "("+name+")") || name == "scaled" && strings.Contains(code, "two(")
}
