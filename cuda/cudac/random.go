// This file computes the random numbers of C's library as glibc does, so that programs
// print what they print elsewhere.

package cudac

// random is the state of rand and of drand48.
type random struct {
	list    [31]uint32
	at      int
	state48 uint64
}

func newRandom() (r random) {
	r.seed(1)
	r.state48 = 0x1234abcd330e
	return r
}

// seed is srand: glibc's additive feedback generator of degree 31 (TYPE_3).
func (r *random) seed(s uint32) {
	if s == 0 {
		s = 1
	}
	word := int32(s)
	for i := range r.list {
		r.list[i] = uint32(word)
		if word = int32(int64(word) * 16807 % 2147483647); word < 0 {
			word += 2147483647
		}
	}
	r.at = 0
	for range 310 {
		r.next()
	}
}

// next is from 0 to RAND_MAX.
func (r *random) next() uint32 {
	front := (r.at + 3) % 31
	r.list[front] += r.list[r.at]
	r.at = (r.at + 1) % 31
	return r.list[front] >> 1
}

// next48 is from 0 up to 1.
func (r *random) next48() float64 {
	r.state48 = (r.state48*0x5deece66d + 0xb) & (1<<48 - 1)
	return float64(r.state48) / (1 << 48)
}
