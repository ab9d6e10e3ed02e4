//go:build !unix

package worker

import "os"

func peak(*os.ProcessState) int64  { return 0 }
func killed(*os.ProcessState) bool { return false }
