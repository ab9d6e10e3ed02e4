package web

import (
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// Prefix is where Handler expects to be mounted.
const Prefix = "/assets/"

// framePolicy is the policy of the document that shows a cell's HTML. It lives in
// a sandboxed frame of an opaque origin; what it shows may run and style itself
// but reach nothing: no network, no parent, no storage, no navigation.
const framePolicy = "sandbox allow-scripts; default-src 'none'; script-src 'self' 'unsafe-inline'; " +
	"style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'self'"

// workerPolicy is the policy of the worker in which a page's own engine runs.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// encodings are the twins of a file, best first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// Handler serves the built files under Prefix. Every name is a fingerprint of its
// content, so the answers may be cached for ever.
func Handler() http.Handler { return handler{Files()} }

type handler struct{ files fs.FS }

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, Prefix)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	if !servable(name) {
		http.NotFound(w, r)
		return
	}
	data, encoding, err := h.read(name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	setHeaders(w.Header(), name, encoding)
	w.Write(data) // a client that went away is not an error of ours
}

// servable refuses what is not a plain published file name.
func servable(name string) bool {
	return name != "" && !strings.ContainsAny(name, "/\\") && !strings.HasPrefix(name, ".") &&
		name != "manifest.json" && !strings.HasSuffix(name, ".br") && !strings.HasSuffix(name, ".gz")
}

// read returns the file in the best encoding that accept admits.
func (h handler) read(name, accept string) (data []byte, encoding string, err error) {
	for _, e := range encodings {
		if !Accepts(accept, e.name) {
			continue
		}
		if data, err = fs.ReadFile(h.files, name+e.suffix); err == nil {
			return data, e.name, nil
		}
	}
	data, err = fs.ReadFile(h.files, name)
	return data, "", err
}

// Accepts reports whether an Accept-Encoding header names the coding with a weight above zero.
func Accepts(header, coding string) bool {
	for _, part := range strings.Split(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) != coding {
			continue
		}
		q := strings.TrimSpace(params)
		return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
	}
	return false
}

func setHeaders(h http.Header, name, encoding string) {
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		h.Set("Content-Type", kind)
	}
	switch path.Ext(name) { // not left to the host's table of types
	case ".js":
		h.Set("Content-Type", "text/javascript; charset=utf-8")
	case ".wasm":
		h.Set("Content-Type", "application/wasm")
	case ".woff2":
		h.Set("Content-Type", "font/woff2")
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	if strings.HasPrefix(name, "frame-") && strings.HasSuffix(name, ".html") {
		h.Set("Content-Security-Policy", framePolicy)
	}
	if strings.HasPrefix(name, "worker-") { // it compiles the engine
		h.Set("Content-Security-Policy", workerPolicy)
	}
	if strings.HasPrefix(name, "diagram-") || strings.HasPrefix(name, "mermaid-") {
		// The frame that loads them has an opaque origin: to it this site is another one.
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
}
