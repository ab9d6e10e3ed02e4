package vec

import "unsafe"

// plainGemm is the tile kernel in Go, 4×4.
func plainGemm[T Float]() *gemmKernel {
	tiles := make([]gemmTile, 5)
	for m := 1; m <= 4; m++ {
		tiles[m] = func(c *byte, ldc int, a, b *byte, ldb, k, n int, scale *byte) {
			plainTile[T](c, ldc, a, b, ldb, k, m, n, scale)
		}
	}
	return &gemmKernel{height: 4, width: 4, group: 1, tiles: tiles}
}

func plainTile[T Float](c *byte, ldc int, a, b *byte, ldb, k, m, n int, scale *byte) {
	s := (*[2]T)(unsafe.Pointer(scale))
	pa := unsafe.Slice((*[4]T)(unsafe.Pointer(a)), k)
	var acc [4][4]T
	for p := range pa {
		x, y := &pa[p], (*[4]T)(unsafe.Add(unsafe.Pointer(b), p*ldb))
		for i := range m {
			for j := range acc[i] {
				acc[i][j] += x[i] * y[j]
			}
		}
	}
	for i := range m {
		row := unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(c), i*ldc)), n)
		for j := range row {
			v := s[0] * acc[i][j]
			if s[1] != 0 {
				v += s[1] * row[j]
			}
			row[j] = v
		}
	}
}
