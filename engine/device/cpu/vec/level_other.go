//go:build !amd64 && !js

package vec

func bestLevel() level { return levelGo }

func kernelsFor(level) *kernels { return &kernels{} }
