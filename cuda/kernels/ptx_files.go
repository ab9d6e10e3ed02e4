//go:build !js

package kernels

import "embed"

//go:embed ptx/*.ptx.gz
var ptxFiles embed.FS
