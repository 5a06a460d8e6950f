package setup

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A state goes to the socket that the environment names, a file or not.
func TestSend(t *testing.T) {
	names := []string{filepath.Join(t.TempDir(), "manager")}
	if runtime.GOOS == "linux" { // which alone has sockets that are no file
		names = append(names, fmt.Sprintf("@parlour %s %d", t.Name(), os.Getpid()))
	}
	for _, name := range names {
		manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
		if err != nil {
			t.Skipf("no such socket can be made on this system: %v", err)
		}
		defer manager.Close()
		t.Setenv(NotifySocket, name)
		for _, state := range []string{StateReady, StateStopping} {
			must(t, Notify(state))
			if err := manager.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			var got [64]byte
			if n, err := manager.Read(got[:]); err != nil || string(got[:n]) != state {
				t.Errorf("at %s came %q, %v, want %q", name, got[:n], err, state)
			}
		}
	}
}

// Without a manager nothing happens, and a socket that is not there is a sentence.
func TestNoManager(t *testing.T) {
	t.Setenv(NotifySocket, "")
	must(t, Notify(StateReady))
	t.Setenv(NotifySocket, filepath.Join(t.TempDir(), "none"))
	if err := Notify(StateReady); err == nil || !strings.Contains(err.Error(), "NOTIFY_SOCKET names no socket of a service manager") {
		t.Errorf("Notify = %v, want a sentence about NOTIFY_SOCKET", err)
	}
}
