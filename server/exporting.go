package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/export"
)

// exportCommand writes the course for reading elsewhere.
type exportCommand struct {
	Format  string `help:"ipynb (notebooks for Jupyter and Colab) or html (a handout); ${default} if not given." enum:"ipynb,html" default:"html" placeholder:"FORMAT"`
	Lang    string `help:"zh, en, or all." enum:"zh,en,all" default:"all" placeholder:"LANG"`
	Out     string `help:"The folder to write to (${default}); it is made if need be." default:"export" placeholder:"DIR"`
	Lessons string `help:"A folder of lessons instead of the built-in ones." placeholder:"DIR"`
}

// Run implements gputour export.
func (c *exportCommand) Run(term terminal) error {
	var files fs.FS = lessons.Files
	if c.Lessons != "" {
		if info, err := os.Stat(c.Lessons); err != nil || !info.IsDir() {
			return &usageError{fmt.Errorf("%s is no folder of lessons", c.Lessons)}
		}
		files = os.DirFS(c.Lessons)
	}
	course := lesson.Load(files)
	for _, p := range course.Problems {
		fmt.Fprintln(term.err, p)
	}
	if len(course.Entries) == 0 {
		return fmt.Errorf("no lesson to export")
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	for _, lang := range lesson.Languages {
		if c.Lang != lang && c.Lang != "all" {
			continue
		}
		if err := c.write(term, course, lang); err != nil {
			return err
		}
	}
	return nil
}

func (c *exportCommand) write(term terminal, course *lesson.Course, lang string) error {
	files, err := export.Formats[c.Format](course, lang)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(c.Out, f.Name), f.Data, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(term.out, "%s: %d files in %s\n", c.Out, len(files), lang)
	return nil
}
