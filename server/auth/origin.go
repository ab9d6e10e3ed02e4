package auth

import (
	"net/http"
	"net/url"
)

// crossOrigin refuses what a browser says to come from elsewhere (Sec-Fetch-Site, or Origin).
var crossOrigin = http.NewCrossOriginProtection()

// SameOrigin reports whether a request comes from a page of this very server. A missing Origin, which any program can
// send, and "null", which a sandboxed frame sends, do not.
func SameOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) != 1 {
		return false
	}
	u, err := url.Parse(origins[0])
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.Host == r.Host
}

// Forged reports whether a request that may change something could be the doing of another site's page. Browsers say
// Sec-Fetch-Site only to hosts that they trust, which a name in a LAN on plain HTTP is not, so the Origin, which they
// send with every such request, has to be ours too.
func Forged(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return false
	}
	return !SameOrigin(r) || crossOrigin.Check(r) != nil
}
