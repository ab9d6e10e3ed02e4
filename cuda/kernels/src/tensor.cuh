// Products of 16-bit matrices on the tensor cores: out = beta·out + alpha·a·b, summed in float.
//
// A block of 4 warps computes a tile of 128 × 128, a warp 64 × 64 of it as 4 × 4 fragments of
// 16 × 16, each the work of one wmma instruction a slice ("PTX ISA", "Warp Level Matrix
// Instructions"): a fragment read from shared memory is used four times. Slices of 32 along
// the common dimension wait in a ring of three stages of shared memory: while one slice is
// multiplied two are on their way. With ASYNC_COPIES, from compute capability 8.0 on, cp.async
// fills the ring, which copies without passing through registers; bfloat16 is there too.
// Rows in shared memory are 8 elements longer than the tile, so that the 8 rows that an
// instruction reads lie in different banks.
//
// The suffix of a kernel says how a and b lie: n by rows, t by columns. Vectors of 8 elements
// are moved whole; the planner sees to it that edges fall between them.
#pragma once
#include "elements.cuh"
#include "matmul.cuh"

const u32 side = 128, slice = 32, stages = 3, pad = 8, tensorThreads = 128;

// F is a 16-bit type of the matrix units: fragments, and products in float.
#ifdef __CUDA__
typedef int Part;
struct F16 {
	static const int parts = 8, dtype = Float16;
	template <bool column> DEVICE void left(Part *f, const u16 *from, u32 stride) {
		__hmma_m16n16k16_ld_a(f, (const int *)from, stride, column);
	}
	template <bool column> DEVICE void right(Part *f, const u16 *from, u32 stride) {
		__hmma_m16n16k16_ld_b(f, (const int *)from, stride, column);
	}
	template <bool ca, bool cb> DEVICE void multiply(float *c, const Part *a, const Part *b) {
		__hmma_m16n16k16_mma_f32f32(c, a, b, c, (ca ? 2 : 0) + (cb ? 1 : 0), 0);
	}
};
#ifdef ASYNC_COPIES
struct BF16 {
	static const int parts = 4, dtype = BFloat16;
	template <bool column> DEVICE void left(Part *f, const u16 *from, u32 stride) {
		__mma_bf16_m16n16k16_ld_a(f, (const int *)from, stride, column);
	}
	template <bool column> DEVICE void right(Part *f, const u16 *from, u32 stride) {
		__mma_bf16_m16n16k16_ld_b(f, (const int *)from, stride, column);
	}
	template <bool ca, bool cb> DEVICE void multiply(float *c, const Part *a, const Part *b) {
		__mma_bf16_m16n16k16_mma_f32(c, a, b, c, (ca ? 2 : 0) + (cb ? 1 : 0), 0);
	}
};
#endif
DEVICE void putFragment(float *to, float *c, u32 stride) { __hmma_m16n16k16_st_c_f32(to, c, stride, 0); }

// copyAsync copies 16 bytes to shared memory, or zeroes when there are none.
#ifdef ASYNC_COPIES
DEVICE void copyAsync(void *to, const void *from, bool any) {
	u64 at;
	asm("cvta.to.shared.u64 %0, %1;" : "=l"(at) : "l"((u64)to));
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"l"(at), "l"(from), "r"(any ? 16 : 0) : "memory");
}
DEVICE void commitCopies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
// awaitCopies waits until all but the latest n groups are there.
template <int n> DEVICE void awaitCopies() { asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory"); }
#else
DEVICE void copyAsync(void *to, const void *from, bool any) {
	typedef int Four __attribute__((vector_size(16)));
	Four none = {0, 0, 0, 0};
	*(Four *)to = any ? *(const Four *)from : none;
}
DEVICE void commitCopies() {}
template <int n> DEVICE void awaitCopies() {}
#endif
#endif

// A stage holds a slice of a, then one of b. An operand lies in it as in global memory: a
// tile's rows along the common dimension (along), or the common dimension's along the tile.
const u32 pitchAlong = slice + pad, pitchAcross = side + pad;
const u32 stageElements = 2 * side * pitchAlong; // the larger form of both
template <bool along> DEVICE u32 placeIn(u32 across, u32 k) { return along ? across * pitchAlong + k : k * pitchAcross + across; }

template <bool along> DEVICE void stage(u16 *to, const u16 *from, i64 stride, u32 across0, u32 k0, u32 edge, u32 depth) {
	UNROLL for (u32 i = 0; i < 4; i++) {
		u32 v = threadX() + tensorThreads * i; // of the slice's 512 vectors
		u32 across = along ? v / 4 : v % 16 * 8, k = along ? v % 4 * 8 : v / 16;
		bool any = across0 + across < edge && k0 + k < depth;
		i64 at = along ? (across0 + across) * stride + k0 + k : (k0 + k) * stride + across0 + across;
		copyAsync(to + placeIn<along>(across, k), any ? from + at : from, any);
	}
}

template <class F, bool ta, bool tb> DEVICE void matmulTensor(const Matmul &p) {
	u16 *room = (u16 *)sharedBytes();
	u32 row0 = blockY() * side, column0 = blockX() * side, batch = blockZ(), warp = threadX() / 32;
	const u16 *a = (const u16 *)p.a.data + batch * p.a.batch, *b = (const u16 *)p.b.data + batch * p.b.batch;
	i64 aStride = ta ? p.a.column : p.a.row, bStride = tb ? p.b.column : p.b.row;
	u32 rowWarp = warp / 2 * 64, columnWarp = warp % 2 * 64, slices = (p.depth + slice - 1) / slice;
	float c[4][4][8];
	UNROLL for (int i = 0; i < 4; i++)
		UNROLL for (int j = 0; j < 4; j++)
			UNROLL for (int k = 0; k < 8; k++) c[i][j][k] = 0;
	for (u32 s = 0; s < stages - 1; s++) {
		u16 *to = room + s * stageElements;
		if (s < slices) {
			stage<!ta>(to, a, aStride, row0, s * slice, p.rows, p.depth);
			stage<tb>(to + stageElements / 2, b, bStride, column0, s * slice, p.columns, p.depth);
		}
		commitCopies();
	}
	for (u32 s = 0; s < slices; s++) {
		awaitCopies<stages - 2>();
		barrier(); // slice s is there for all, and slice s − 1 has been used by all
		u32 next = s + stages - 1;
		u16 *to = room + next % stages * stageElements;
		if (next < slices) {
			stage<!ta>(to, a, aStride, row0, next * slice, p.rows, p.depth);
			stage<tb>(to + stageElements / 2, b, bStride, column0, next * slice, p.columns, p.depth);
		}
		commitCopies();
		const u16 *as = room + s % stages * stageElements, *bs = as + stageElements / 2;
		UNROLL for (u32 k = 0; k < slice; k += 16) {
			Part left[4][F::parts], right[4][F::parts];
			UNROLL for (u32 i = 0; i < 4; i++)
				F::template left<ta>(left[i], as + placeIn<!ta>(rowWarp + 16 * i, k), ta ? pitchAcross : pitchAlong);
			UNROLL for (u32 j = 0; j < 4; j++)
				F::template right<tb>(right[j], bs + placeIn<tb>(columnWarp + 16 * j, k), tb ? pitchAlong : pitchAcross);
			UNROLL for (u32 i = 0; i < 4; i++)
				UNROLL for (u32 j = 0; j < 4; j++) F::template multiply<ta, tb>(c[i][j], left[i], right[j]);
		}
	}
	awaitCopies<0>();
	barrier(); // the stages are free: they hold the results on their way out
	float *mine = (float *)room + warp * 16 * 20;
	float alpha = (float)p.alpha, beta = (float)p.beta;
	UNROLL for (u32 i = 0; i < 4; i++)
		UNROLL for (u32 j = 0; j < 4; j++) {
			putFragment(mine, c[i][j], 20);
			warpBarrier();
			for (u32 e = threadX() % 32; e < 256; e += 32) {
				u32 row = row0 + rowWarp + 16 * i + e / 16, column = column0 + columnWarp + 16 * j + e % 16;
				if (row >= p.rows || column >= p.columns) continue;
				u16 *to = (u16 *)p.out.data + batch * p.out.batch + row * p.out.row + column * p.out.column;
				float v = alpha * mine[e / 16 * 20 + e % 16];
				if (beta != 0) v += beta * Own<float>::load(to, F::dtype);
				Own<float>::store(to, F::dtype, v);
			}
			warpBarrier();
		}
}

#define TENSOR(NAME, F)                                                                            \
	KERNEL_OF(128, NAME##_nn, Matmul) { matmulTensor<F, false, false>(p); }                        \
	KERNEL_OF(128, NAME##_nt, Matmul) { matmulTensor<F, false, true>(p); }                         \
	KERNEL_OF(128, NAME##_tn, Matmul) { matmulTensor<F, true, false>(p); }                         \
	KERNEL_OF(128, NAME##_tt, Matmul) { matmulTensor<F, true, true>(p); }
