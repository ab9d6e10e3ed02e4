@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 6>;
fn u(i: u32) -> u32 { return p[i >> 2u][i & 3u]; }
fn f(i: u32) -> f32 { return bitcast<f32>(u(i)); }
@group(0) @binding(1) var<storage, read_write> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<u32>;
fn r0(o: u32) -> u32 { return b0[o]; }
fn w0(o: u32, v: u32) { b0[o] = v; }
fn r1(o: u32) -> u32 { return b1[o]; }
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
fn fold(l: u32, v: f32) -> f32 { return v; }
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {
  let row = (group.y * u(1u) + group.x) * 256u + l;
  if (row >= u(0u)) { return; }
  var q = row;
  var o0 = u(5u);
  var o1 = u(8u);
  { let c = q;
    o0 += c * u(6u);
    o1 += c * u(9u);
  }
  let n = u(2u);

  var a: f32 = 0.0;
  for (var j = 0u; j < n; j += 1u) { let x = bitcast<f32>(r1(o1 + i1(j))); a = a + x; }
  a = fold(0u, a);
  { w0((o0), bitcast<u32>((a))); }
}
