//go:build !js

// Package dom exists under GOOS=js only; see patch.go.
package dom
