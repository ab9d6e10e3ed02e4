// Package gputour holds the project's own documents, which package server/docs makes pages of.
package gputour

import "embed"

// Documents are the documents by their path in the project.
//
//go:embed README.md CHANGELOG.md CONTRIBUTING.md engine/*.md engine/device/*.md cuda/*.md cuda/kernels/*.md
//go:embed server/*.md server/assign/*.md server/federate/*.md wasm/*.md
var Documents embed.FS
