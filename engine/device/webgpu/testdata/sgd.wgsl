@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
fn u(i: u32) -> u32 { return p[i >> 2u][i & 3u]; }
fn f(i: u32) -> f32 { return bitcast<f32>(u(i)); }
@group(0) @binding(1) var<storage, read_write> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<u32>;
@group(0) @binding(3) var<storage, read_write> b2: array<u32>;
fn r0(o: u32) -> u32 { return b0[o]; }
fn w0(o: u32, v: u32) { b0[o] = v; }
fn r1(o: u32) -> u32 { return b1[o]; }
fn w1(o: u32, v: u32) { b1[o] = v; }
fn r2(o: u32) -> u32 { return b2[o]; }
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {
  let row = (group.y * u(1u) + group.x) * 256u + l;
  if (row >= u(0u)) { return; }
  let o0 = u(3u) + row;
  var p = bitcast<f32>(r0(o0));
  let o1 = u(4u) + row;
  var m = bitcast<f32>(r1(o1));
  let o2 = u(5u) + row;
  var g = bitcast<f32>(r2(o2));
  let lr = f(6u);
  let momentum = f(7u);
  let dampening = f(8u);
  let decay = f(9u);
  let nesterov = u(10u) == 1u;
  let maximize = u(11u) == 1u;
  let first = u(12u) == 1u;

  if (maximize) { g = -g; }
  g += decay * p;
  if (momentum != 0.0) {
    if (first) { m = g; } else { m = momentum * m + (1.0 - dampening) * g; }
    if (nesterov) { g += momentum * m; } else { g = m; }
  }
  p -= lr * g;
  w0(o0, bitcast<u32>(p));
  w1(o1, bitcast<u32>(m));
}
