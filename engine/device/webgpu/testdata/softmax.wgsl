@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 6>;
fn u(i: u32) -> u32 { return p[i >> 2u][i & 3u]; }
fn f(i: u32) -> f32 { return bitcast<f32>(u(i)); }
@group(0) @binding(1) var<storage, read_write> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<u32>;
fn r0(o: u32) -> u32 { return b0[o]; }
fn w0(o: u32, v: u32) { b0[o] = v; }
fn r1(o: u32) -> u32 { return b1[o]; }
var<private> lowest: u32 = 0xff800000u; // minus infinity, which WGSL has no constant for
var<private> highest: u32 = 0x7f800000u;
fn odd(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
fn high(x: f32, y: f32) -> f32 { if (odd(x)) { return x; } if (odd(y)) { return y; } return max(x, y); }
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
fn i0(j: u32) -> u32 {
  var q = j;
  var o = 0u;
  o += q * u(7u);
  return o;
}
fn i1(j: u32) -> u32 {
  var q = j;
  var o = 0u;
  o += q * u(10u);
  return o;
}
var<workgroup> s_topmost: array<f32, 256>;
fn topmost_merge(a: f32, b: f32) -> f32 { return high(a, b); }
fn topmost(l: u32, v: f32) -> f32 {
  s_topmost[l] = v;
  workgroupBarrier();
  for (var k = 128u; k > 0u; k = k >> 1u) {
    if (l < k) { s_topmost[l] = topmost_merge(s_topmost[l], s_topmost[l + k]); }
    workgroupBarrier();
  }
  let r = s_topmost[0];
  workgroupBarrier();
  return r;
}
var<workgroup> s_summed: array<f32, 256>;
fn summed_merge(a: f32, b: f32) -> f32 { return a + b; }
fn summed(l: u32, v: f32) -> f32 {
  s_summed[l] = v;
  workgroupBarrier();
  for (var k = 128u; k > 0u; k = k >> 1u) {
    if (l < k) { s_summed[l] = summed_merge(s_summed[l], s_summed[l + k]); }
    workgroupBarrier();
  }
  let r = s_summed[0];
  workgroupBarrier();
  return r;
}
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {
  let row = group.y * u(1u) + group.x;
  if (row >= u(0u)) { return; }
  var q = row;
  var o0 = u(5u);
  var o1 = u(8u);
  { let c = q;
    o0 += c * u(6u);
    o1 += c * u(9u);
  }
  let n = u(2u);

  var a = bitcast<f32>(lowest);
  for (var j = l; j < n; j += 256u) { a = high(a, bitcast<f32>(r1(o1 + i1(j)))); }
  let most = topmost(l, a);
  a = 0.0;
  for (var j = l; j < n; j += 256u) { a += exponential(bitcast<f32>(r1(o1 + i1(j))) - most); }
  let whole = summed(l, a);
  for (var j = l; j < n; j += 256u) { w0((o0 + i0(j)), bitcast<u32>((exponential(bitcast<f32>(r1(o1 + i1(j))) - most) / whole))); }
}
