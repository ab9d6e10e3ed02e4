@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 5>;
fn u(i: u32) -> u32 { return p[i >> 2u][i & 3u]; }
fn f(i: u32) -> f32 { return bitcast<f32>(u(i)); }
@group(0) @binding(1) var<storage, read_write> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<u32>;
@group(0) @binding(3) var<storage, read_write> b2: array<u32>;
fn r0(o: u32) -> u32 { return b0[o]; }
fn w0(o: u32, v: u32) { b0[o] = v; }
fn r1(o: u32) -> u32 { return b1[o]; }
fn r2(o: u32) -> u32 { return b2[o]; }
var<workgroup> ta: array<f32, 1024>;
var<workgroup> tb: array<f32, 1024>;
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {
  let m = u(0u); let n = u(1u); let k = u(2u);
  let oc = u(5u) + group.z * u(6u); let oa = u(9u) + group.z * u(10u); let ob = u(13u) + group.z * u(14u);
  let ra = u(11u); let ca = u(12u); let rb = u(15u); let cb = u(16u);
  let row0 = group.y * 64u; let col0 = group.x * 64u;
  let tx = l & 15u; let ty = l >> 4u;
  var c: array<vec4<f32>, 4>;
  for (var k0 = 0u; k0 < k; k0 += 16u) {
    for (var e = 0u; e < 4u; e++) {
      // ta[kk][row] and tb[kk][col]; the order in which threads read follows memory
      var i = l + e * 256u;
      var kk = i & 15u; var r = i >> 4u;
      if (ca != 1u && ra == 1u) { r = i & 63u; kk = i >> 6u; }
      var v = 0.0;
      if (row0 + r < m && k0 + kk < k) { v = bitcast<f32>(r1(oa + (row0 + r) * ra + (k0 + kk) * ca)); }
      ta[kk * 64u + r] = v;
      r = i & 63u; kk = i >> 6u;
      if (cb != 1u && rb == 1u) { kk = i & 15u; r = i >> 4u; }
      v = 0.0;
      if (col0 + r < n && k0 + kk < k) { v = bitcast<f32>(r2(ob + (k0 + kk) * rb + (col0 + r) * cb)); }
      tb[kk * 64u + r] = v;
    }
    workgroupBarrier();
    for (var kk = 0u; kk < 16u; kk++) {
      let b = vec4<f32>(tb[kk * 64u + tx * 4u], tb[kk * 64u + tx * 4u + 1u], tb[kk * 64u + tx * 4u + 2u], tb[kk * 64u + tx * 4u + 3u]);
      let at = kk * 64u + ty * 4u;
      c[0] += ta[at] * b;
      c[1] += ta[at + 1u] * b;
      c[2] += ta[at + 2u] * b;
      c[3] += ta[at + 3u] * b;
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    for (var j = 0u; j < 4u; j++) {
      let row = row0 + ty * 4u + i; let col = col0 + tx * 4u + j;
      if (row < m && col < n) {
        let o = oc + row * u(7u) + col * u(8u);
        var v = f(3u) * c[i][j];
        v += f(4u) * bitcast<f32>(r0(o));
        w0(o, bitcast<u32>(v));
      }
    }
  }
}
