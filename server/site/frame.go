package site

import (
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"regexp"
	"strings"

	"gputour/web"
)

// This file makes the documents of frames whole: a frame of an opaque origin gets nothing by its address without a network.

// frames are the documents that pages write into frames, by plain name.
var frames = map[string]bool{"frame.html": true, "frame-diagram.html": true}

var (
	sourced = regexp.MustCompile(`<script src="([^"]*)"[^>]*></script>`)
	inline  = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
)

// whole puts a document's scripts into it.
func whole(html []byte) ([]byte, error) {
	var problem error
	made := sourced.ReplaceAllFunc(html, func(tag []byte) []byte {
		code, err := fs.ReadFile(web.Files(), string(sourced.FindSubmatch(tag)[1]))
		if err != nil {
			problem = err
		}
		return []byte("<script>" + strings.ReplaceAll(string(code), "</script", `<\/script`) + "</script>")
	})
	return made, problem
}

// hashes are the sources of a Content-Security-Policy that allow a document's scripts.
func hashes(html []byte) (sources []string) {
	for _, m := range inline.FindAllSubmatch(html, -1) {
		sum := sha256.Sum256(m[1])
		sources = append(sources, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return sources
}
