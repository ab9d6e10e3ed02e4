@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 6>;
fn u(i: u32) -> u32 { return p[i >> 2u][i & 3u]; }
fn f(i: u32) -> f32 { return bitcast<f32>(u(i)); }
@group(0) @binding(1) var<storage, read_write> b0: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> b1: array<u32>;
@group(0) @binding(3) var<storage, read_write> b2: array<u32>;
fn r0(o: u32) -> u32 { return (atomicLoad(&b0[o >> 2u]) >> ((o & 3u) * 8u)) & 255u; }
fn w0(o: u32, v: u32) { let s = (o & 3u) * 8u; atomicAnd(&b0[o >> 2u], ~(255u << s)); atomicOr(&b0[o >> 2u], v << s); }
fn r1(o: u32) -> u32 { return b1[o]; }
fn r2(o: u32) -> u32 { return (b2[o >> 2u] >> ((o & 3u) * 8u)) & 255u; }
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {
  let row = (group.y * u(1u) + group.x) * 256u + l;
  if (row >= u(0u)) { return; }
  var q = row;
  var o0 = u(4u);
  var o1 = u(6u);
  var o2 = u(8u);
  { let c = q;
    o0 += c * u(5u);
    o1 += c * u(7u);
    o2 += c * u(9u);
  }
  let x = bitcast<i32>(r1(o1));
  let y = i32(r2(o2));
  let v = x < y;
  w0(o0, select(0u, 1u, v));
}
