package match

import (
	"fmt"
	"runtime"
	"strings"
)

// Catch makes an error of a panic, with its [Trace]. It is called deferred: a panic in one
// match is an error of that match and of no other.
func Catch(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, Trace())
	}
}

// Trace returns the call stack of its caller without argument values, of which some are
// secret.
func Trace() string {
	var at [64]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(2, at[:])])
	var b strings.Builder
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
	}
	return b.String()
}
