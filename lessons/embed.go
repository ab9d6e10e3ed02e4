// Package lessons holds the course as embedded Markdown. Package lesson reads it.
package lessons

import "embed"

// Files are the lesson files, at the top of the file system. NAME.answers.md stay at
// home: only gputour test reads them.
//
//go:embed *.en.md *.zh.md *.solution.md *.tests.md figures/* pages/*
var Files embed.FS
