package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// errLeft says that the person left in the middle of a question: by Ctrl+C, or because there is nothing more
// to read.
var errLeft = errors.New("setup was left before its end, and nothing was changed")

// A Console is where somebody reads what the program says, and types.
type Console struct {
	Interactive bool // a person can be asked
	in          io.Reader
	out         io.Writer
	secret      func(context.Context) (string, error) // reads a line that is not shown
	hide        func() (show func())                  // until show is called, nothing of what is typed is shown or kept
}

// NewConsole returns the console of the program. It is interactive if both ends are a terminal.
func NewConsole(in io.Reader, out io.Writer) *Console {
	c := &Console{in: in, out: out, hide: func() func() { return func() {} }}
	keys, typed := in.(*os.File)
	screen, shown := out.(*os.File)
	if typed && shown && term.IsTerminal(int(keys.Fd())) && term.IsTerminal(int(screen.Fd())) {
		c.Interactive = true
		c.secret = func(ctx context.Context) (string, error) { return c.hidden(ctx, int(keys.Fd())) }
		c.hide = func() func() {
			loud, err := quieten(int(keys.Fd()))
			if err != nil { // as of a terminal that has gone: secret says so then
				return func() {}
			}
			return sync.OnceFunc(loud)
		}
	}
	return c
}

// say prints lines.
func (c *Console) say(format string, args ...any) {
	fmt.Fprintf(c.out, format+"\n", args...)
}

// ask asks for a line.
func (c *Console) ask(ctx context.Context, question string) (string, error) {
	fmt.Fprint(c.out, question+" ")
	line, err := await(ctx, func() (string, error) { return readLine(c.in) })
	if err != nil {
		c.say("")
	}
	return line, err
}

// agrees asks a question to which Enter alone says yes.
func (c *Console) agrees(ctx context.Context, format string, args ...any) (bool, error) {
	for {
		answer, err := c.ask(ctx, fmt.Sprintf(format, args...)+" [Y/n]")
		if err != nil {
			return false, err
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "", "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
		c.say("Type y for yes or n for no, then press Enter.")
	}
}

// hidden reads a line from a terminal that shows nothing of it. The terminal is as before in the end, however
// that comes.
func (c *Console) hidden(ctx context.Context, fd int) (string, error) {
	before, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	defer fmt.Fprintln(c.out)
	defer term.Restore(fd, before)
	return await(ctx, func() (string, error) {
		line, err := term.ReadPassword(fd)
		return string(line), err
	})
}

// await returns what read reads, or errLeft once the context is done. Then read goes on until the program
// ends, because nothing stops it.
func await(ctx context.Context, read func() (string, error)) (string, error) {
	type answer struct {
		line string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		line, err := read()
		answers <- answer{line, err}
	}()
	select {
	case <-ctx.Done():
		return "", errLeft
	case a := <-answers:
		if a.err != nil || ctx.Err() != nil {
			return "", errLeft
		}
		return a.line, nil
	}
}

// readLine reads a line and nothing after it, so that the next question has its own.
func readLine(in io.Reader) (string, error) {
	var line []byte
	for one := make([]byte, 1); ; {
		switch n, err := in.Read(one); {
		case n > 0 && one[0] == '\n':
			return string(line), nil
		case n > 0:
			line = append(line, one[0])
		case err == io.EOF && len(line) > 0:
			return string(line), nil
		case err != nil:
			return "", err
		}
	}
}

// Hold waits for Enter where the window closes when the program ends, so that its last words can be read. A person
// who has stopped it does not need them.
func (c *Console) Hold(ctx context.Context) {
	if c.Interactive && here().closes() && ctx.Err() == nil {
		_, _ = c.ask(ctx, "Press Enter to close this window.")
	}
}
