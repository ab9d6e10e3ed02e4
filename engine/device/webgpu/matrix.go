package webgpu

import (
	"math"

	"gputour/engine/device"
)

// This file has the product of matrices: a workgroup computes a tile of 64 by 64, each of its threads four by four elements,
// from strips of the factors that the threads bring into shared memory together.

const (
	tile  = 64
	strip = 16
)

// Words of a product's parameters.
const (
	wordM = iota
	wordN
	wordK
	wordAlpha
	wordBeta
	wordSteps // of each operand: offset, then steps along batch, rows and columns
)

func planMatmul(_ *Device, l *device.Launch) ([]work, []device.Buffer, bool) {
	out, a := &l.Args[0], &l.Args[1]
	for i := range l.Args {
		if l.Args[i].DType != device.Float32 || l.Args[i].Buffer == nil {
			return nil, nil, false
		}
	}
	batch, m, n, k := out.Shape[0], out.Shape[1], out.Shape[2], a.Shape[2]
	if batch > widest || (m+tile-1)/tile > widest || (n+tile-1)/tile > widest {
		return nil, nil, false
	}
	w := work{key: key{op: l.Op, form: tiled, compute: device.Float32, outs: 1}, cost: 2 * float64(batch*m) * float64(n*k)}
	if l.F[0] != 0 {
		w.key.flags = 1
	}
	w.bind(l.Args)
	w.params = make([]uint32, wordSteps+3*4)
	put(w.params, []int{m, n, k})
	w.params[wordAlpha], w.params[wordBeta] = math.Float32bits(float32(l.F[1])), math.Float32bits(float32(l.F[0]))
	for i := range l.Args {
		o := &l.Args[i]
		put(w.params[wordSteps+4*i:], []int{o.Offset, stride(o, 0), stride(o, 1), stride(o, 2)})
	}
	w.groups = [3]uint32{uint32((n + tile - 1) / tile), uint32((m + tile - 1) / tile), uint32(batch)}
	return []work{w}, nil, true
}

func (t *text) tiles() {
	t.at.length = wordSteps + 3*4
	t.line(`var<workgroup> ta: array<f32, %d>;
var<workgroup> tb: array<f32, %d>;`, tile*strip, tile*strip)
	t.line(`@compute @workgroup_size(256)
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
        var v = f(3u) * c[i][j];`)
	if t.key.flags == 1 {
		t.line("        v += f(4u) * bitcast<f32>(r0(o));")
	}
	t.line("        w0(o, bitcast<u32>(v));\n      }\n    }\n  }\n}")
}
