package setup

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// NotifySocket is the environment variable that names the manager's socket; a name that begins with @ is no file.
const NotifySocket = "NOTIFY_SOCKET"

// The states of a service, as sd_notify(3) names them.
const (
	StateReady    = "READY=1"
	StateStopping = "STOPPING=1"
	StateIs       = "STATUS=" // and a sentence
)

// Notify tells the service manager a state, if there is one.
func Notify(state string) error {
	name := os.Getenv(NotifySocket)
	if name == "" {
		return nil
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return fmt.Errorf("%s names no socket of a service manager: %w", NotifySocket, err)
	}
	defer c.Close()
	_, err = c.Write([]byte(state))
	return err
}

// A Manager is the service manager, if there is one.
type Manager struct{ Log *slog.Logger }

// AtWork tells it that the program is ready, or that it finishes.
func (m Manager) AtWork(yes bool) {
	if yes {
		m.tell(StateReady)
	} else {
		m.tell(StateStopping)
	}
}

// Status tells it how the program is, in a sentence that it shows with the service.
func (m Manager) Status(how string) { m.tell(StateIs + strings.ReplaceAll(how, "\n", " ")) }

func (m Manager) tell(state string) {
	if err := Notify(state); err != nil {
		m.Log.Warn("the service manager could not be told how the bot is", "err", err)
	}
}

// memoryBound is near how many bytes the collector runs more often, where nobody sets a limit and the machine has twice
// as much.
const memoryBound = 512 << 20

// EaseCollector sets the garbage collector by the memory that there is. GOGC and GOMEMLIMIT win.
func EaseCollector() {
	growth, bound := collectorFor(memoryOf("/"))
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bound)
	}
}

// collectorFor returns by how many percent the memory in use grows before the collector runs, and near how many bytes it
// runs more often, with a group that may use so many bytes on a machine that has so many. Nine tenths of a group's are
// its own, and half of a machine's.
func collectorFor(group, machine int64) (growth int, bound int64) {
	bound = memoryBound
	if group < machine {
		bound = group / 10 * 9
	}
	if bound = min(bound, machine/2); bound < 128<<20 {
		return 50, bound
	}
	return 100, bound // as Go has it: 300 saves a hundredth of the CPU of a move, and takes 35 MB more
}

// memoryOf returns the least limit, in bytes, that a control group of Linux sets, of either version, such as a unit's
// MemoryMax or a container's, and the memory of the machine. What is not told has no bound. The files of the system are
// below a folder.
func memoryOf(root string) (group, machine int64) {
	least := func(so int64, file ...string) int64 {
		var n int64
		text, _ := os.ReadFile(filepath.Join(append([]string{root}, file...)...))
		if _, err := fmt.Sscan(strings.TrimPrefix(string(text), "MemTotal:"), &n); err != nil { // it is "max", or not there
			return so
		}
		return min(so, n)
	}
	group, machine = math.MaxInt64, 1024*least(math.MaxInt64/1024, "proc/meminfo") // which is in kB
	groups, _ := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		for at := path.Clean("/" + parts[2]); ; at = path.Dir(at) {
			switch {
			case parts[1] == "":
				group = least(least(group, "sys/fs/cgroup", at, "memory.max"), "sys/fs/cgroup", at, "memory.high")
			case slices.Contains(strings.Split(parts[1], ","), "memory"):
				group = least(group, "sys/fs/cgroup/memory", at, "memory.limit_in_bytes")
			}
			if at == "/" {
				break
			}
		}
	}
	return group, machine
}

// A Log says how to log. Its tags make the flags. The zero value logs text, from info on.
type Log struct {
	Format string `name:"log" env:"PARLOUR_LOG" enum:"text,json" default:"text" help:"The form of the log: text, or json with one object a line."`
	Level  string `name:"log-level" env:"PARLOUR_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"The lowest level that is logged: debug, info, warn or error. With debug, that is each request to Discord too."`
}

// Handler returns a handler that writes so.
func (l Log) Handler(w io.Writer) slog.Handler {
	var level slog.Level
	_ = level.UnmarshalText([]byte(l.Level)) // kong has checked it; info where it is empty
	options := &slog.HandlerOptions{Level: level}
	if l.Format == "json" {
		return slog.NewJSONHandler(w, options)
	}
	return slog.NewTextHandler(w, options)
}
