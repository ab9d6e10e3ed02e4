// This file defines moves of lines: parts of a matrix that lie a fixed step apart.

package vec

// lineKernels are the assembly forms for elements of four bytes; steps are in bytes.
type lineKernels struct {
	copyLines, addLines func(dst, src *byte, dstStep, srcStep, width, lines int)
}

// CopyLines copies lines of width elements; the steps are the elements from the start of
// one line to the next. Slices too short for their lines panic.
func CopyLines[T Float](dst []T, dstStep int, src []T, srcStep, width, lines int) {
	if !checkLines(dst, dstStep, src, srcStep, width, lines) {
		return
	}
	if kernel := active.lines.copyLines; kernel != nil && elemOf[T]() == elemF32 {
		kernel(bytesOf(dst), bytesOf(src), dstStep*4, srcStep*4, width, lines)
		return
	}
	for i := range lines {
		copy(dst[i*dstStep:][:width], src[i*srcStep:])
	}
}

// AddLines adds lines to lines, as CopyLines copies them.
func AddLines[T Float](dst []T, dstStep int, src []T, srcStep, width, lines int) {
	if !checkLines(dst, dstStep, src, srcStep, width, lines) {
		return
	}
	if kernel := active.lines.addLines; kernel != nil && elemOf[T]() == elemF32 {
		kernel(bytesOf(dst), bytesOf(src), dstStep*4, srcStep*4, width, lines)
		return
	}
	for i := range lines {
		line := dst[i*dstStep:][:width]
		for k, v := range src[i*srcStep:][:width] {
			line[k] += v
		}
	}
}

func checkLines[T Float](dst []T, dstStep int, src []T, srcStep, width, lines int) bool {
	if width <= 0 || lines <= 0 {
		return false
	}
	if dstStep < 0 || srcStep < 0 || (lines-1)*dstStep+width > len(dst) || (lines-1)*srcStep+width > len(src) {
		panic("vec: lines outside their slice")
	}
	return true
}
