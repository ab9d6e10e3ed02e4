// Walking strided operands: where the n-th element lies.
#pragma once
#include "elementwise.cuh"

// Walk turns a position, counted with the first dimension fastest, into an offset.
struct Walk {
	u32 dims;
	Divider sizes[maxDims];
	u32 unused;
	i64 strides[maxDims]; // in elements

	DEVICE i64 offset(const Walk &w, u32 n) {
		if (w.dims == 1) return n * w.strides[0];
		i64 at = 0;
		for (u32 d = 0; d < w.dims; d++) {
			u32 q = Divider::quotient(w.sizes[d], n);
			at += (n - q * w.sizes[d].d) * w.strides[d];
			n = q;
		}
		return at;
	}
};
