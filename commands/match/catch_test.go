package match_test

import (
	"strings"
	"testing"

	"parlour/commands/match"
)

// A trace names the functions of the panic and none of their values, not even a length.
func TestTraceHasNoValues(t *testing.T) {
	var trace string
	func() {
		defer func() { _ = recover(); trace = match.Trace() }()
		panicWith("hushed", 17)
	}()
	if !strings.Contains(trace, "panicWith\n") || !strings.Contains(trace, "catch_test.go:") {
		t.Errorf("the trace does not name the function that panicked:\n%s", trace)
	}
	if strings.Contains(trace, "0x") || strings.Contains(trace, "hushed") {
		t.Errorf("the trace has values:\n%s", trace)
	}
}

//go:noinline
func panicWith(text string, number int) { panic(text[number:]) }
