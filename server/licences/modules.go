package licences

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Modules are the parts that a Go package is built of on a system, by asking the go command in a folder: its modules, and
// Go itself. Modules must be in the module cache; go build has put them there.
func Modules(dir, pkg string, env ...string) ([]Part, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Module", pkg)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", said(err))
	}
	root, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", said(err))
	}
	lines := bytes.Split(bytes.TrimSpace(root), []byte("\n"))
	parts := []Part{{Name: "Go", Version: string(lines[1]), FS: os.DirFS(string(lines[0]))}}
	more, err := listed(bytes.NewReader(out))
	return append(parts, more...), err
}

// listed reads what go list writes.
func listed(r io.Reader) (parts []Part, err error) {
	seen := map[string]bool{}
	for d := json.NewDecoder(r); ; {
		var p struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return parts, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if m := p.Module; m != nil && !m.Main && !seen[m.Path] {
			seen[m.Path] = true
			parts = append(parts, Part{Name: m.Path, Version: m.Version, FS: os.DirFS(m.Dir)})
		}
	}
}

// said is the error of a command with what it said.
func said(err error) error {
	var e *exec.ExitError
	if errors.As(err, &e) {
		return fmt.Errorf("%w\n%s", err, e.Stderr)
	}
	return err
}
