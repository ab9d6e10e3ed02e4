package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"time"
)

// file is one of an archive.
type file struct {
	name string
	mode int64
	read func() ([]byte, error)
}

func from(path string) func() ([]byte, error) {
	return func() ([]byte, error) { return os.ReadFile(path) }
}

func text(s string) func() ([]byte, error) { return func() ([]byte, error) { return []byte(s), nil } }

// pack writes files below a folder into a new archive, a .zip or a .tar.gz, in the order of their names.
func pack(name, folder string, files []file, at time.Time) error {
	var b bytes.Buffer
	write := tarred
	if strings.HasSuffix(name, ".zip") {
		write = zipped
	}
	if err := write(&b, folder, sorted(files), at); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

func tarred(w io.Writer, folder string, files []file, at time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	a := tar.NewWriter(z)
	for _, f := range files {
		data, err := f.read()
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		h := &tar.Header{Name: path.Join(folder, f.name), Mode: f.mode, Size: int64(len(data)), ModTime: at, Format: tar.FormatPAX}
		if err := a.WriteHeader(h); err != nil {
			return err
		}
		if _, err := a.Write(data); err != nil {
			return err
		}
	}
	return errors.Join(a.Close(), z.Close())
}

func zipped(w io.Writer, folder string, files []file, at time.Time) error {
	a := zip.NewWriter(w)
	for _, f := range files {
		data, err := f.read()
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		h := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(f.mode))
		entry, err := a.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := entry.Write(data); err != nil {
			return err
		}
	}
	return a.Close()
}
