@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 7>;
fn u(i: u32) -> u32 { return p[i >> 2u][i & 3u]; }
fn f(i: u32) -> f32 { return bitcast<f32>(u(i)); }
@group(0) @binding(1) var<storage, read_write> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<u32>;
@group(0) @binding(3) var<storage, read_write> b2: array<u32>;
fn r0(o: u32) -> u32 { return b0[o]; }
fn w0(o: u32, v: u32) { b0[o] = v; }
fn r1(o: u32) -> u32 { return b1[o]; }
fn r2(o: u32) -> u32 { return b2[o]; }
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {
  let row = (group.y * u(1u) + group.x) * 256u + l;
  if (row >= u(0u)) { return; }
  var q = row;
  var o0 = u(5u);
  var o1 = u(8u);
  var o2 = u(11u);
  { let c = q % u(4u); q = q / u(4u);
    o0 += c * u(7u);
    o1 += c * u(10u);
    o2 += c * u(13u);
  }
  { let c = q;
    o0 += c * u(6u);
    o1 += c * u(9u);
    o2 += c * u(12u);
  }
  let x = bitcast<f32>(r1(o1));
  let y = bitcast<f32>(r2(o2));
  let v = x + f(14u) * y;
  w0(o0, bitcast<u32>(v));
}
