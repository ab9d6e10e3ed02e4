package walk

import "gputour/engine/device"

// This file steps through strided operands, and copies runs of them to contiguous memory
// and back.

// cursor is a position in an operand that moves in iteration order.
type cursor struct {
	shape, strides []int
	index          []int
	offset         int // elements from the operand's start
	room           [8]int
}

// NewCursor stands at an element of operand a, counted in the order of the layout.
func NewCursor(p *Layout, a, linear int) cursor {
	c := cursor{shape: p.Shape, strides: p.Strides[a]}
	if len(p.Shape) > len(c.room) {
		c.index = make([]int, len(p.Shape))
	}
	for d := len(p.Shape) - 1; d >= 0; d-- {
		i := linear % p.Shape[d]
		linear /= p.Shape[d]
		c.set(d, i)
		c.offset += i * c.strides[d]
	}
	return c
}

func (c *cursor) set(d, i int) {
	if c.index != nil {
		c.index[d] = i
	} else {
		c.room[d] = i
	}
}

func (c *cursor) at(d int) int {
	if c.index != nil {
		return c.index[d]
	}
	return c.room[d]
}

// Run returns how many of n elements lie in the current innermost run, and moves past
// them.
func (c *cursor) Run(n int) (offset, step, count int) {
	last := len(c.shape) - 1
	if last < 0 {
		return 0, 0, n
	}
	i := c.at(last)
	count = min(n, c.shape[last]-i)
	offset, step = c.offset, c.strides[last]
	c.set(last, i+count)
	c.offset += count * step
	for d := last; d > 0 && c.at(d) == c.shape[d]; d-- {
		c.offset += c.strides[d-1] - c.shape[d]*c.strides[d]
		c.set(d, 0)
		c.set(d-1, c.at(d-1)+1)
	}
	return offset, step, count
}

func gather(dst, src []byte, size int, c *cursor, n int) {
	for done := 0; done < n; {
		offset, step, count := c.Run(n - done)
		gatherRun(dst[done*size:], src[offset*size:], size, step, count)
		done += count
	}
}

func scatter(dst, src []byte, size int, c *cursor, n int) {
	for done := 0; done < n; {
		offset, step, count := c.Run(n - done)
		scatterRun(dst[offset*size:], src[done*size:], size, step, count)
		done += count
	}
}

func gatherRun(dst, src []byte, size, step, n int) {
	if step == 1 {
		copy(dst[:n*size], src)
		return
	}
	switch size {
	case 1:
		pick(dst[:n], src, step)
	case 2:
		pick(device.Slice[uint16](dst)[:n], device.Slice[uint16](src), step)
	case 4:
		pick(device.Slice[int32](dst)[:n], device.Slice[int32](src), step)
	case 8:
		pick(device.Slice[int64](dst)[:n], device.Slice[int64](src), step)
	default:
		pick(device.Slice[complex128](dst)[:n], device.Slice[complex128](src), step)
	}
}

func scatterRun(dst, src []byte, size, step, n int) {
	if step == 1 {
		copy(dst, src[:n*size])
		return
	}
	switch size {
	case 1:
		place(dst, src[:n], step)
	case 2:
		place(device.Slice[uint16](dst), device.Slice[uint16](src)[:n], step)
	case 4:
		place(device.Slice[int32](dst), device.Slice[int32](src)[:n], step)
	case 8:
		place(device.Slice[int64](dst), device.Slice[int64](src)[:n], step)
	default:
		place(device.Slice[complex128](dst), device.Slice[complex128](src)[:n], step)
	}
}

func pick[T any](dst, src []T, step int) {
	if step == 0 {
		v := src[0]
		for i := range dst {
			dst[i] = v
		}
		return
	}
	for i, j := 0, 0; i < len(dst); i, j = i+1, j+step {
		dst[i] = src[j]
	}
}

func place[T any](dst, src []T, step int) {
	for i, j := 0, 0; i < len(src); i, j = i+1, j+step {
		dst[j] = src[i]
	}
}
