package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
)

// sample has each file as build.mjs leaves it.
var sample = &packed{FS: fstest.MapFS{
	"main-1.js.br":  {Data: brotlied("plain")},
	"client-2.wasm": {Data: []byte("\x00asm")}, "frame-3.html": {Data: []byte("<html>")}, "manifest.json": {Data: []byte("{}")}, ".gitkeep": {},
}}

func brotlied(text string) []byte {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// read unpacks what a browser was sent.
func read(t *testing.T, encoding string, body io.Reader) string {
	t.Helper()
	var err error
	switch encoding {
	case "br":
		body = brotli.NewReader(body)
	case "gzip":
		body, err = gzip.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestServe(t *testing.T) {
	for _, c := range []struct {
		name, accept, method string
		status               int
		body, encoding, kind string
	}{
		{"main-1.js", "gzip, br", "GET", 200, "plain", "br", "text/javascript; charset=utf-8"},
		{"main-1.js", "gzip;q=0.5, br;q=0", "GET", 200, "plain", "gzip", "text/javascript; charset=utf-8"},
		{"main-1.js", "", "GET", 200, "plain", "", "text/javascript; charset=utf-8"},
		{"client-2.wasm", "br", "GET", 200, "\x00asm", "", "application/wasm"},
		{"frame-3.html", "", "GET", 200, "<html>", "", "text/html; charset=utf-8"},
		{"manifest.json", "", "GET", 404, "", "", ""}, {".gitkeep", "", "GET", 404, "", "", ""},
		{"main-1.js.gz", "", "GET", 404, "", "", ""}, {"main-9.js", "gzip, br", "GET", 404, "", "", ""},
		{"main-1.js.br", "", "GET", 404, "", "", ""}, {"../web/embed.go", "", "GET", 404, "", "", ""},
		{"", "", "GET", 404, "", "", ""}, {"main-1.js", "", "POST", 405, "", "", ""},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(c.method, "/assets/x", nil)
		r.URL.Path = Prefix + c.name
		r.Header.Set("Accept-Encoding", c.accept)
		handler{sample}.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s %q: status %d, want %d", c.name, c.accept, w.Code, c.status)
			continue
		}
		h := w.Header()
		if c.status == 200 && (read(t, h.Get("Content-Encoding"), w.Body) != c.body || h.Get("Content-Encoding") != c.encoding || h.Get("Content-Type") != c.kind || !strings.Contains(h.Get("Cache-Control"), "immutable")) {
			t.Errorf("%s %q: %q %v", c.name, c.accept, w.Body, h)
		}
	}
}

func TestFramePolicyReachesNothing(t *testing.T) {
	w := httptest.NewRecorder()
	handler{sample}.ServeHTTP(w, httptest.NewRequest("GET", "/assets/frame-3.html", nil))
	csp := w.Header().Get("Content-Security-Policy")
	if !strings.HasPrefix(csp, "sandbox allow-scripts;") || !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "allow-same-origin") || strings.Contains(csp, "connect-src") {
		t.Errorf("policy %q", csp)
	}
}

func TestManifestNamesFilesThatExist(t *testing.T) {
	for name, printed := range Load() {
		if _, err := fs.ReadFile(Files(), printed); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := (Manifest{"a.js": "a-1.js"}); got.Path("a.js") != "/assets/a-1.js" || got.Path("b.js") != "/assets/b.js" {
		t.Error("paths are wrong")
	}
}
