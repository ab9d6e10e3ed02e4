@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 5>;
fn u(i: u32) -> u32 { return p[i >> 2u][i & 3u]; }
fn f(i: u32) -> f32 { return bitcast<f32>(u(i)); }
@group(0) @binding(1) var<storage, read_write> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<u32>;
fn r0(o: u32) -> u32 { return b0[o]; }
fn w0(o: u32, v: u32) { b0[o] = v; }
fn r1(o: u32) -> u32 { return b1[o]; }
var<private> highest: u32 = 0x7f800000u;
fn odd(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
fn two(n: i32) -> f32 { return bitcast<f32>(u32(n + 127) << 23u); }
fn scaled(v: f32, n: i32) -> f32 { let h = n >> 1u; return v * two(h) * two(n - h); }
fn beyond(r: f32) -> f32 {
  var y = 1.9875691500e-4;
  y = y * r + 1.3981999507e-3;
  y = y * r + 8.3334519073e-3;
  y = y * r + 4.1665795894e-2;
  y = y * r + 1.6666665459e-1;
  y = y * r + 5.0000001201e-1;
  return y * r * r + r;
}
fn exponential(x: f32) -> f32 {
  if (odd(x)) { return x; }
  if (x > 88.73) { return bitcast<f32>(highest); }
  if (x < -104.0) { return 0.0; }
  let n = round(x * 1.44269504);
  return scaled(1.0 + beyond((x - n * 0.693359375) + n * 2.12194440e-4), i32(n));
}
fn erf(x: f32) -> f32 {
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
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {
  let row = (group.y * u(1u) + group.x) * 256u + l;
  if (row >= u(0u)) { return; }
  var q = row;
  var o0 = u(4u);
  var o1 = u(6u);
  { let c = q;
    o0 += c * u(5u);
    o1 += c * u(7u);
  }
  let x = bitcast<f32>(r1(o1));
  let v = x * 0.5 * (1.0 + erf(x * 0.7071067811865476));
  w0(o0, bitcast<u32>(v));
}
