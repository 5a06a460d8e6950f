package setup

import (
	"os"
	"runtime/debug"
)

// The garbage collector runs once the memory in use has grown fourfold, not twofold. Little is in
// use for long, so that takes some 30 MB.
const (
	growth      = 300       // percent
	memoryBound = 512 << 20 // bytes, near which it runs more often
)

// EaseCollector sets the garbage collector, unless GOGC or GOMEMLIMIT do.
func EaseCollector() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(growth)
		debug.SetMemoryLimit(memoryBound)
	}
}
