// Products of batches of matrices: out = beta·out + alpha·a·b.
//
// matmul_f32, _f64 and _i64 take any strides and dtypes (gemm.cuh). matmul_f32_nn, _nt, _tn and
// _tt are for large float32 matrices whose rows (n) or columns (t) lie side by side: tiles of
// 128 × 128, of which a thread computes 8 × 8, read 16 bytes at a time. For each value read
// from shared memory a thread does 4 multiplications: about what it takes to keep the
// arithmetic busy. The 8 × 8 are four quarters of 4 × 4, 64 apart, so that a warp reads
// neighbouring vectors of shared memory.
#include "matmul.cuh"

template <class T> struct Product : Matmul {
	DEVICE Row row(const Product &p, u32 batch, u32 row) {
		int size = sizeOf(p.a.dtype);
		return Row{p.a.data + (batch * p.a.batch + row * p.a.row) * size, p.a.column * size};
	}
	DEVICE Row column(const Product &p, u32 batch, u32 column) {
		int size = sizeOf(p.b.dtype);
		return Row{p.b.data + (batch * p.b.batch + column * p.b.column) * size, p.b.row * size};
	}
	DEVICE T left(const Product &p, const Row &r, u32 k) { return Elements<T>::load(r.at + k * r.step, p.a.dtype); }
	DEVICE T right(const Product &p, const Row &r, u32 k) { return Elements<T>::load(r.at + k * r.step, p.b.dtype); }
	DEVICE void store(const Product &p, u32 batch, u32 row, u32 column, T v) {
		u8 *at = p.out.data + (batch * p.out.batch + row * p.out.row + column * p.out.column) * sizeOf(p.out.dtype);
		v = T(p.alpha) * v;
		if (p.beta != 0) v += T(p.beta) * Elements<T>::load(at, p.out.dtype);
		Elements<T>::store(at, p.out.dtype, v);
	}
};

GEMM(matmul_f32, float, Product<float>)
GEMM(matmul_f64, double, Product<double>)
GEMM(matmul_i64, i64, Product<i64>)

const u32 side = 128, slice = 16;
typedef float Four __attribute__((vector_size(16)));

// staged loads what a thread stages of an operand: 8 of the 128 × 16 elements of a slice, as
// two vectors. Operand element (across, k) lies at across·stride + k, or with `along` false
// at across + k·stride.
template <bool along> DEVICE void staged(Four v[2], const float *data, i64 stride, u32 across0, u32 k0, u32 edge, u32 depth) {
	u32 t = threadX();
	UNROLL for (u32 i = 0; i < 2; i++) {
		u32 across = across0 + (along ? t / 4 + 64 * i : t % 32 * 4);
		u32 k = k0 + (along ? t % 4 * 4 : t / 32 + 8 * i);
		const float *at = data + (along ? across * stride + k : across + k * stride);
		v[i] = across < edge && k < depth ? *(const Four *)at : Four{0, 0, 0, 0};
	}
}
template <bool along> DEVICE void place(float (*to)[side + 4], const Four v[2]) {
	u32 t = threadX();
	UNROLL for (u32 i = 0; i < 2; i++) {
		if (along) {
			UNROLL for (u32 j = 0; j < 4; j++) to[t % 4 * 4 + j][t / 4 + 64 * i] = v[i][j];
		} else {
			*(Four *)&to[t / 32 + 8 * i][t % 32 * 4] = v[i];
		}
	}
}

DEVICE void spread(float to[4], const float *from) {
	Four v = *(const Four *)from;
	UNROLL for (int j = 0; j < 4; j++) to[j] = v[j];
}

template <bool ta, bool tb> DEVICE void large(const Matmul &p) {
	SHARED float as[2][slice][side + 4];
	SHARED float bs[2][slice][side + 4];
	u32 row0 = blockY() * side, column0 = blockX() * side, batch = blockZ();
	const float *a = (const float *)p.a.data + batch * p.a.batch, *b = (const float *)p.b.data + batch * p.b.batch;
	i64 aStride = ta ? p.a.column : p.a.row, bStride = tb ? p.b.column : p.b.row;
	Four av[2], bv[2];
	float c[8][8];
	UNROLL for (int i = 0; i < 8; i++)
		UNROLL for (int j = 0; j < 8; j++) c[i][j] = 0;
	u32 x = threadX() % 16 * 4, y = threadX() / 16 * 4, at = 0;
	staged<!ta>(av, a, aStride, row0, 0, p.rows, p.depth);
	staged<tb>(bv, b, bStride, column0, 0, p.columns, p.depth);
	place<!ta>(as[0], av);
	place<tb>(bs[0], bv);
	barrier();
	for (u32 k0 = 0; k0 < p.depth; k0 += slice, at ^= 1) {
		bool more = k0 + slice < p.depth;
		if (more) {
			staged<!ta>(av, a, aStride, row0, k0 + slice, p.rows, p.depth);
			staged<tb>(bv, b, bStride, column0, k0 + slice, p.columns, p.depth);
		}
		UNROLL for (u32 k = 0; k < slice; k++) {
			float u[8], v[8];
			spread(u, as[at][k] + y), spread(u + 4, as[at][k] + y + 64);
			spread(v, bs[at][k] + x), spread(v + 4, bs[at][k] + x + 64);
			UNROLL for (int i = 0; i < 8; i++)
				UNROLL for (int j = 0; j < 8; j++)
					c[i][j] = __builtin_fmaf(u[i], v[j], c[i][j]);
		}
		if (more) {
			place<!ta>(as[at ^ 1], av);
			place<tb>(bs[at ^ 1], bv);
		}
		barrier();
	}
	float *out = (float *)p.out.data + batch * p.out.batch;
	float alpha = (float)p.alpha, beta = (float)p.beta;
	UNROLL for (u32 i = 0; i < 8; i++)
		UNROLL for (u32 h = 0; h < 2; h++) {
			u32 row = row0 + y + i % 4 + i / 4 * 64, column = column0 + x + h * 64;
			if (row >= p.rows || column >= p.columns) continue;
			Four *to = (Four *)(out + row * p.out.row + column), v;
			UNROLL for (int j = 0; j < 4; j++) v[j] = alpha * c[i][h * 4 + j];
			if (beta != 0) {
				Four old = *to;
				UNROLL for (int j = 0; j < 4; j++) v[j] += beta * old[j];
			}
			*to = v;
		}
}

KERNEL_OF(256, matmul_f32_nn, Matmul) { large<false, false>(p); }
KERNEL_OF(256, matmul_f32_nt, Matmul) { large<false, true>(p); }
KERNEL_OF(256, matmul_f32_tn, Matmul) { large<true, false>(p); }
KERNEL_OF(256, matmul_f32_tt, Matmul) { large<true, true>(p); }
