package auth

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// This file keeps passwords of those who lead a class; students have none.

// Cost of a hash: RFC 9106 section 4's second recommended option, for machines where 2 GiB a try are too much.
const (
	passes    = 3
	memoryKiB = 64 << 10
	lanes     = 4
	saltBytes = 16
	keyBytes  = 32
)

// PasswordLeast is the least number of bytes of a password.
const PasswordLeast = 10

// ErrShortPassword is the error of a password that is too short.
var ErrShortPassword = errors.New("the password has fewer than 10 bytes")

// HashPassword returns what is kept of a password, in the PHC string format.
func HashPassword(password string) (string, error) {
	if len(password) < PasswordLeast {
		return "", ErrShortPassword
	}
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	key := argon2.IDKey([]byte(password), salt, passes, memoryKiB, lanes, keyBytes)
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memoryKiB, passes, lanes, b64(salt), b64(key)), nil
}

// PasswordIs reports whether a password is the one that kept came from. What is kept says its own cost, within bounds, so that the
// cost can change.
func PasswordIs(kept, password string) bool {
	parts := strings.Split(kept, "$")
	var version, m, t, p int
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false
	}
	if _, err := fmt.Sscanf(parts[2]+" "+parts[3], "v=%d m=%d,t=%d,p=%d", &version, &m, &t, &p); err != nil || version != argon2.Version {
		return false
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	key, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	return err == nil && err2 == nil && affordable(m, t, p, len(key)) &&
		Same(string(argon2.IDKey([]byte(password), salt, uint32(t), uint32(m), uint8(p), uint32(len(key)))), string(key))
}

// affordable bounds what is kept: KiB of memory, passes, lanes and bytes of the key.
func affordable(m, t, p, key int) bool {
	return m >= 8 && m <= 1<<20 && t >= 1 && t <= 16 && p >= 1 && p <= 16 && key >= 1 && key <= 64
}
