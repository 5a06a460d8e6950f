package main

import (
	"net"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"parlour/cmd/parlour/setup"
)

// A service manager is told when the bot is at work and when it ends.
func TestTheServiceManagerIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "manager"), Net: "unixgram"})
	must(t, err)
	defer manager.Close()
	must(t, manager.SetReadDeadline(time.Now().Add(patience)))
	next := func(want string) {
		t.Helper()
		var got [64]byte
		if n, err := manager.Read(got[:]); err != nil || string(got[:n]) != want {
			t.Errorf("the manager was told %q, %v, want %q", got[:n], err, want)
		}
	}
	discord, _ := startSandbox(t)
	c := spawnChild(t, discord.URL(), discord.Token(), filepath.Join(dir, "parlour.db"), setup.NotifySocket+"="+manager.LocalAddr().String(), "PARLOUR_COPIES=none")
	next(setup.StateReady)
	if code := c.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("the bot ended with %d", code)
	}
	next(setup.StateStopping)
}
