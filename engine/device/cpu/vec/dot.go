package vec

import "unsafe"

// Dot is the sum of a[i]·b[i] in the order of OpenBLAS's sdot and ddot: four vectors of
// sums over whole groups, folded to 256 bits, added one after the other and then in
// pairs; products that are left over are summed in float64.
func Dot[T Float](a, b []T) T {
	n := min(len(a), len(b))
	a, b = a[:n], b[:n]
	sums, done := dotGroups(a, b)
	width := 32 / int(unsafe.Sizeof(sums[0]))
	for ; done+4*width <= n; done += 4 * width {
		for k := range 4 * width {
			sums[k] = fma(a[done+k], b[done+k], sums[k])
		}
	}
	rest := 0.0
	for i := done; i < n; i++ {
		rest += float64(a[i] * b[i])
	}
	return T(rest + float64(foldDot(sums[:4*width], width)))
}

// dotGroups sums what the widest kernel takes, as four vectors of 256 bits.
func dotGroups[T Float](a, b []T) (sums [4 * 8]T, done int) {
	lanes, width := kernelLanes[T](), 32/int(unsafe.Sizeof(sums[0]))
	kernel := reduceOf[T]().dot
	if kernel == nil || len(a) < 4*lanes {
		return sums, 0
	}
	var out [4 * 16]T
	kernel(bytesOf(out[:]), bytesOf(a), bytesOf(b), len(a))
	for u := range 4 {
		for k := range width {
			sums[u*width+k] = out[u*lanes+k]
			if lanes > width {
				sums[u*width+k] += out[u*lanes+width+k]
			}
		}
	}
	return sums, len(a) / (4 * lanes) * (4 * lanes)
}

// foldDot adds four vectors one after the other, then the halves of what comes out, then
// neighbours.
func foldDot[T Float](sums []T, width int) T {
	v := sums[:width]
	for u := 1; u < 4; u++ {
		for k := range v {
			v[k] += sums[u*width+k]
		}
	}
	half := width / 2
	for k := range half {
		v[k] += v[half+k]
	}
	for ; half > 1; half /= 2 {
		for k := range half / 2 {
			v[k] = v[2*k] + v[2*k+1]
		}
	}
	return v[0]
}
