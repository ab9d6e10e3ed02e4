package auth

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestCodes(t *testing.T) {
	if len(letters) != 28 || strings.ContainsAny(letters, "01OILSUZ") {
		t.Errorf("the letters are %q", letters)
	}
	seen := map[string]bool{}
	for range 1000 {
		code := NewCode()
		if len(code) != codeLetters || strings.Trim(code, letters) != "" {
			t.Fatalf("code %q", code)
		}
		seen[code] = true
	}
	if len(seen) < 999 {
		t.Errorf("only %d codes of 1000 differ", len(seen))
	}
	if pass := NewPass(); len(pass) != 8 || strings.Trim(pass, letters) != "" {
		t.Errorf("pass %q", pass)
	}
	for typed, want := range map[string]string{"abc def": "ABCDEF", " ab-cd_ef\t": "ABCDEF", "AB–CD.EF": "ABCDEF", "ab—c\u3000d": "ABCD", "": ""} {
		if got := CleanCode(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}

// TestEachLetterIsAsLikely counts the letters of a long code: of a byte's 256 values the last four are thrown away, or A to D would come
// more often, by a ninth.
func TestEachLetterIsAsLikely(t *testing.T) {
	const each = 8000
	drawn := code(each * len(letters))
	for _, l := range letters {
		if n := strings.Count(drawn, string(l)); n < each-600 || n > each+600 { // 6.8 standard deviations
			t.Errorf("%c comes %d times, not about %d", l, n, each)
		}
	}
}

func TestSpaced(t *testing.T) {
	for code, want := range map[string]string{"K7P4MQ": "K7P-4MQ", "AB23CD45": "AB23-CD45", "LERNEN": "LERNEN", "GPU101": "GPU101", "": "", "ABC": "ABC", "ABCD": "AB-CD", "ABCDEFGHJ": "ABCDEFGHJ"} {
		if got := Spaced(code); got != want || CleanCode(got) != code {
			t.Errorf("%q is shown as %q, want %q", code, got, want)
		}
	}
}

func TestThrottle(t *testing.T) {
	now := time.UnixMilli(0)
	th := NewThrottle(func() time.Time { return now })
	guess := func(address string, n int) {
		for range n {
			th.Failed(address)
		}
	}
	guess("192.0.2.1:5", triesEach)
	if th.Try("192.0.2.1:77") != Slow || th.Try("192.0.2.2") != Free {
		t.Error("an address is told from another by its port, or not at all")
	}
	guess("[2001:db8::1]:5", triesEach)
	if th.Try("2001:db8::ffff:1") != Slow || th.Try("2001:db8:0:1::1") != Free {
		t.Error("an IPv6 address is not counted by its /64")
	}
	now = now.Add(time.Minute / triesEach)
	if th.Try("192.0.2.1") != Free {
		t.Error("a try does not come back")
	}
	now = now.Add(24 * time.Hour)
	for i := range triesAll - 1 {
		guess(fmt.Sprintf("198.51.100.%d", i), 1)
	}
	if got := th.Try("203.0.113.1"); got != Free {
		t.Errorf("the last try of all is %v", got)
	}
	guess("198.51.100.255", 1)
	if th.Try("203.0.113.1") != Siege {
		t.Error("many addresses may guess without end")
	}
	th.largest = 10
	for i := range 50 {
		guess(fmt.Sprintf("10.0.0.%d", i), 1)
	}
	if len(th.tries) > 10 {
		t.Errorf("%d addresses are remembered", len(th.tries))
	}
}

// TestThrottleForgets: of more addresses than it remembers those go that have all their tries back; when there are none, all.
func TestThrottleForgets(t *testing.T) {
	now := time.UnixMilli(0)
	th := NewThrottle(func() time.Time { return now })
	if th.largest != 10_000 || triesEach != 10 || triesAll != 60 {
		t.Errorf("%d addresses are remembered, and have %d and %d tries a minute", th.largest, triesEach, triesAll)
	}
	th.largest = 3
	guess := func(addresses ...string) {
		for _, a := range addresses {
			th.Failed(a)
		}
	}
	guess("192.0.2.1", "192.0.2.1")
	now = now.Add(time.Minute / triesEach)
	guess("192.0.2.2", "192.0.2.3")
	if len(th.tries) != 3 {
		t.Fatalf("%d addresses are remembered", len(th.tries))
	}
	now = now.Add(time.Minute/triesEach - time.Millisecond)
	if guess("192.0.2.4"); len(th.tries) != 1 {
		t.Errorf("nobody has all tries back, and %d are remembered", len(th.tries))
	}
	guess("192.0.2.5", "192.0.2.5")
	now = now.Add(time.Minute / triesEach)
	guess("192.0.2.6", "192.0.2.7")
	if len(th.tries) != 3 || th.tries["192.0.2.4"] != nil || th.tries["192.0.2.5"] == nil {
		t.Errorf("%v", th.tries)
	}
}

func TestBlock(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "192.0.2.1:80": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "[::ffff:192.0.2.1]:80": "192.0.2.1",
		"2001:db8:1:2:3::4": "2001:db8:1:2::/64", "[2001:db8:1:2:3::4]:80": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "pipe": "pipe", "": "",
	} {
		if got := Block(address); got != want {
			t.Errorf("%q is in %q, want %q", address, got, want)
		}
	}
}

func TestCleanName(t *testing.T) {
	for typed, want := range map[string]string{
		" 王  小明 ": "王 小明", "Ann\tLee": "Ann Lee", "Zoë": "Zoë", "Zoe\u0308": "Zoë", "O'Neil <b>": "O'Neil <b>", "张　三": "张 三",
	} {
		if got, err := CleanName(typed); got != want || err != nil {
			t.Errorf("%q is %q, %v", typed, got, err)
		}
	}
	for typed, longest := range map[string]bool{strings.Repeat("x", 160): true, strings.Repeat("x", 161): false} {
		if _, err := CleanTitle(typed); longest != (err == nil) || !longest && !errors.Is(err, ErrLongName) {
			t.Errorf("a title of %d bytes: %v", len(typed), err)
		}
	}
	for typed, want := range map[string]error{
		strings.Repeat("x", 64): nil, "": ErrNoName, " \n": ErrNoName, "123": ErrNoName, "🙂": ErrNoName, strings.Repeat("x", 65): ErrLongName, strings.Repeat("王", 22): ErrLongName,
		"ann\x00": ErrBadName, "ann\u202eeel": ErrBadName, "ann\u200blee": ErrBadName, "ann\x1b[31m": ErrBadName, "a\xff": ErrBadName,
	} {
		if _, err := CleanName(typed); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", typed, err, want)
		}
	}
}

func TestPassword(t *testing.T) {
	if _, err := HashPassword("short"); !errors.Is(err, ErrShortPassword) {
		t.Error(err)
	}
	kept, err := HashPassword("correct horse 电池")
	if err != nil {
		t.Fatal(err)
	}
	// The second option that RFC 9106 recommends (section 4): t=3, p=4, m=64 MiB, 128 bits of salt, 256 of tag.
	if !regexp.MustCompile(`^\$argon2id\$v=19\$m=65536,t=3,p=4\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`).MatchString(kept) {
		t.Error(kept)
	}
	again, _ := HashPassword("correct horse 电池")
	if kept == again || strings.Contains(kept, "horse") {
		t.Error("the hash has no salt")
	}
	if !PasswordIs(kept, "correct horse 电池") || PasswordIs(kept, "correct horse 电鱼") {
		t.Error("the wrong password is right")
	}
	for _, broken := range []string{"", "$argon2id$", "plain", strings.Replace(kept, "m=65536", "m=99999999", 1), strings.Replace(kept, "t=3", "t=0", 1), kept[:len(kept)-3], strings.Replace(kept, "v=19", "v=16", 1)} {
		if PasswordIs(broken, "correct horse 电池") {
			t.Errorf("%q lets in", broken)
		}
	}
}

// TestKeptPasswords: what is kept says its own cost, within bounds. The first is of the tests of Argon2's authors (phc-winner-argon2, src/test.c).
func TestKeptPasswords(t *testing.T) {
	const kept = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
	if !PasswordIs(kept, "password") || PasswordIs(kept, "Password") {
		t.Error("another program's hash is not read")
	}
	for _, change := range [][2]string{{"argon2id", "argon2i"}, {"NhbHQ", "NhbHQ!"}, {"Gi/4", "Gi/4!"}, {"v=19", "v=18"}, {"m=256", "m=x"}, {"$v=19", "$$v=19"}} {
		if PasswordIs(strings.Replace(kept, change[0], change[1], 1), "password") {
			t.Errorf("with %s for %s it lets in", change[1], change[0])
		}
	}
	for _, c := range []struct {
		m, t, p, key int
		want         bool
	}{
		{8, 1, 1, 1, true}, {1 << 20, 16, 16, 64, true},
		{7, 1, 1, 1, false}, {8, 0, 1, 1, false}, {8, 1, 0, 1, false}, {8, 1, 1, 0, false},
		{1<<20 + 1, 16, 16, 64, false}, {1 << 20, 17, 16, 64, false}, {1 << 20, 16, 17, 64, false}, {1 << 20, 16, 16, 65, false},
	} {
		if got := affordable(c.m, c.t, c.p, c.key); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for length, want := range map[int]error{9: ErrShortPassword, 10: nil} {
		if _, err := HashPassword(strings.Repeat("x", length)); !errors.Is(err, want) {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
}

// TestForged: what may change something comes from our own page, whatever a browser says and whichever way it says it.
func TestForged(t *testing.T) {
	for _, c := range []struct {
		method, origin, site string
		want                 bool
	}{
		{"GET", "https://elsewhere.example", "cross-site", false},
		{"HEAD", "", "", false},
		{"OPTIONS", "", "", false},
		{"POST", "http://class.example:8080", "", false},
		{"POST", "http://class.example:8080", "same-origin", false},
		{"POST", "http://class.example:8080", "cross-site", true},
		{"POST", "http://class.example", "", true}, // another port
		{"POST", "https://elsewhere.example", "", true},
		{"POST", "ftp://class.example:8080", "", true},
		{"POST", "null", "", true},
		{"POST", "http://%zz", "", true},
		{"POST", "http://", "", true},
		{"POST", "", "", true},
		{"POST", "", "same-origin", true},
		{"DELETE", "https://elsewhere.example", "cross-site", true},
		{"PUT", "https://class.example:8080", "same-site", true}, // a page beside us, which the browser says
	} {
		r := httptest.NewRequest(c.method, "http://class.example:8080/x", nil)
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		if c.site != "" {
			r.Header.Set("Sec-Fetch-Site", c.site)
		}
		if got := Forged(r); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	nameless := httptest.NewRequest("POST", "/x", nil) // HTTP/1.0 says no host
	nameless.Host = ""
	if nameless.Header.Set("Origin", "http://"); SameOrigin(nameless) {
		t.Error("nobody is of the same origin as nobody")
	}
	r := httptest.NewRequest("POST", "http://class.example:8080/x", nil)
	if r.Header["Origin"] = []string{"http://class.example:8080", "http://class.example:8080"}; SameOrigin(r) {
		t.Error("two origins are one")
	}
}
