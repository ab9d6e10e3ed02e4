package vec

// Bounds of the products that are computed as inner products of rows: small results of
// A·Bᵀ with a shared dimension long enough. They are OpenBLAS's
// (kernel/x86_64/sgemm_small_kernel_permit_skylakex.c); results below them, such as those
// of a small nn.Linear, then have its bits.
const (
	dotsResults = 1200
	dotsDepth   = 32
)

// byDots computes the product as inner products, where it is of the kind above.
func (g *product[T]) byDots(m, n int) bool {
	kernel := active.gemm.fourDots
	if kernel == nil || elemOf[T]() != elemF32 || bool(g.ta) || !bool(g.tb) || !g.whole || n == 1 || m*n > dotsResults || g.k < dotsDepth {
		return false
	}
	var out [4]T
	for i := range m {
		a, row := bytesOf(g.a[i*g.lda:]), g.c[i*g.ldc:i*g.ldc+n]
		for j := 0; j < n; {
			have, ldb := min(4, n-j), g.ldb*4
			if have < 4 { // one row at a time, four times over
				have, ldb = 1, 0
			}
			kernel(bytesOf(out[:]), a, bytesOf(g.b[j*g.ldb:]), ldb, g.k)
			for q, sum := range out[:have] {
				g.put(&row[j+q], sum)
			}
			j += have
		}
	}
	return true
}

// put writes alpha·sum + beta·old.
func (g *product[T]) put(c *T, sum T) {
	v := g.scale[0] * sum
	if g.scale[1] != 0 {
		v += g.scale[1] * *c
	}
	*c = v
}
