//go:build !amd64

package lane

const fast = false

func fastIndex(uint64) Binary { return nil }

func zerosAVX2(*Vec) uint32                                 { return 0 }
func contiguousAVX2(*Vec, uint64) bool                      { return false }
func outsideAVX2(*Vec, uint64, uint64, uint64) uint32       { return 0 }
func insideAVX2(*Vec, uint64, uint64, uint64) bool          { return false }
func spreadAVX2(*Vec, *byte)                                {}
func spreadSignedAVX2(*Vec, *byte)                          {}
func packAVX2(*byte, *Vec)                                  {}
func blendAVX2(*Vec, *Vec, uint32)                          {}
func i32ToF32AVX2(*Vec, *Vec)                               {}
func fillAVX2(*Vec, uint64)                                 {}
func riseAVX2(z, x, y *Vec, base, dx, dy uint64)            {}
func spreadRowAVX2(*uint64, *byte)                          {}
func spreadRowSignedAVX2(*uint64, *byte)                    {}
func amongAVX2(list *uint32, n int, from, span uint32) bool { return false }
func markAVX2(list *uint32, n int, v uint32)                {}
func fillRowAVX2(z *uint64, v uint64)                       {}
func hashAVX2(x, salt *Vec) uint64                          { return 0 }
