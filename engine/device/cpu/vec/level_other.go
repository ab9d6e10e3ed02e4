//go:build !amd64

package vec

func bestLevel() level { return levelGo }

func kernelsFor(level) *kernels { return &kernels{} }
