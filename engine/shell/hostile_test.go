package shell

import (
	"bytes"
	"context"
	"os"
	osexec "os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostile are lines that end by themselves, with a word on why.
var hostile = []struct{ line, want string }{
	{`x=a; while true; do x=$x$x; done`, "cannot allocate memory"},
	{`a=(x); while true; do a+=("${a[@]}"); done`, "cannot allocate memory"},
	{`x=$(yes)`, "cannot allocate memory"},
	{`x=aaaaaaaa; while true; do x=${x//a/$x}; done`, "cannot allocate memory"},
	{`i=0; while true; do i=$((i+1)); eval "v$i=\$(printf %100000s x)"; done`, "cannot allocate memory"},
	{`i=0; while true; do i=$((i+1)); eval "f$i() { :; }"; done`, "cannot allocate memory"},
	{`x=$(printf %1000000s x); set -- "$x" "$x" "$x" "$x" "$x" "$x" "$x" "$x" "$x" "$x"; while true; do set -- "$@" "$@"; done`, "cannot allocate memory"},
	{`echo $(printf "$(printf '%%999999s%.0s' {1..200})" x)`, "cannot allocate memory"},
	{`printf '%99999999999999s' x; printf '%999999999s' x`, "cannot allocate memory"},
	{`: {1..100000000}`, "brace expansion"},
	{`: {1..1000}{1..1000}{1..1000}`, "brace expansion"},
	{`yes > big`, "cannot allocate memory"},
	{`echo x > a; while true; do cat a a > b; mv b a; done`, "cannot allocate memory"},
	{`i=0; while true; do i=$((i+1)); : > file$i; done`, "cannot allocate memory"},
	{`yes | sort`, "cannot allocate memory"},
	{`yes | tail -1`, "cannot allocate memory"},
	{`yes "$(printf %100000s x)" | grep -v y`, "cannot allocate memory"},
	{`read x < <(yes)`, "process substitution"},
	{`: <(echo hi) <(echo ho)`, "process substitution"},
	{`tee >(cat)`, "process substitution"},
	{`coproc cat`, "coproc"},
	{`select x in a b; do :; done`, "select"},
	{`f() { f; }; f`, "maximum nesting level exceeded"},
	{`f() { echo $(f); }; f`, "fork: retry: Resource temporarily unavailable"},
	{`f() { (f); }; f`, "fork: retry: Resource temporarily unavailable"},
	{`f() { f | f; }; f`, "fork: retry: Resource temporarily unavailable"},
	{`f() { eval f; }; f`, "maximum nesting level exceeded"},
	{`echo 'bash again' > again; bash again`, "fork: retry: Resource temporarily unavailable"},
	{`echo '. again' > again; . again`, "maximum nesting level exceeded"},
	{`p=$(printf 'a?%.0s' {1..10000}); s=$(printf 'a%.0s' {1..10000}); [[ $s == $p ]]`, "too long"},
	{`p=$(printf 'a?%.0s' {1..10000}); s=$(printf 'a%.0s' {1..10000}); : ${s#$p}`, "too long"},
	{`x=$(printf %100000s x); echo $(( ${x// /1} ))`, "arithmetic expression"},
	{`a=b; b=a; echo $((a))`, ""},
	{`declare -n a=b; declare -n b=a; echo $a; a=1`, ""},
	{`a[9223372036854775807]=x; a[-1]=y; a[9223372036854775806]+=z; echo ${#a[@]}`, "2"},
	{`echo $((9223372036854775807/-1)) $((-9223372036854775807-1)) $((1<<-1)); echo $((1/0))`, "division by zero"},
	{`exec 9>&8`, "Bad file descriptor"},
	{`echo > /no/such/dir/file`, "No such file or directory"},
	{`echo > /`, "Is a directory"},
	{`mkdir -p a; cp -r a a/b`, "into itself"},
	{`cat . ; wc -l /tmp`, "Is a directory"},
	{`kill 1 -9 0`, "No such process"},
	{`exec 1>&-; echo lost; yes | head -1`, ""},
	{`yes | head -1`, "y"},
	{`yes | cat | tr y z | head -2 | tail -1`, "z"},
}

func roomy(t *testing.T) *Shell {
	s := newShell(t)
	if err := s.FS.MkdirAll("/tmp", 0o755); err != nil {
		t.Fatal(err)
	}
	s.Room = 24 << 20
	return s
}

func TestHostileLinesEndInWords(t *testing.T) {
	for _, c := range hostile {
		t.Run(c.line, func(t *testing.T) {
			s := roomy(t)
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			var out bytes.Buffer
			s.Run(ctx, c.line, nil, &out, &out)
			if ctx.Err() != nil {
				t.Fatal("the line does not end by itself")
			}
			if !strings.Contains(out.String(), c.want) {
				t.Errorf("no word of %q in %.300q", c.want, out.String())
			}
			if got := run(s, "echo well"); got != "well\n" {
				t.Errorf("the shell is not usable any more: %q", got)
			}
		})
	}
}

// TestParserDepth: a source that is nested deep must not take the program's stack.
func TestParserDepth(t *testing.T) {
	for _, open := range []string{"(", "$(", "{ ", "$((", "((", "${x:-", "if ", "while ", "! ", "`", "\"$(", "case ", "f() ", "<(", "[[ (", "a=(", "x && ", "x | ", "$(( 1 ? ", "$(( - ", "if :; then "} {
		var out bytes.Buffer
		roomy(t).Run(context.Background(), "echo "+strings.Repeat(open, maxSource/len(open)-10), nil, &out, &out)
		roomy(t).Run(context.Background(), strings.Repeat(open, maxSource/len(open)), nil, &out, &out)
		if out.Len() == 0 {
			t.Errorf("no word on many %q", open)
		}
	}
	if got := run(roomy(t), strings.Repeat(":;", maxSource)); !strings.Contains(got, "Argument list too long") {
		t.Errorf("a long line: %.100q", got)
	}
}

// endless are lines that only a stop ends.
var endless = []string{
	`while true; do :; done`, `while :; do x=1; done | cat`, `yes | cat > /dev/null`, `yes`, `seq 1000000000`, `sleep 1000`,
	`for ((;;)); do :; done`, `until false; do true; done`, `f() { f | f & f & }; f; f; f; wait`, `sleep 1000 & wait`,
	`(while :; do :; done) & (while :; do :; done)`, `x=$(while :; do :; done)`, `x=$(sleep 1000)`, `sleep 1000 | sleep 1000`,
	`while :; do echo $(echo x); done`, `while :; do (:); done`, `while :; do : | :; done`, `while :; do printf %999999s x; done`,
	`while :; do : & done`, `trap 'while :; do :; done' EXIT`, `read x < /dev/null; while read y < /dev/null || :; do :; done`,
	`yes | while read x; do :; done`, `while :; do : {1..16000}; done`, `s=$(printf %100000s x); while :; do : ${s// /y}; done`,
	`s=$(printf %300000s x); while :; do [[ $s == *a*b* ]]; done`, `while :; do touch a; rm a; done`, `yes | (exec 0<&-; sleep 1000)`,
}

func TestStopEndsEveryLine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, line := range endless {
		t.Run(line, func(t *testing.T) {
			s := roomy(t)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			written := make(chan struct{}, 1)
			done := make(chan int)
			go func() { done <- s.Run(ctx, "echo on >&2; "+line, nil, silent{}, signal{written}) }()
			<-written
			for range 3 {
				runtime.Gosched()
			}
			cancel()
			select {
			case status := <-done:
				if status != 130 {
					t.Errorf("status %d", status)
				}
			case <-time.After(time.Minute):
				t.Fatal("stop does not end it")
			}
		})
	}
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines are left, there were %d", runtime.NumGoroutine(), before)
}

type silent struct{}

func (silent) Write(p []byte) (int, error) { return len(p), nil }

type signal struct{ c chan struct{} }

func (s signal) Write(p []byte) (int, error) {
	select {
	case s.c <- struct{}{}:
	default:
	}
	return len(p), nil
}

// TestHostFilesStayOut is what wrote real files: paths that looked like the parser's own pipes.
func TestHostFilesStayOut(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	for _, env := range []string{folder, ""} {
		s := roomy(t)
		if env != "" {
			s.Env["TMPDIR"] = env
		}
		if err := s.FS.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{
			"echo x > " + folder + "/sh-interp-evil", "echo x > $TMPDIR/sh-interp-run.desktop", "cat <(echo hi)", "echo hi > >(cat)",
			"cat < " + folder + "/sh-interp-evil", "while read x; do :; done < <(echo)", "cat <<< x", "cd ~root; cd ~nobody; ls ~daemon",
		} {
			run(s, line)
		}
		names, err := os.ReadDir(folder)
		if err != nil || len(names) > 0 {
			t.Errorf("files of the host: %v %v", names, err)
		}
	}
}

// TestNothingAsksTheHost: the shell's packages must not know of the host's programs, users or calls.
func TestNothingAsksTheHost(t *testing.T) {
	root, err := osexec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	out, err := osexec.Command(root, "list", "-deps", ".").Output()
	if err != nil {
		t.Skip("go list: ", err)
	}
	for _, name := range strings.Fields(string(out)) {
		if name == "mvdan.cc/sh/v3/interp" {
			t.Errorf("the shell depends on %s", name)
		}
	}
	files, _ := filepath.Glob("*.go")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, call := range []string{"os.Open", "os.Create", "os.Stat", "os.Read", "os.Getwd", "os.Getenv", "os.Pipe", "\"syscall\"", "\"os/user\"", "exec.Command"} {
			if bytes.Contains(text, []byte(call)) {
				t.Errorf("%s asks the host: %s", file, call)
			}
		}
	}
}
