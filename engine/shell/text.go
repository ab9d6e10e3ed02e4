package shell

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

// This file holds the commands that work on text.

// count reads -n N or -N, and returns the other arguments.
func count(args []string, otherwise int) (n int, rest []string) {
	n = otherwise
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-n" && i+1 < len(args):
			i++
			n, _ = strconv.Atoi(args[i])
		case strings.HasPrefix(a, "-n"):
			n, _ = strconv.Atoi(a[2:])
		case len(a) > 1 && a[0] == '-' && a[1] >= '0' && a[1] <= '9':
			n, _ = strconv.Atoi(a[1:])
		default:
			rest = append(rest, a)
		}
	}
	return max(n, 0), rest
}

func head(_ context.Context, c *Call) int {
	if len(c.Args) > 1 && c.Args[0] == "-c" {
		n, _ := strconv.ParseInt(c.Args[1], 10, 64)
		return c.stream("head", c.Args[2:], func(r io.Reader) error {
			_, err := io.Copy(c.Stdout, io.LimitReader(r, n))
			return err
		})
	}
	n, files := count(c.Args, 10)
	return c.stream("head", files, func(r io.Reader) error { return copyLines(c.Stdout, r, n) })
}

// copyLines copies the first n lines.
func copyLines(w io.Writer, r io.Reader, n int) error {
	in := bufio.NewReader(r)
	for n > 0 {
		piece, err := in.ReadSlice('\n')
		if _, bad := w.Write(piece); bad != nil {
			return bad
		}
		switch err {
		case nil:
			n--
		case bufio.ErrBufferFull:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
	return nil
}

func tail(_ context.Context, c *Call) int {
	n, files := count(c.Args, 10)
	return filter(c, "tail", files, func(l []string) []string { return l[max(len(l)-n, 0):] })
}

func wc(_ context.Context, c *Call) int {
	flags, files := options(c.Args)
	var n counts
	status := c.stream("wc", files, func(r io.Reader) error {
		_, err := io.Copy(&n, plainReader{r})
		return err
	})
	if status != 0 {
		return status
	}
	var parts []string
	for _, part := range []struct {
		flag string
		n    int
	}{{"l", n.lines}, {"w", n.words}, {"c", n.bytes}} {
		if flags == "" || strings.Contains(flags, part.flag) {
			parts = append(parts, strconv.Itoa(part.n))
		}
	}
	fmt.Fprintln(c.Stdout, strings.Join(append(parts, files...), " "))
	return 0
}

// counts counts what is written to it.
type counts struct {
	lines, words, bytes int
	inWord              bool
}

func (n *counts) Write(p []byte) (int, error) {
	n.bytes += len(p)
	for _, b := range p {
		space := b == ' ' || b >= '\t' && b <= '\r'
		if b == '\n' {
			n.lines++
		}
		if !space && !n.inWord {
			n.words++
		}
		n.inWord = !space
	}
	return len(p), nil
}

// grepOptions are what grep understands.
type grepOptions struct {
	pattern       string
	flags         string
	before, after int
	files         []string
}

// grepArgs reads the arguments: letters, -A, -B and -C with a number, -e with the pattern.
func grepArgs(args []string) (o grepOptions, err error) {
	given := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' {
			if !given {
				o.pattern, given = a, true
			} else {
				o.files = append(o.files, a)
			}
			continue
		}
		letter := strings.IndexAny(a, "ABCe")
		if letter < 0 {
			o.flags += a[1:]
			continue
		}
		o.flags += a[1:letter]
		value := a[letter+1:]
		if value == "" && i+1 < len(args) {
			i++
			value = args[i]
		}
		if a[letter] == 'e' {
			o.pattern, given = value, true
			continue
		}
		n, bad := strconv.Atoi(value)
		if bad != nil {
			return o, fmt.Errorf("%s: invalid context length argument", value)
		}
		if a[letter] != 'B' {
			o.after = n
		}
		if a[letter] != 'A' {
			o.before = n
		}
	}
	if !given {
		return o, fmt.Errorf("usage: grep [-EFinvcoqw] [-A N] [-B N] PATTERN [FILE]")
	}
	return o, nil
}

func (o *grepOptions) has(letter string) bool { return strings.Contains(o.flags, letter) }

func (o *grepOptions) compile() (*regexp.Regexp, error) {
	pattern := o.pattern
	if o.has("F") {
		pattern = regexp.QuoteMeta(pattern)
	}
	if o.has("w") {
		pattern = `\b(?:` + pattern + `)\b`
	}
	if o.has("i") {
		pattern = "(?i)" + pattern
	}
	return regexp.Compile(pattern)
}

func grep(_ context.Context, c *Call) int {
	o, err := grepArgs(c.Args)
	if err != nil {
		c.Fail("grep", err)
		return 2
	}
	re, err := o.compile()
	if err != nil {
		c.Fail("grep", err)
		return 2
	}
	found := 0
	status := filter(c, "grep", o.files, func(all []string) []string {
		var kept []string
		kept, found = o.matching(c, re, all)
		return kept
	})
	if status == 0 && found == 0 {
		return 1
	}
	return status
}

// matching returns the lines to print and how many matched.
func (o *grepOptions) matching(c *Call, re *regexp.Regexp, all []string) (kept []string, found int) {
	last := -1 // index of the last line printed
	for i, l := range all {
		if c.poll(); c.process != nil {
			c.process.afford(o.pattern, len(l))
		}
		if re.MatchString(l) == o.has("v") {
			continue
		}
		found++
		if o.has("o") {
			c.hold(gathered * len(l))
			kept = append(kept, re.FindAllString(l, -1)...)
			continue
		}
		from := max(i-o.before, last+1)
		if last >= 0 && from > last+1 && o.before+o.after > 0 {
			kept = append(kept, "--")
		}
		for k := from; k <= min(i+o.after, len(all)-1); k++ {
			if k > last {
				kept = append(kept, o.numbered(k, k == i, all[k]))
				last = k
			}
		}
	}
	switch {
	case o.has("q"):
		return nil, found
	case o.has("c"):
		return []string{strconv.Itoa(found)}, found
	}
	return kept, found
}

func (o *grepOptions) numbered(i int, match bool, line string) string {
	switch {
	case !o.has("n"):
		return line
	case match:
		return fmt.Sprintf("%d:%s", i+1, line)
	}
	return fmt.Sprintf("%d-%s", i+1, line)
}

func sortLines(_ context.Context, c *Call) int {
	flags, files := options(c.Args)
	return filter(c, "sort", files, func(l []string) []string {
		compared := 0
		sort.SliceStable(l, func(i, j int) bool {
			if compared++; compared%1024 == 0 {
				c.poll()
			}
			if strings.Contains(flags, "n") {
				return number(l[i]) < number(l[j])
			}
			return l[i] < l[j]
		})
		if strings.Contains(flags, "r") {
			for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
				l[i], l[j] = l[j], l[i]
			}
		}
		if strings.Contains(flags, "u") {
			l = distinct(l)
		}
		return l
	})
}

// number is the number at the start of a line, 0 where there is none.
func number(line string) (f float64) {
	line = strings.TrimLeft(line, " \t")
	n := 0
	for n < len(line) && n < 64 && strings.IndexByte("+-.0123456789eE", line[n]) >= 0 {
		n++
	}
	for ; n > 0; n-- {
		if f, err := strconv.ParseFloat(line[:n], 64); err == nil {
			return f
		}
	}
	return 0
}

func distinct(l []string) (kept []string) {
	for i, x := range l {
		if i == 0 || x != l[i-1] {
			kept = append(kept, x)
		}
	}
	return kept
}

func uniq(_ context.Context, c *Call) int {
	_, files := options(c.Args)
	return filter(c, "uniq", files, distinct)
}

func seq(ctx context.Context, c *Call) int {
	var n []int
	for _, a := range c.Args {
		i, err := strconv.Atoi(a)
		if err != nil {
			return c.Fail("seq", fmt.Errorf("invalid floating point argument: '%s'", a))
		}
		n = append(n, i)
	}
	first, step, last := 1, 1, 0
	switch len(n) {
	case 1:
		last = n[0]
	case 2:
		first, last = n[0], n[1]
	case 3:
		first, step, last = n[0], n[1], n[2]
	}
	w := bufio.NewWriter(c.Stdout)
	defer w.Flush()
	for i := first; step > 0 && i <= last || step < 0 && i >= last; i += step {
		if ctx.Err() != nil {
			return 130
		}
		fmt.Fprintln(w, i)
	}
	return 0
}

func sleep(ctx context.Context, c *Call) int {
	if len(c.Args) == 0 {
		return c.Fail("sleep", fmt.Errorf("missing operand"))
	}
	d, err := time.ParseDuration(strings.TrimSuffix(c.Args[0], "s") + "s")
	if err != nil {
		return c.Fail("sleep", fmt.Errorf("invalid time interval '%s'", c.Args[0]))
	}
	return pause(ctx, c, d)
}

func date(_ context.Context, c *Call) int {
	fmt.Fprintln(c.Stdout, time.Now().UTC().Format("Mon Jan _2 15:04:05 UTC 2006"))
	return 0
}

func env(_ context.Context, c *Call) int {
	if len(c.Args) == 1 {
		if v := c.Getenv(c.Args[0]); v != "" {
			fmt.Fprintln(c.Stdout, v)
			return 0
		}
		return 1
	}
	for _, kv := range c.Shell.environ() {
		fmt.Fprintln(c.Stdout, kv)
	}
	return 0
}

func which(_ context.Context, c *Call) int {
	have := map[string]bool{}
	for _, name := range c.Shell.Names() {
		have[name] = true
	}
	status := 0
	for _, a := range c.Args {
		if have[a] {
			fmt.Fprintln(c.Stdout, "/usr/bin/"+a)
		} else {
			status = 1
		}
	}
	return status
}

func base(_ context.Context, c *Call) int {
	if len(c.Args) == 0 {
		return c.Fail("basename", fmt.Errorf("missing operand"))
	}
	name := path.Base(c.Args[0])
	if len(c.Args) > 1 {
		name = strings.TrimSuffix(name, c.Args[1])
	}
	fmt.Fprintln(c.Stdout, name)
	return 0
}

func dir(_ context.Context, c *Call) int {
	return each(c, "dirname", c.Args, func(name string) error { _, err := fmt.Fprintln(c.Stdout, path.Dir(name)); return err })
}

func tee(_ context.Context, c *Call) int {
	flags, files := options(c.Args)
	mode := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if strings.Contains(flags, "a") {
		mode = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	to := []io.Writer{c.Stdout}
	status := each(c, "tee", files, func(name string) error {
		f, err := c.Shell.FS.OpenFile(c.Path(name), mode, 0o644)
		if err == nil {
			to = append(to, f)
		}
		return err
	})
	_, err := io.Copy(io.MultiWriter(to...), plainReader{c.Stdin})
	for _, f := range to[1:] {
		f.(io.Closer).Close()
	}
	if err != nil {
		return c.Fail("tee", err)
	}
	return status
}

func tr(_ context.Context, c *Call) int {
	flags, sets := options(c.Args)
	for i, set := range sets {
		sets[i] = characters(set)
	}
	var change func(rune) rune
	switch {
	case strings.Contains(flags, "d") && len(sets) == 1:
		gone := map[rune]bool{}
		for _, r := range sets[0] {
			gone[r] = true
		}
		change = func(r rune) rune {
			if gone[r] {
				return -1
			}
			return r
		}
	case len(sets) == 2 && sets[1] != "":
		to, becomes := []rune(sets[1]), map[rune]rune{}
		for i, r := range []rune(sets[0]) {
			if _, ok := becomes[r]; !ok {
				becomes[r] = to[min(i, len(to)-1)]
			}
		}
		change = func(r rune) rune {
			if x, ok := becomes[r]; ok {
				return x
			}
			return r
		}
	default:
		return c.Fail("tr", fmt.Errorf("usage: tr SET1 SET2, tr -d SET"))
	}
	in, out := bufio.NewReader(c.Stdin), bufio.NewWriter(c.Stdout)
	for {
		r, _, err := in.ReadRune()
		if err != nil {
			break
		}
		if r = change(r); r >= 0 {
			_, _ = out.WriteRune(r)
		}
		if in.Buffered() > 0 {
			continue
		}
		if out.Flush() != nil { // nobody reads
			return 1
		}
	}
	_ = out.Flush()
	return 0
}

// classes are the sets that tr knows by name.
var classes = strings.NewReplacer("[:lower:]", "a-z", "[:upper:]", "A-Z", "[:digit:]", "0-9", "[:alpha:]", "A-Za-z",
	"[:alnum:]", "A-Za-z0-9", "[:space:]", " \t\n\r\v\f", `\n`, "\n", `\t`, "\t")

// characters spells out a set of tr: a-e is abcde.
func characters(set string) string {
	in := []rune(classes.Replace(set))
	var out []rune
	for i := 0; i < len(in) && len(out) < 0x110000; i++ {
		if i+2 < len(in) && in[i+1] == '-' && in[i] <= in[i+2] {
			for r := in[i]; r <= in[i+2]; r++ {
				out = append(out, r)
			}
			i += 2
			continue
		}
		out = append(out, in[i])
	}
	return string(out)
}

func cut(_ context.Context, c *Call) int {
	delimiter, field := "\t", 0
	var files []string
	for i := 0; i < len(c.Args); i++ {
		a := c.Args[i]
		value := ""
		if len(a) > 2 {
			value = a[2:]
		} else if i+1 < len(c.Args) {
			value = c.Args[i+1]
		}
		switch {
		case strings.HasPrefix(a, "-d"), strings.HasPrefix(a, "-f"):
			if len(a) == 2 {
				i++
			}
			if a[1] == 'd' {
				delimiter = value
			} else {
				field, _ = strconv.Atoi(value)
			}
		default:
			files = append(files, a)
		}
	}
	if field < 1 {
		return c.Fail("cut", fmt.Errorf("give one field, as in -f 2"))
	}
	return filter(c, "cut", files, func(all []string) (kept []string) {
		for _, l := range all {
			parts := strings.Split(l, delimiter)
			switch {
			case len(parts) == 1:
				kept = append(kept, l)
			case field <= len(parts):
				kept = append(kept, parts[field-1])
			default:
				kept = append(kept, "")
			}
		}
		return kept
	})
}
