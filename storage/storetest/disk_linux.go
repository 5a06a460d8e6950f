package storetest

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// InChild runs a test in a process of its own, with some arguments, because its limits hold for a whole
// process. It returns false within that process.
func InChild(t *testing.T, args ...string) bool {
	t.Helper()
	const within = "PARLOUR_TEST_IN_CHILD"
	if os.Getenv(within) != "" {
		return false
	}
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], append(args, "-test.v", "-test.run=^"+t.Name()+"$")...)
	cmd.Env = append(os.Environ(), within+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("in a process of its own: %v, %v\n%s", err, ctx.Err(), out)
	}
	return true
}

// Fill has the disk take no byte of any file beyond the first ones, until room is called.
// Only a test in a child may call it.
func Fill(t *testing.T, first int64) (room func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ) // so that a write beyond the limit returns an error
	var usual syscall.Rlimit
	limit := func(l syscall.Rlimit) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual); err != nil {
		t.Fatal(err)
	}
	limit(syscall.Rlimit{Cur: uint64(first), Max: usual.Max})
	t.Cleanup(func() { limit(usual) })
	return func() { limit(usual) }
}
