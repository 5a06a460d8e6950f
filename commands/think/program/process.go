package program

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// mostSaid is how many bytes a process may say in answer to a request.
const mostSaid = 1 << 20

// A process is a program that runs.
type process struct {
	cmd   *exec.Cmd
	to    io.WriteCloser
	from  *os.File
	left  *io.LimitedReader
	lines *bufio.Reader
	said  []string // in answer to the last request
	end   func()   // kills it, on Unix with its group, and waits for it
}

// start starts a command line with a limit of memory in MB.
func start(command string, memory int, errs io.Writer) (*process, error) {
	from, out, err := os.Pipe()
	if err != nil {
		return nil, &Fault{Why: "can't be started: " + err.Error()}
	}
	defer out.Close()
	p := &process{from: from, left: &io.LimitedReader{R: from, N: mostSaid}, cmd: shell(command, memory)}
	p.lines = bufio.NewReader(p.left)
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.WaitDelay = out, errs, time.Second
	p.cmd.Env = []string{}                                                          // nil would be all of Parlour's
	for _, name := range []string{"PATH", "HOME", "LANG", "TMPDIR", "SystemRoot"} { // the rest may hold secrets
		if value, ok := os.LookupEnv(name); ok {
			p.cmd.Env = append(p.cmd.Env, name+"="+value)
		}
	}
	p.to, err = p.cmd.StdinPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		from.Close()
		return nil, &Fault{Why: "can't be started: " + err.Error()}
	}
	p.end = sync.OnceFunc(func() {
		kill(p.cmd)
		p.to.Close()
		p.from.Close() // a child that left the group may hold its other end open
		_ = p.cmd.Wait()
	})
	return p, nil
}

// ask sends lines and returns the first line of the answer that begins with a word.
func (p *process) ask(ctx context.Context, lines, word string, within time.Duration) (line string, err error) {
	var late atomic.Bool
	clock := time.AfterFunc(within, func() { late.Store(true); p.end() })
	defer clock.Stop()
	defer context.AfterFunc(ctx, p.end)()
	p.left.N, p.said = mostSaid, nil
	_, err = io.WriteString(p.to, lines+"\n")
	for err == nil {
		if line, err = p.lines.ReadString('\n'); err != nil {
			break
		}
		if line = strings.TrimSpace(line); line != "" && strings.HasPrefix(line, word) {
			return line, nil
		}
		p.said = append(p.said, line)
	}
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case late.Load():
		return "", &Fault{Why: fmt.Sprint("gives no answer within ", within)}
	case p.left.N <= 0:
		return "", &Fault{Why: "says too much"}
	}
	return "", &Fault{Why: "has ended"}
}

// heard reports whether a line of the last answer begins with some words.
func (p *process) heard(words string) bool {
	return slices.ContainsFunc(p.said, func(line string) bool { return strings.HasPrefix(line, words) })
}
