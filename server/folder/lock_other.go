//go:build !unix

package folder

import "os"

// lock does nothing where the system has no such lock.
func lock(*os.File) error { return nil }

func gone(int) bool { return false }
