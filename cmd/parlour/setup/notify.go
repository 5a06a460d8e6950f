package setup

import (
	"fmt"
	"log/slog"
	"net"
	"os"
)

// Socket is the environment variable that names the manager's socket; a name that begins with @ is no file.
const NotifySocket = "NOTIFY_SOCKET"

// The states of a service, as sd_notify(3) names them.
const (
	StateReady    = "READY=1"
	StateStopping = "STOPPING=1"
)

// Send tells the service manager a state, if there is one.
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

// Telling returns what tells the service manager when the program is at work, and when it finishes.
func TellManager(log *slog.Logger) func(atWork bool) {
	return func(atWork bool) {
		state := StateStopping
		if atWork {
			state = StateReady
		}
		if err := Notify(state); err != nil {
			log.Warn("the service manager could not be told how the bot is", "err", err)
		}
	}
}
