package jail

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The probe is this test binary, started again in a cage: it tries what a sealed process
// must not be able to do and prints what came of it.

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "probe" {
		probes[os.Args[2]](os.Stdout)
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == "cage" {
		cage(os.Args[2])
	}
	os.Exit(m.Run())
}

var probes = map[string]func(io.Writer){
	"landlock": probeLandlock,
	"sealed":   probeSealed,
	"x32":      probeX32,
}

// finding is what came of one try.
type finding struct {
	Name  string
	Error string // "" is success
	Errno int
}

// cage starts the probe in a cage and passes on what it prints.
func cage(probe string) {
	self, err := Self()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self, "probe", probe)
	cmd.Args[0] = "probe"
	cmd.Env = []string{}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	report, err := Cage{Namespaces: os.Getenv("NAMESPACES") != ""}.Start(cmd)
	if err == nil && report.Landlock == 0 {
		err = fmt.Errorf("no landlock: %v", report.Missing)
	}
	if err == nil {
		err = cmd.Wait()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// try runs a probe in a cage as a user.
func try(t *testing.T, probe string, uid int, namespaces bool) (findings []finding, err error) {
	t.Helper()
	needLandlock(t)
	cmd := exec.Command("/proc/self/exe", "cage", probe)
	if namespaces {
		cmd.Env = append(os.Environ(), "NAMESPACES=1")
	}
	if uid != os.Getuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, said.String())
	}
	if err := json.Unmarshal(out, &findings); err != nil {
		t.Fatalf("the probe printed %.200q: %v", out, err)
	}
	return findings, nil
}

func needLandlock(t *testing.T) {
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION); errno != 0 {
		t.Skip("this system has no landlock: ", errno)
	}
}

// users are who the probe runs as.
func users(t *testing.T) []int {
	const nobody = 65534
	if os.Getuid() != 0 {
		return []int{os.Getuid()}
	}
	return []int{0, nobody}
}

// TestNothingIsSeenFromTheStart tries files and networks before the seal: a cage holds
// from the first instruction.
func TestNothingIsSeenFromTheStart(t *testing.T) {
	for _, uid := range users(t) {
		findings, err := try(t, "landlock", uid, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Error == "" {
				t.Errorf("uid %d: %s is allowed", uid, f.Name)
			}
		}
	}
}

func probeLandlock(w io.Writer) {
	var all []finding
	say := func(name string, err error) { all = append(all, found(name, err)) }
	_, err := os.ReadFile("/etc/passwd")
	say("read /etc/passwd", err)
	_, err = os.ReadFile("/proc/self/environ")
	say("read /proc/self/environ", err)
	_, err = os.ReadDir("/")
	say("list /", err)
	say("write", os.WriteFile("/tmp/jail-probe", nil, 0o600))
	say("make a folder", os.Mkdir("/tmp/jail-probe", 0o700))
	say("open the executable to write", func() error { _, err := os.OpenFile("/proc/self/exe", os.O_WRONLY, 0); return err }())
	var tcp net.ListenConfig
	tcp.SetMultipathTCP(false) // which landlock lets through, and seccomp then does not
	_, err = tcp.Listen(context.Background(), "tcp", "127.0.0.1:0")
	say("listen", err)
	json.NewEncoder(w).Encode(all)
}

func found(name string, err error) finding {
	f := finding{Name: name}
	if err != nil {
		f.Error = err.Error()
		if errno, ok := err.(syscall.Errno); ok {
			f.Errno = int(errno)
		}
	}
	return f
}

// TestEscapes tries system calls from inside a sealed process, on threads that were there
// before the seal and on new ones.
func TestEscapes(t *testing.T) {
	if len(escapes) < 60 {
		t.Fatalf("only %d tries", len(escapes))
	}
	for _, namespaces := range []bool{false, true} {
		for _, uid := range users(t) {
			findings, err := try(t, "sealed", uid, namespaces)
			if err != nil {
				t.Fatal(err)
			}
			if len(findings) < len(escapes) {
				t.Fatalf("only %d of %d tried", len(findings), len(escapes))
			}
			for _, f := range findings {
				// Any other error would be the kernel's, of a call that was let through.
				if e := syscall.Errno(f.Errno); e != unix.EPERM && !(f.Name == "clone3" && e == unix.ENOSYS) {
					t.Errorf("uid %d, namespaces %v: %s: %q", uid, namespaces, f.Name, f.Error)
				}
			}
		}
	}
}

func probeSealed(w io.Writer) {
	var threads sync.WaitGroup
	early := make(chan func())
	for range 2 {
		threads.Go(func() {
			runtime.LockOSThread()
			for f := range early {
				f()
			}
		})
	}
	r := Seal(Limits{Data: 1 << 30, Threads: 64})
	if !r.Seccomp || !r.Limits {
		fmt.Fprintln(os.Stderr, "not sealed:", r.Missing)
		os.Exit(1)
	}
	var mu sync.Mutex
	var all []finding
	for i, e := range escapes {
		run := func() {
			errno := e.try()
			f := finding{Name: e.name, Errno: int(errno)}
			if errno != 0 {
				f.Error = errno.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, f)
		}
		switch i % 3 {
		case 0:
			done := make(chan bool)
			early <- func() { run(); close(done) }
			<-done
		case 1:
			done := make(chan bool)
			go func() { runtime.LockOSThread(); run(); close(done) }()
			<-done
		default:
			run()
		}
	}
	close(early)
	threads.Wait()
	json.NewEncoder(w).Encode(all)
}

// escape is one try.
type escape struct {
	name string
	try  func() syscall.Errno
}

// call tries a system call with harmless arguments.
func call(name string, number uintptr, args ...uintptr) escape {
	return escape{name, func() syscall.Errno {
		var a [6]uintptr
		copy(a[:], args)
		r, _, errno := syscall.RawSyscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
		if errno == 0 && r == 0 && forks[number] {
			syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0) // the child
		}
		return errno
	}}
}

var forks = map[uintptr]bool{unix.SYS_CLONE: true, unix.SYS_CLONE3: true}

// text is an argument that is a path; it lives as long as the program.
func text(s string) uintptr {
	b := append([]byte(s), 0)
	kept = append(kept, b)
	return uintptr(unsafe.Pointer(&b[0]))
}

var kept [][]byte

const here = ^uintptr(99) // AT_FDCWD, -100

var (
	passwd = text("/etc/passwd")
	fresh  = text("/tmp/jail-probe")
	buffer = text(string(make([]byte, 4096)))
	parent = uintptr(os.Getppid())
)

var escapes = append([]escape{
	// Files.
	call("openat", unix.SYS_OPENAT, here, passwd, 0),
	call("openat /proc/self/environ", unix.SYS_OPENAT, here, text("/proc/self/environ"), 0),
	call("openat /proc/self/mem", unix.SYS_OPENAT, here, text("/proc/self/mem"), 2),
	call("openat the executable", unix.SYS_OPENAT, here, text("/proc/self/exe"), 0),
	call("openat to create", unix.SYS_OPENAT, here, fresh, unix.O_CREAT|unix.O_WRONLY, 0o600),
	call("openat2", unix.SYS_OPENAT2, here, passwd, buffer, 24),
	call("open_by_handle_at", unix.SYS_OPEN_BY_HANDLE_AT, here, buffer, 0),
	call("name_to_handle_at", unix.SYS_NAME_TO_HANDLE_AT, here, passwd, buffer, buffer, 0),
	call("statx", unix.SYS_STATX, here, passwd, 0, 0, buffer),
	call("faccessat", unix.SYS_FACCESSAT, here, passwd, 4),
	call("readlinkat", unix.SYS_READLINKAT, here, text("/proc/self/exe"), buffer, 4096),
	call("mkdirat", unix.SYS_MKDIRAT, here, fresh, 0o700),
	call("mknodat", unix.SYS_MKNODAT, here, fresh, unix.S_IFIFO|0o600, 0),
	call("unlinkat", unix.SYS_UNLINKAT, here, fresh, 0),
	call("renameat2", unix.SYS_RENAMEAT2, here, fresh, here, fresh, 0),
	call("symlinkat", unix.SYS_SYMLINKAT, passwd, here, fresh),
	call("linkat", unix.SYS_LINKAT, here, passwd, here, fresh, 0),
	call("fchmodat", unix.SYS_FCHMODAT, here, fresh, 0o777),
	call("fchownat", unix.SYS_FCHOWNAT, here, fresh, 0, 0, 0),
	call("truncate", unix.SYS_TRUNCATE, fresh, 0),
	call("chdir", unix.SYS_CHDIR, text("/")),
	call("chroot", unix.SYS_CHROOT, text("/")),
	call("pivot_root", unix.SYS_PIVOT_ROOT, text("/"), text("/")),
	call("mount", unix.SYS_MOUNT, 0, text("/"), 0, unix.MS_BIND, 0),
	call("umount2", unix.SYS_UMOUNT2, fresh, 0),
	call("statfs", unix.SYS_STATFS, text("/"), buffer),
	call("setxattr", unix.SYS_SETXATTR, fresh, text("user.x"), buffer, 1, 0),
	call("inotify_init1", unix.SYS_INOTIFY_INIT1, 0),
	call("fanotify_init", unix.SYS_FANOTIFY_INIT, 0, 0),
	// Programs and memory to run code from.
	call("execve", unix.SYS_EXECVE, text("/bin/true"), 0, 0),
	call("execveat", unix.SYS_EXECVEAT, here, text("/bin/true"), 0, 0, 0),
	call("memfd_create", unix.SYS_MEMFD_CREATE, text("x"), 0),
	call("mmap to execute", unix.SYS_MMAP, 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON, ^uintptr(0), 0),
	call("mprotect to execute", unix.SYS_MPROTECT, 0, 4096, unix.PROT_READ|unix.PROT_EXEC),
	call("pkey_mprotect", unix.SYS_PKEY_MPROTECT, 0, 4096, unix.PROT_READ|unix.PROT_EXEC, 0),
	call("personality", unix.SYS_PERSONALITY, 0xffffffff),
	// Networks and other ways to speak.
	call("socket tcp", unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_STREAM, 0),
	call("socket udp", unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_DGRAM, 0),
	call("socket tcp6", unix.SYS_SOCKET, unix.AF_INET6, unix.SOCK_STREAM, 0),
	call("socket raw", unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_RAW, 1),
	call("socket unix", unix.SYS_SOCKET, unix.AF_UNIX, unix.SOCK_STREAM, 0),
	call("socket netlink", unix.SYS_SOCKET, unix.AF_NETLINK, unix.SOCK_RAW, 0),
	call("socket packet", unix.SYS_SOCKET, unix.AF_PACKET, unix.SOCK_RAW, 0),
	call("socket vsock", unix.SYS_SOCKET, unix.AF_VSOCK, unix.SOCK_STREAM, 0),
	call("socketpair", unix.SYS_SOCKETPAIR, unix.AF_UNIX, unix.SOCK_STREAM, 0, buffer),
	call("connect", unix.SYS_CONNECT, 0, buffer, 16),
	call("sendmsg", unix.SYS_SENDMSG, 1, buffer, 0),
	call("recvmsg", unix.SYS_RECVMSG, 0, buffer, 0),
	call("mq_open", unix.SYS_MQ_OPEN, text("x"), unix.O_CREAT, 0o600, 0),
	call("shmget", unix.SYS_SHMGET, 0, 4096, 0o600),
	call("msgget", unix.SYS_MSGGET, 0, 0o600),
	call("semget", unix.SYS_SEMGET, 0, 1, 0o600),
	// Descriptors.
	call("dup", unix.SYS_DUP, 0),
	call("fcntl", unix.SYS_FCNTL, 0, unix.F_DUPFD, 0),
	call("ioctl", unix.SYS_IOCTL, 0, unix.TIOCSTI, buffer),
	call("pipe2", unix.SYS_PIPE2, buffer, 0),
	call("epoll_create1", unix.SYS_EPOLL_CREATE1, 0),
	call("timerfd_create", unix.SYS_TIMERFD_CREATE, 0, 0),
	call("pidfd_open", unix.SYS_PIDFD_OPEN, parent, 0),
	call("pidfd_getfd", unix.SYS_PIDFD_GETFD, 0, 0, 0),
	// Processes.
	call("fork", unix.SYS_CLONE, uintptr(unix.SIGCHLD)),
	call("clone, a namespace", unix.SYS_CLONE, unix.CLONE_NEWUSER|uintptr(unix.SIGCHLD)),
	call("clone3", unix.SYS_CLONE3, buffer, 88),
	call("unshare", unix.SYS_UNSHARE, unix.CLONE_NEWUSER),
	call("setns", unix.SYS_SETNS, 0, 0),
	call("ptrace", unix.SYS_PTRACE, unix.PTRACE_ATTACH, parent),
	call("ptrace traceme", unix.SYS_PTRACE, unix.PTRACE_TRACEME),
	call("process_vm_readv", unix.SYS_PROCESS_VM_READV, parent, buffer, 1, buffer, 1, 0),
	call("process_vm_writev", unix.SYS_PROCESS_VM_WRITEV, parent, buffer, 1, buffer, 1, 0),
	call("kill the parent", unix.SYS_KILL, parent, 0),
	call("kill all", unix.SYS_KILL, ^uintptr(0), 0),
	call("tkill", unix.SYS_TKILL, parent, 0),
	call("tgkill another", unix.SYS_TGKILL, uintptr(os.Getpid()+1), uintptr(os.Getpid()+1), 0),
	call("pidfd_send_signal", unix.SYS_PIDFD_SEND_SIGNAL, 0, 0, 0, 0),
	call("setpriority", unix.SYS_SETPRIORITY, 0, 0, 0),
	call("sched_setaffinity", unix.SYS_SCHED_SETAFFINITY, 0, 8, buffer),
	call("sched_setscheduler", unix.SYS_SCHED_SETSCHEDULER, 0, 0, buffer),
	call("setsid", unix.SYS_SETSID),
	// Rights and limits.
	call("setuid", unix.SYS_SETUID, 0),
	call("setgroups", unix.SYS_SETGROUPS, 0, 0),
	call("capset", unix.SYS_CAPSET, buffer, buffer),
	call("prlimit64", unix.SYS_PRLIMIT64, 0, unix.RLIMIT_NOFILE, 0, buffer),
	call("prctl dumpable", unix.SYS_PRCTL, unix.PR_SET_DUMPABLE, 1),
	call("prctl ptracer", unix.SYS_PRCTL, unix.PR_SET_PTRACER, parent),
	call("seccomp", unix.SYS_SECCOMP, 0, 0, 0),
	call("landlock_create_ruleset", unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, 1),
	call("keyctl", unix.SYS_KEYCTL, 0, 0, 0),
	call("add_key", unix.SYS_ADD_KEY, text("user"), text("x"), buffer, 1, 0),
	// The kernel.
	call("io_uring_setup", unix.SYS_IO_URING_SETUP, 1, buffer),
	call("bpf", unix.SYS_BPF, 0, buffer, 8),
	call("perf_event_open", unix.SYS_PERF_EVENT_OPEN, buffer, 0, ^uintptr(0), ^uintptr(0), 0),
	call("userfaultfd", unix.SYS_USERFAULTFD, 1),
	call("init_module", unix.SYS_INIT_MODULE, buffer, 0, buffer),
	call("finit_module", unix.SYS_FINIT_MODULE, 0, buffer, 0),
	call("kexec_load", unix.SYS_KEXEC_LOAD, 0, 0, 0, 0),
	call("reboot", unix.SYS_REBOOT, 0, 0, 0),
	call("syslog", unix.SYS_SYSLOG, 10, 0, 0),
	call("clock_settime", unix.SYS_CLOCK_SETTIME, 99, buffer),
	call("sethostname", unix.SYS_SETHOSTNAME, buffer, 99999),
	call("swapon", unix.SYS_SWAPON, fresh, 0),
	call("quotactl", unix.SYS_QUOTACTL, 0, 0, 0, 0),
}, archEscapes...)

// TestOtherABIsEnd tries the second set of numbers of an amd64 kernel: whoever uses it is ended.
func TestOtherABIsEnd(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("only amd64 has one")
	}
	if _, err := try(t, "x32", users(t)[0], false); err == nil || !strings.Contains(err.Error(), "bad system call") {
		t.Errorf("the probe ended with %v", err)
	}
}

func probeX32(w io.Writer) {
	Seal(Limits{})
	syscall.RawSyscall(x32|unix.SYS_GETPID, 0, 0, 0)
	json.NewEncoder(w).Encode([]finding{})
}
