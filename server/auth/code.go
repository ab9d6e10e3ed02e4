package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"
	"unicode"
)

// This file makes what people type or carry to prove who they are.

// letters are those of a code: read aloud, or from the last row, none is taken for another.
const letters = "ABCDEFGHJKMNPQRTVWXY23456789"

// codeLetters make 28^6 codes, about 2^28.8: with the tries that a Throttle allows, years of guessing.
const codeLetters = 6

// passLetters make 28^8 passes, about 2^38.
const passLetters = 8

// NewCode returns a join code.
func NewCode() string { return code(codeLetters) }

// NewPass returns a code that lets one person in once.
func NewPass() string { return code(passLetters) }

func code(length int) string {
	var b strings.Builder
	for b.Len() < length {
		var r [1]byte
		rand.Read(r[:]) // never fails
		if n := int(r[0]); n < 256/len(letters)*len(letters) {
			b.WriteByte(letters[n%len(letters)])
		}
	}
	return b.String()
}

// CleanCode is a code as somebody typed it: in any case, with spaces or dashes between.
func CleanCode(typed string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-–—_.", r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, typed)
}

// Spaced is a code as it is shown: in two halves, unless somebody chose a word.
func Spaced(code string) string {
	if half := len(code) / 2; half > 1 && len(code) <= passLetters && strings.Trim(code, letters) == "" {
		return code[:half] + "-" + code[half:]
	}
	return code
}

// Same reports whether two codes or secrets are equal, in a time that does not tell where they differ.
func Same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// NewSecret returns 256 random bits as text: a cookie, or an address that works once.
func NewSecret() string {
	var b [32]byte
	rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Digest is what is kept of a secret.
func Digest(secret string) [sha256.Size]byte { return sha256.Sum256([]byte(secret)) }
