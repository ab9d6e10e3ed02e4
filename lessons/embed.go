// Package lessons holds the course as embedded Markdown. Package lesson reads it.
package lessons

import "embed"

// Files are the lesson files, at the top of the file system.
//
//go:embed *.md figures/* pages/*
var Files embed.FS
