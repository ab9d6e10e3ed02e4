package main

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

// encryption is what --tls came to.
type encryption struct {
	config      *tls.Config // nil is none
	word        door.Word
	fingerprint string
	authority   []byte
}

// errTLS is the error of a --tls that makes no sense.
var errTLS = errors.New("write off, self, CERT,KEY (two PEM files) or acme:NAME")

// checkTLS refuses what no class could use.
func checkTLS(mode string) error {
	if mode == "off" || mode == "self" || len(strings.TrimPrefix(mode, "acme:")) < len(mode) && mode != "acme:" {
		return nil
	}
	if cert, key, ok := strings.Cut(mode, ","); ok && cert != "" && key != "" {
		return nil
	}
	return fmt.Errorf("--tls %s: %w", mode, errTLS)
}

// encrypt gets the certificate of a class that is kept in a folder. directory is the ACME authority's; "" is Let's Encrypt.
func encrypt(mode, directory, dir string, reach *reach, log *slog.Logger) (encryption, error) {
	name, byACME := strings.CutPrefix(mode, "acme:")
	switch {
	case mode == "off":
		return encryption{word: door.Word{Key: "tls.off"}}, nil
	case mode == "self":
		own, err := cert.NewOwn(filepath.Join(dir, "tls"), reach.subjects, time.Now)
		if err != nil {
			return encryption{}, fmt.Errorf("--tls self: %w", err)
		}
		return encryption{own.Config(), door.Word{Key: "tls.self"}, own.Fingerprint(), own.Authority()}, nil
	case byACME:
		var client *acme.Client
		if directory != "" {
			client = &acme.Client{DirectoryURL: directory}
		}
		return encryption{config: cert.ACME(name, filepath.Join(dir, "acme"), client), word: door.Word{Key: "tls.acme", Args: []any{name}}}, nil
	}
	pem, key, _ := strings.Cut(mode, ",")
	config, err := cert.Files(pem, key, log, time.Now)
	if err != nil {
		return encryption{}, &usageError{fmt.Errorf("--tls: %w", err)}
	}
	return encryption{config: config, word: door.Word{Key: "tls.files"}}, nil
}
