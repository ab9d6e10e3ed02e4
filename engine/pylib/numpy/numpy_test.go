package numpy_test

import (
	"testing"

	"gputour/engine/pylib/pylibtest"
)

// TestPrograms runs testdata/*.py; NumPy 1.24 itself printed the .out files
// (python3 NAME.py > NAME.out).
func TestPrograms(t *testing.T) { pylibtest.Programs(t, pylibtest.Golden) }
