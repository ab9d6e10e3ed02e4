package shell

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"
)

// This file holds the commands that work on files.

func cat(_ context.Context, c *Call) int {
	_, files := options(c.Args)
	return c.stream("cat", files, func(r io.Reader) error {
		_, err := io.Copy(c.Stdout, plainReader{r})
		return err
	})
}

// plainReader hides what else a reader can do, so that io.Copy goes piece by piece.
type plainReader struct{ io.Reader }

func ls(_ context.Context, c *Call) int {
	flags, names := options(c.Args)
	if len(names) == 0 {
		names = []string{"."}
	}
	status := 0
	for _, name := range names {
		if err := list(c, name, flags, len(names) > 1); err != nil {
			fmt.Fprintf(c.Stderr, "ls: cannot access '%s': No such file or directory\n", name)
			status = 2
		}
	}
	return status
}

func list(c *Call, name, flags string, titled bool) error {
	info, err := c.Shell.FS.Stat(c.Path(name))
	if err != nil {
		return err
	}
	infos := []fs.FileInfo{info}
	if info.IsDir() && !strings.Contains(flags, "d") {
		if titled {
			fmt.Fprintf(c.Stdout, "%s:\n", name)
		}
		if infos, err = afero.ReadDir(c.Shell.FS, c.Path(name)); err != nil {
			return err
		}
	}
	for _, i := range infos {
		if strings.HasPrefix(i.Name(), ".") && !strings.ContainsAny(flags, "aA") {
			continue
		}
		shown := i.Name()
		if !info.IsDir() || strings.Contains(flags, "d") {
			shown = name
		}
		if strings.Contains(flags, "l") {
			fmt.Fprintf(c.Stdout, "%s 1 student student %8s %s %s\n", i.Mode(), size(i.Size(), flags), i.ModTime().Format("Jan _2 15:04"), shown)
		} else {
			fmt.Fprintln(c.Stdout, shown)
		}
	}
	return nil
}

func size(n int64, flags string) string {
	if !strings.Contains(flags, "h") || n < 1024 {
		return strconv.FormatInt(n, 10)
	}
	f, unit := float64(n)/1024, "K"
	for _, u := range []string{"M", "G"} {
		if f >= 1024 {
			f, unit = f/1024, u
		}
	}
	return fmt.Sprintf("%.1f%s", f, unit)
}

// each runs f on every name and reports what fails.
func each(c *Call, command string, names []string, f func(name string) error) int {
	status := 0
	for _, name := range names {
		if err := f(name); err != nil {
			status = c.Fail(command, err)
		}
	}
	return status
}

func mkdir(_ context.Context, c *Call) int {
	flags, names := options(c.Args)
	return each(c, "mkdir", names, func(name string) error {
		if strings.Contains(flags, "p") {
			return c.Shell.FS.MkdirAll(c.Path(name), 0o755)
		}
		return c.Shell.FS.Mkdir(c.Path(name), 0o755)
	})
}

func rm(_ context.Context, c *Call) int {
	flags, names := options(c.Args)
	return each(c, "rm", names, func(name string) error {
		info, err := c.Shell.FS.Stat(c.Path(name))
		switch {
		case err != nil && strings.Contains(flags, "f"):
			return nil
		case err != nil:
			return &fs.PathError{Op: "rm", Path: "cannot remove '" + name + "'", Err: fs.ErrNotExist}
		case info.IsDir() && !strings.ContainsAny(flags, "rR"):
			return fmt.Errorf("cannot remove '%s': Is a directory", name)
		}
		return c.Shell.FS.RemoveAll(c.Path(name))
	})
}

// into is the path that a file gets when it is copied or moved to target.
func into(c *Call, name, target string) string {
	to := c.Path(target)
	if info, err := c.Shell.FS.Stat(to); err == nil && info.IsDir() {
		return path.Join(to, path.Base(name))
	}
	return to
}

func cp(_ context.Context, c *Call) int {
	flags, names := options(c.Args)
	if len(names) < 2 {
		return c.Fail("cp", fmt.Errorf("missing file operand"))
	}
	target := names[len(names)-1]
	return each(c, "cp", names[:len(names)-1], func(name string) error {
		return copyTo(c, c.Path(name), into(c, name, target), strings.ContainsAny(flags, "rRa"))
	})
}

func copyTo(c *Call, from, to string, deep bool) error {
	info, err := c.Shell.FS.Stat(from)
	if err != nil {
		return &fs.PathError{Op: "cp", Path: "cannot stat '" + path.Base(from) + "'", Err: fs.ErrNotExist}
	}
	if !info.IsDir() {
		return copyFile(c, from, to)
	}
	if !deep {
		return fmt.Errorf("-r not specified; omitting directory '%s'", path.Base(from))
	}
	if strings.HasPrefix(to+"/", from+"/") {
		return fmt.Errorf("cannot copy a directory, '%s', into itself, '%s'", path.Base(from), to)
	}
	infos, err := afero.ReadDir(c.Shell.FS, from)
	if err != nil {
		return err
	}
	if err := c.Shell.FS.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, i := range infos {
		if err := copyTo(c, path.Join(from, i.Name()), path.Join(to, i.Name()), deep); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(c *Call, from, to string) error {
	if from == to {
		return fmt.Errorf("'%s' and '%s' are the same file", path.Base(from), path.Base(to))
	}
	in, err := c.Shell.FS.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := c.Shell.FS.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	_, err = io.Copy(struct{ io.Writer }{out}, plainReader{in})
	return err
}

func mv(_ context.Context, c *Call) int {
	_, names := options(c.Args)
	if len(names) < 2 {
		return c.Fail("mv", fmt.Errorf("missing file operand"))
	}
	target := names[len(names)-1]
	return each(c, "mv", names[:len(names)-1], func(name string) error {
		return c.Shell.FS.Rename(c.Path(name), into(c, name, target))
	})
}

func touch(_ context.Context, c *Call) int {
	_, names := options(c.Args)
	return each(c, "touch", names, func(name string) error {
		if _, err := c.Shell.FS.Stat(c.Path(name)); err == nil {
			now := time.Now()
			return c.Shell.FS.Chtimes(c.Path(name), now, now)
		}
		return afero.WriteFile(c.Shell.FS, c.Path(name), nil, 0o644)
	})
}
