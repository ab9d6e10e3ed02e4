package vec

import (
	"slices"
	"testing"
)

func TestLines(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range []int{1, 3, 7, 8, 15, 16, 17, 33, 64} {
			const lines, dstStep, srcStep = 3, 70, 67
			src, dst := make([]float32, lines*srcStep), make([]float32, lines*dstStep)
			for i := range src {
				src[i] = float32(i + 1)
			}
			for i := range dst {
				dst[i] = -1
			}
			copied, added := slices.Clone(dst), slices.Clone(dst)
			for i := range lines {
				for k := range width {
					copied[i*dstStep+k] = src[i*srcStep+k]
					added[i*dstStep+k] += src[i*srcStep+k]
				}
			}
			got := slices.Clone(dst)
			CopyLines(got, dstStep, src, srcStep, width, lines)
			if !slices.Equal(got, copied) {
				t.Errorf("CopyLines of width %d: %v, want %v", width, got, copied)
			}
			got = slices.Clone(dst)
			AddLines(got, dstStep, src, srcStep, width, lines)
			if !slices.Equal(got, added) {
				t.Errorf("AddLines of width %d: %v, want %v", width, got, added)
			}
		}
	})
}
