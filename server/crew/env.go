package crew

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// This file is the environment of workers.

// Env is the environment of a worker: how eagerly Go's runtime collects garbage, and the time zone, which a worker
// cannot read from a file.
func Env(data int64) []string {
	env := []string{fmt.Sprintf("GOGC=%d", workerGrowth), "GODEBUG=memprofilerate=0"} // nobody profiles a worker
	if data > 0 {
		env = append(env, fmt.Sprintf("GOMEMLIMIT=%d", data/10*9))
	}
	return append(env, "TZ="+zone(os.Getenv("TZ"), os.Readlink))
}

// zone is the name of this machine's time zone in the IANA database, which the program carries; "UTC" where it has none.
// tz is the variable TZ, readlink os.Readlink.
func zone(tz string, readlink func(string) (string, error)) string {
	name := strings.TrimPrefix(tz, ":")
	if name == "" {
		target, err := readlink("/etc/localtime")
		if err != nil {
			return "UTC"
		}
		name = target
	}
	if _, after, found := strings.Cut(name, "zoneinfo/"); found {
		name = after
	}
	if _, err := time.LoadLocation(name); err != nil {
		return "UTC"
	}
	return name
}

// workerGrowth is the GOGC of a worker, whose memory is one session's.
const workerGrowth = 200

// DriverEnv are the variables that CUDA's driver (HOME: for the kernels that it keeps compiled), the loader of its library and the
// tests' driver read.
func DriverEnv(environ []string) (env []string) {
	for _, v := range environ {
		for _, prefix := range []string{"CUDA_", "NVIDIA_", "LD_LIBRARY_PATH=", "HOME=", "GPUTOUR_FAKE_"} {
			if strings.HasPrefix(v, prefix) {
				env = append(env, v)
			}
		}
	}
	return env
}
