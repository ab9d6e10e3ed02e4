package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// packed gives a folder in which most files stand packed with brotli alone in all three forms: name, name.br and name.gz. A file
// that is packed by its nature (a font) has its one form. What is made is kept: browsers ask for gzip wherever there is no https.
type packed struct {
	fs.FS
	made sync.Map // by name: func() ([]byte, error)
}

// ReadFile reads a form of a file.
func (p *packed) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(p.FS, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	plain, gz := strings.CutSuffix(name, ".gz")
	if _, missing := fs.Stat(p.FS, plain+".br"); missing != nil {
		return nil, err // which names what was asked for
	}
	form := p.plain
	if gz {
		form = p.gzip
	}
	made, _ := p.made.LoadOrStore(name, sync.OnceValues(func() ([]byte, error) { return form(plain) }))
	return made.(func() ([]byte, error))()
}

func (p *packed) plain(name string) ([]byte, error) {
	twin, err := fs.ReadFile(p.FS, name+".br")
	if err != nil {
		return nil, err
	}
	return io.ReadAll(brotli.NewReader(bytes.NewReader(twin)))
}

func (p *packed) gzip(name string) ([]byte, error) {
	data, err := p.plain(name)
	if err != nil {
		return nil, err
	}
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return gz.Bytes(), err
}
