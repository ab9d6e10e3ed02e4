package main

import (
	"strings"
	"testing"

	"gputour/server/flags"
)

// TestSecretsAreNotSaid: what is wrong with an address is said without its password.
func TestSecretsAreNotSaid(t *testing.T) {
	const hidden = "hidden-word"
	for env, value := range map[string]string{
		"GPUTOUR_DB":         "postgres://ann:" + hidden + "@127.0.0.1:1/class?sslmode=disable",
		"GPUTOUR_FILES_KEYS": hidden,
	} {
		t.Run(env, func(t *testing.T) {
			t.Setenv(env, value)
			var out strings.Builder
			status := command([]string{"classroom", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--files", "s3://bucket"}, flags.Terminal{In: nil, Out: &out, Err: &out})
			if status == 0 || strings.Contains(out.String(), hidden) || !strings.Contains(out.String(), env) {
				t.Errorf("status %d, %s", status, out.String())
			}
		})
	}
	t.Setenv("GPUTOUR_DB", "postgres://ann:"+hidden+"@%zz/class")
	var out strings.Builder
	if status := command([]string{"class", "--data", t.TempDir(), "backup", "x"}, flags.Terminal{In: nil, Out: &out, Err: &out}); status == 0 || strings.Contains(out.String(), hidden) {
		t.Errorf("status %d, %s", status, out.String())
	}
	out.Reset()
	t.Setenv("GPUTOUR_CLUSTER", "nats://ann:"+hidden+"%zz@127.0.0.1:1")
	if status := command([]string{"worker"}, flags.Terminal{In: nil, Out: &out, Err: &out}); status == 0 || strings.Contains(out.String(), hidden) || !strings.Contains(out.String(), "NATS") {
		t.Errorf("status %d, %s", status, out.String())
	}
}
