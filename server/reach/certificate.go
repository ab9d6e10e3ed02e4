// Package reach says how browsers come to a class: by which names and addresses, as a code for a phone, and with which certificate.
package reach

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/crypto/acme"

	"gputour/server/cert"
	"gputour/server/door"
)

// This file gets a class its certificate.

// Certificate is what --tls came to.
type Certificate struct {
	Config      *tls.Config // nil is none
	Word        door.Word   // how the door calls it
	Fingerprint string      // of one of our own, and who signed it
	Authority   []byte
}

// ErrMode is the error of a --tls that makes no sense.
var ErrMode = errors.New("write off, self, CERT,KEY (two PEM files) or acme:NAME")

// FilesError is a pair of files of which no certificate can be made.
type FilesError struct{ Err error }

func (e *FilesError) Error() string { return "--tls: " + e.Err.Error() }

func (e *FilesError) Unwrap() error { return e.Err }

// Check refuses what no class could use.
func Check(mode string) error {
	if mode == "off" || mode == "self" || len(strings.TrimPrefix(mode, "acme:")) < len(mode) && mode != "acme:" {
		return nil
	}
	if cert, key, ok := strings.Cut(mode, ","); ok && cert != "" && key != "" {
		return nil
	}
	return fmt.Errorf("--tls %s: %w", mode, ErrMode)
}

// Certify gets the certificate of a class that is kept in a folder. directory is the ACME authority's; "" is Let's Encrypt.
func Certify(mode, directory, dir string, names *Names, log *slog.Logger) (Certificate, error) {
	name, byACME := strings.CutPrefix(mode, "acme:")
	switch {
	case mode == "off":
		return Certificate{Word: door.Word{Key: "tls.off"}}, nil
	case mode == "self":
		own, err := cert.NewOwn(filepath.Join(dir, "tls"), names.Subjects, time.Now)
		if err != nil {
			return Certificate{}, fmt.Errorf("--tls self: %w", err)
		}
		return Certificate{own.Config(), door.Word{Key: "tls.self"}, own.Fingerprint(), own.Authority()}, nil
	case byACME:
		var client *acme.Client
		if directory != "" {
			client = &acme.Client{DirectoryURL: directory}
		}
		return Certificate{Config: cert.ACME(name, filepath.Join(dir, "acme"), client), Word: door.Word{Key: "tls.acme", Args: []any{name}}}, nil
	}
	pem, key, _ := strings.Cut(mode, ",")
	config, err := cert.Files(pem, key, log, time.Now)
	if err != nil {
		return Certificate{}, &FilesError{err}
	}
	return Certificate{Config: config, Word: door.Word{Key: "tls.files"}}, nil
}
