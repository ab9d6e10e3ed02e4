// Products of matrices whose elements are computed where they are needed: c = a·b for any
// problem that says what element (row, k) of a and (k, column) of b are and what to do with
// c's. Plain products with odd strides and dtypes are one problem, convolutions others.
//
// A block computes a tile of 64 × 64 of c, a thread 4 × 4 of it. Slices of 16 along the
// common dimension are staged in shared memory, so that each element read from global memory
// is used 64 times; while one slice is multiplied the next one is on its way. See V. Volkov,
// J. Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", 2008.
//
// Where tiles are few and the common dimension is long, it is split over blocks, whose sums
// another kernel adds, always in the same order.
#pragma once
#include "walk.cuh"

const u32 gemmTile = 64, gemmSlice = 16, gemmThreads = 256;

// Split says which part of the common dimension a block sums. Its blockZ counts batches and,
// within one, splits.
struct Split {
	u8 *sums; // sums[split][batch][row][column] as the accumulator's type; null: one split
	u32 splits, chunk;
};

// sumOf is a·b + c, in one operation where there is one.
DEVICE float sumOf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
DEVICE double sumOf(double a, double b, double c) { return __builtin_fma(a, b, c); }
DEVICE i64 sumOf(i64 a, i64 b, i64 c) { return a * b + c; }

// Staged is where a thread stands in a tile of one operand: four elements, each at a place
// across the tile and one along the common dimension. Neighbouring threads go along what
// lies side by side in memory.
DEVICE u32 stagedAcross(bool along, u32 t, u32 i) { return along ? t / gemmSlice + gemmSlice * i : t % gemmTile; }
DEVICE u32 stagedAlong(bool along, u32 t, u32 i) { return along ? t % gemmSlice : t / gemmTile + 4 * i; }

// P is a problem: rows, columns and depth; whether a and b lie along the common dimension;
// Row and Column, what is known of one before k is; left and right, the elements; store.
template <class T, class P> DEVICE void gemm(const P &p) {
	SHARED T as[2][gemmSlice][gemmTile + 1], bs[2][gemmSlice][gemmTile + 1];
	u32 t = threadX(), batch = blockZ() / p.split.splits, part = blockZ() % p.split.splits;
	u32 row0 = blockY() * gemmTile, column0 = blockX() * gemmTile;
	u32 from = part * p.split.chunk, to = minOf(from + p.split.chunk, p.depth);
	typename P::Row rows[4];
	typename P::Column columns[4];
	UNROLL for (u32 i = 0; i < 4; i++) {
		rows[i] = P::row(p, batch, row0 + stagedAcross(p.aAlong, t, i));
		columns[i] = P::column(p, batch, column0 + stagedAcross(p.bAlong, t, i));
	}
	T a[4], b[4], c[4][4];
	UNROLL for (int i = 0; i < 4; i++)
		UNROLL for (int j = 0; j < 4; j++) c[i][j] = 0;
	u32 across = t % 16, down = t / 16, at = 0;
	for (u32 k0 = from; k0 < to + gemmSlice; k0 += gemmSlice) { // one turn more: multiplying lags behind loading
		if (k0 < to) {
			UNROLL for (u32 i = 0; i < 4; i++) {
				u32 ka = k0 + stagedAlong(p.aAlong, t, i), kb = k0 + stagedAlong(p.bAlong, t, i);
				a[i] = ka < to && row0 + stagedAcross(p.aAlong, t, i) < p.rows ? P::left(p, rows[i], ka) : T(0);
				b[i] = kb < to && column0 + stagedAcross(p.bAlong, t, i) < p.columns ? P::right(p, columns[i], kb) : T(0);
			}
		}
		if (k0 > from) {
			UNROLL for (u32 k = 0; k < gemmSlice; k++)
				UNROLL for (u32 i = 0; i < 4; i++)
					UNROLL for (u32 j = 0; j < 4; j++)
						c[i][j] = sumOf(as[at ^ 1][k][down + 16 * i], bs[at ^ 1][k][across + 16 * j], c[i][j]);
		}
		if (k0 < to) {
			UNROLL for (u32 i = 0; i < 4; i++) {
				as[at][stagedAlong(p.aAlong, t, i)][stagedAcross(p.aAlong, t, i)] = a[i];
				bs[at][stagedAlong(p.bAlong, t, i)][stagedAcross(p.bAlong, t, i)] = b[i];
			}
		}
		barrier();
		at ^= 1;
	}
	UNROLL for (u32 i = 0; i < 4; i++)
		UNROLL for (u32 j = 0; j < 4; j++) {
			u32 row = row0 + down + 16 * i, column = column0 + across + 16 * j;
			if (row >= p.rows || column >= p.columns) continue;
			if (p.split.splits > 1) {
				i64 place = (((i64)part * p.batches + batch) * p.rows + row) * p.columns + column;
				((T *)p.split.sums)[place] = c[i][j];
			} else {
				P::store(p, batch, row, column, c[i][j]);
			}
		}
}

// gemmSum adds the splits of an element.
template <class T, class P> DEVICE void gemmSum(const P &p) {
	i64 n = (i64)p.rows * p.columns * p.batches, i = (i64)blockX() * blockWidth() + threadX();
	if (i >= n) return;
	T c = 0;
	for (u32 s = 0; s < p.split.splits; s++) c += ((const T *)p.split.sums)[s * n + i];
	i64 of = i / p.columns;
	P::store(p, (u32)(of / p.rows), (u32)(of % p.rows), (u32)(i % p.columns), c);
}

#define GEMM(NAME, T, P)                                                                           \
	KERNEL_OF(256, NAME, P) { gemm<T>(p); }                                                        \
	KERNEL_OF(256, NAME##_sum, P) { gemmSum<T>(p); }
