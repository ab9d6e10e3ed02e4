//go:build !js

// Package dom exists under GOOS=js, but for what needs no page; see patch.go.
package dom
