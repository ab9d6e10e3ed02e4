package window

import (
	"sync"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// unfolder lays out what the outputs of a window see (im2col), a block of outputs at a
// time, and adds it back (col2im). It works on a copy of the image with its border of
// zeros, so that every tap of the window is a plain grid of lines; a block is small enough
// that the product which reads it finds it in the second-level cache.
type unfolder[T float32 | float64] struct {
	*window
	channels int
	size     [3]int // of the padded image
	padded   []T    // channels × size
	columns  []T    // a row for each channel and tap, as long as the block
	lines    int    // of outputs in a block
	room     *unfoldRoom[T]
}

// unfoldRoom is the memory of an unfolder, kept for the next: clearing fresh memory costs
// as much as filling it.
type unfoldRoom[T float32 | float64] struct{ padded, columns []T }

var unfoldRooms sync.Pool

// Bounds of a block: elements of all its columns, and outputs, so that the rows of columns
// are few pages apart.
const (
	blockElements = 64 << 10
	blockOutputs  = 1000
)

// newUnfolder takes memory; the padded image is all zeros.
func newUnfolder[T float32 | float64](w *window, channels int) *unfolder[T] {
	room, ok := unfoldRooms.Get().(*unfoldRoom[T])
	if !ok { // none, or one of the other element type
		room = new(unfoldRoom[T])
	}
	u := &unfolder[T]{window: w, channels: channels, room: room}
	for d := range u.size {
		u.size[d] = max((w.out[d]-1)*w.stride[d]+(w.kernel[d]-1)*w.dilation[d]+1, w.pad[d]+w.in[d])
	}
	depth := channels * w.taps()
	u.lines = max(1, min(w.out[0]*w.out[1], blockElements/max(depth*w.out[2], 1), blockOutputs/max(w.out[2], 1)))
	u.padded = roomFor(&u.room.padded, channels*u.size[0]*u.size[1]*u.size[2])
	u.columns = roomFor(&u.room.columns, depth*u.lines*w.out[2])
	clear(u.padded)
	return u
}

func (u *unfolder[T]) free() { unfoldRooms.Put(u.room) }

// roomFor is a slice of n elements over *room, which grows as needed.
func roomFor[T any](room *[]T, n int) []T {
	if len(*room) < n {
		*room = make([]T, n)
	}
	return (*room)[:n]
}

// load copies an image into the padded one.
func (u *unfolder[T]) load(image []T) {
	u.eachSlice(func(inner, outer int) {
		vec.CopyLines(u.padded[outer:], u.size[2], image[inner:], u.in[2], u.in[2], u.in[1])
	})
}

// store copies the padded image's inside into an image.
func (u *unfolder[T]) store(image []T) {
	u.eachSlice(func(inner, outer int) {
		vec.CopyLines(image[inner:], u.in[2], u.padded[outer:], u.size[2], u.in[2], u.in[1])
	})
}

// eachSlice says where the slices of an image begin, in itself and in the padded one.
func (u *unfolder[T]) eachSlice(f func(inner, outer int)) {
	for c := range u.channels {
		for d := range u.in[0] {
			f((c*u.in[0]+d)*u.in[1]*u.in[2], ((c*u.size[0]+d+u.pad[0])*u.size[1]+u.pad[1])*u.size[2]+u.pad[2])
		}
	}
}

// eachBlock visits the outputs in blocks, n of them from at on, until l is stopped.
func (u *unfolder[T]) eachBlock(l *device.Launch, f func(at, n int)) {
	width := u.out[2]
	for at, all := 0, u.outputs(); at < all && !l.Stopped(); at += u.lines * width {
		f(at, min(u.lines*width, all-at))
	}
}

// unfold fills the columns of a block of outputs.
func (u *unfolder[T]) unfold(at, n int) {
	step := u.stride[2]
	u.eachTap(at, n, func(column, image, lines int) {
		if step == 1 {
			vec.CopyLines(u.columns[column:], u.out[2], u.padded[image:], u.stride[1]*u.size[2], u.out[2], lines)
			return
		}
		for i := range lines {
			line, from := u.columns[column+i*u.out[2]:][:u.out[2]], u.padded[image+i*u.stride[1]*u.size[2]:]
			for k := range line {
				line[k] = from[k*step]
			}
		}
	})
}

// fold adds the columns of a block of outputs to the padded image.
func (u *unfolder[T]) fold(at, n int) {
	step := u.stride[2]
	u.eachTap(at, n, func(column, image, lines int) {
		if step == 1 {
			vec.AddLines(u.padded[image:], u.stride[1]*u.size[2], u.columns[column:], u.out[2], u.out[2], lines)
			return
		}
		for i := range lines {
			line, to := u.columns[column+i*u.out[2]:][:u.out[2]], u.padded[image+i*u.stride[1]*u.size[2]:]
			for k, v := range line {
				to[k*step] += v
			}
		}
	})
}

// eachTap says, for every channel and tap, where lines of a block's outputs lie in the
// columns and where in the padded image.
func (u *unfolder[T]) eachTap(at, n int, f func(column, image, lines int)) {
	first, last := at/u.out[2], (at+n)/u.out[2]
	row := 0
	for c := range u.channels {
		for kd := range u.kernel[0] {
			for kh := range u.kernel[1] {
				for kw := range u.kernel[2] {
					for line := first; line < last; {
						d, h := line/u.out[1], line%u.out[1]
						lines := min(last-line, u.out[1]-h)
						depth, height := d*u.stride[0]+kd*u.dilation[0], h*u.stride[1]+kh*u.dilation[1]
						f(row*n+(line-first)*u.out[2], ((c*u.size[0]+depth)*u.size[1]+height)*u.size[2]+kw*u.dilation[2], lines)
						line += lines
					}
					row++
				}
			}
		}
	}
}
