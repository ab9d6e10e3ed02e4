//go:build !amd64

package lane

func runTapeAVX2(first, from *op, n int) (*op, int) { return nil, 0 }

func handler(Code) uintptr { return 0 }
