package setup

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A machine is where the program runs.
type machine struct {
	os      string // as in [runtime.GOOS]
	root    string // the folder of all files of the system
	admin   bool   // it may install services
	program string // the file of the program
	called  string // the program as the person has typed it
	home    string // the person's own folder, empty if nobody knows
	user    string // the person: a number, or on Windows a name with its domain
	do      func(ctx context.Context, command ...string) error
}

// here is this machine.
func here() machine {
	program, err := os.Executable()
	if err != nil { // as without /proc on Linux
		program, _ = filepath.Abs(os.Args[0])
	}
	if real, err := filepath.EvalSymlinks(program); err == nil {
		program = real
	}
	m := machine{os: runtime.GOOS, root: "/", admin: os.Geteuid() == 0, program: program, called: os.Args[0], do: do}
	m.home, _ = os.UserHomeDir()
	if m.user = fmt.Sprint(os.Getuid()); m.os == "windows" {
		m.user = os.Getenv("USERDOMAIN") + `\` + os.Getenv("USERNAME")
	}
	return m
}

// do runs a command. The error has what it printed.
func do(ctx context.Context, command ...string) error {
	printed, err := exec.CommandContext(ctx, command[0], command[1:]...).CombinedOutput()
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, strings.TrimSpace(string(printed)))
	}
	return nil
}

// closes reports whether a window in which the program began by a double click closes when it ends.
func (m machine) closes() bool { return m.os == "windows" }

// clicks reports whether people start programs of a terminal by a double click.
func (m machine) clicks() bool { return m.os == "windows" || m.os == "darwin" }

// manages reports whether systemd manages services here.
func (m machine) manages() bool {
	return m.os == "linux" && exists(m.at("run/systemd/system"))
}

// at returns the path of a file of the system.
func (m machine) at(path string) string { return filepath.Join(m.root, path) }

// exists reports whether there is a file or a folder.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// quoted returns a path as a shell takes it.
func quoted(path string) string {
	switch {
	case !strings.ContainsAny(path, " \t'\"$`&;()<>|*?[]#~!{}"):
		return path
	case strings.ContainsAny(path, "$`\"!"):
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return `"` + path + `"`
}
