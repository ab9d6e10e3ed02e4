package flags

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// This file is where secrets come from. A flag stands in the list of processes, for all users of the machine to read: so each can
// come from a file or from the environment, which workers do not get.

// secret is one that the program needs. No error that it has a part in says what it is, only where it came from.
type secret struct {
	flag string // on the command line itself; "" if it may not stand there
	file string // the flag that names a file
	env  string // the variable
}

// The secrets.
var (
	DatabaseAddress = secret{"--db", "--db-file", "GPUTOUR_DB"}
	ClusterAddress  = secret{"--cluster", "--cluster-file", "GPUTOUR_CLUSTER"}
	FilesKeys       = secret{"", "--files-keys", "GPUTOUR_FILES_KEYS"}
	MetricsToken    = secret{"", "--metrics-token-file", "GPUTOUR_METRICS_TOKEN"}
	OidcSecret      = secret{"", "--oidc-secret-file", "GPUTOUR_OIDC_SECRET"}

	secrets = []secret{DatabaseAddress, ClusterAddress, FilesKeys, MetricsToken, OidcSecret}
)

// Read returns a secret and where it came from: what the flag says itself, else what the file has that the other flag names, else
// the environment. It is "" when there is none.
func (s secret) Read(flag, file string) (value, from string, err error) {
	switch {
	case flag != "" && file != "":
		return "", "", Usage(fmt.Errorf("%s and %s say the same: give one of them", s.flag, s.file))
	case flag != "":
		return flag, s.flag, nil
	case file != "":
		value, err := firstLine(file)
		if err != nil {
			return "", "", Usage(fmt.Errorf("%s %s: %w", s.file, file, err))
		}
		return value, s.file + " " + file, nil
	}
	return strings.TrimSpace(os.Getenv(s.env)), s.env, nil
}

// firstLine is what a file has, but for the spaces around.
func firstLine(file string) (string, error) {
	data, err := os.ReadFile(file)
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	if err != nil {
		return "", err
	}
	switch text := strings.TrimSpace(string(data)); {
	case text == "":
		return "", errors.New("the file is empty")
	case strings.ContainsAny(text, "\n\r\x00"):
		return "", errors.New("the file has more than one line")
	default:
		return text, nil
	}
}
