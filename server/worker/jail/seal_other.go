//go:build !unix

package jail

// Seal does nothing: this system has nothing to seal a process with.
func Seal(Limits) Report { return Report{Missing: []string{"resource limits: only Unix has them"}} }
