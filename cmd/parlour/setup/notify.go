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
	"strconv"
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

// The garbage collector runs once the memory in use has grown fourfold, not twofold. Little is in
// use for long, so that takes some 30 MB.
const (
	growth      = 300       // percent
	memoryBound = 512 << 20 // bytes, near which it runs more often, if nobody sets a limit
)

// EaseCollector sets the garbage collector, unless GOGC or GOMEMLIMIT do.
func EaseCollector() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(growth)
		debug.SetMemoryLimit(boundOf("/"))
	}
}

// boundOf returns near how many bytes the collector runs more often: nine tenths of the least limit that a control
// group of Linux sets, such as a unit's MemoryMax or a container's. The files of the system are below a folder.
func boundOf(root string) int64 {
	least := int64(math.MaxInt64)
	own, _ := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	_, group, _ := strings.Cut(string(own), "0::")
	for group = path.Clean("/" + strings.TrimSpace(group)); ; group = path.Dir(group) {
		limit, _ := os.ReadFile(filepath.Join(root, "sys/fs/cgroup", group, "memory.max"))
		if n, err := strconv.ParseInt(strings.TrimSpace(string(limit)), 10, 64); err == nil { // else it is "max", or not there
			least = min(least, n)
		}
		if group == "/" {
			break
		}
	}
	if least == math.MaxInt64 {
		return memoryBound
	}
	return least / 10 * 9
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
