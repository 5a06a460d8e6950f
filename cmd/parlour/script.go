package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/games"
)

// patience is how long a line of a script may take. The people of a script wait half
// of it for an answer, so that a slow machine tells the same story as a fast one.
const patience = time.Minute

// people are those who live in the sandbox.
var people = []string{"ann", "ben", "cleo", "dan", "eve"}

// A script is a play under way: the sandbox, the bot in it, and what the people have
// seen so far. Nothing in it pauses. A line is done when its answer is there and the
// store has no match left that is to be looked at: every change of a match says so
// in the very write that makes it, and only the last write of the look that shows
// the change takes it back.
type script struct {
	out     io.Writer
	discord *sandbox.Server
	config  bot.Config // with all but its store
	file    string     // of the store
	store   *watched
	stop    func() error    // stops the bot, if it runs
	running context.Context // while the bot runs
	fresh   bool            // nothing was printed yet
	noted   bool            // a comment was printed last
	broken  int             // violations so far
	here    place           // where people are who do not say where
	view                    // what was seen so far
}

// play plays a script and returns what stopped it, nil for its end.
func (c sandboxCmd) play(ctx context.Context, log *slog.Logger, list []games.Game, stdin io.Reader, stdout io.Writer) error {
	in, name := stdin, "standard input"
	if c.Script != "-" {
		f, err := os.Open(c.Script)
		if err != nil {
			return err
		}
		defer f.Close()
		in, name = f, c.Script
	}
	server, err := sandbox.Start(sandbox.Config{OpenAPI: c.OpenAPI, Log: log, AnswerWithin: patience / 2, SettleWithin: patience / 2})
	if err != nil {
		return err
	}
	defer server.Close()
	s := newScript(server, list, c.Store, slog.New(warnings{log.Handler()}), stdout)
	if err = s.start(ctx); err == nil {
		err = s.perform(ctx, in, name)
	}
	if stopped := s.stop(); err == nil {
		err = cmp.Or(stopped, s.violation())
	}
	if ctx.Err() != nil {
		return nil // somebody asked it to end
	}
	return err
}

// newScript makes a script whose bot does not run yet.
func newScript(server *sandbox.Server, list []games.Game, file string, log *slog.Logger, out io.Writer) *script {
	s := &script{
		out: out, discord: server, file: file, store: &watched{}, fresh: true, view: newView(server),
		stop:   func() error { return nil },
		config: bot.Config{Token: server.Token(), API: server.URL(), Games: list, Log: log},
	}
	s.here = s.places[0]
	return s
}

// warnings is a log of what went wrong: a script's output tells all the rest.
type warnings struct{ slog.Handler }

func (warnings) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

// start starts the bot and waits until it is there: once it is connected and has
// registered its commands, it looks for what is due.
func (s *script) start(ctx context.Context) error {
	store, err := openStore(s.file, s.config.Log)
	if err != nil {
		return err
	}
	looked := s.store.open(store)
	c := s.config
	c.Store = s.store
	running, gone := context.WithCancelCause(ctx)
	s.running = running
	asked, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		err := bot.Run(asked, c)
		gone(err)
		ended <- err
	}()
	s.stop = func() error {
		s.stop = func() error { return nil }
		stop()
		return errors.Join(<-ended, store.Close())
	}
	return s.patiently(func(ctx context.Context) error {
		select {
		case <-looked:
			return s.store.quiet(ctx)
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// restart stops the bot, as it is stopped on a server, and starts it over the same
// store.
func (s *script) restart(ctx context.Context) error {
	if err := s.stop(); err != nil {
		return err
	}
	return s.start(ctx)
}

// patiently does something for as long as the bot runs and patience lasts.
func (s *script) patiently(do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(s.running, patience)
	defer cancel()
	err := do(ctx)
	switch {
	case err != nil && s.running.Err() != nil:
		return context.Cause(s.running)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the bot has not done it within %v", patience)
	}
	return err
}

// perform does what the lines of a script say, one by one, and prints what each
// comes to. The first line that cannot be done ends it.
func (s *script) perform(ctx context.Context, in io.Reader, name string) error {
	s.tell(s.look())
	var r reading
	lines := readLines(ctx, in)
	for number := 1; ; number++ {
		var l scriptLine
		select {
		case l = <-lines:
		case <-ctx.Done():
			return nil
		}
		if l.err == io.EOF {
			return nil
		}
		err := l.err
		if deed, comment := r.line(l.text); deed != "" {
			err = s.line(ctx, deed)
		} else if comment != "" {
			s.note(comment)
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", name, number, err)
		}
	}
}

// A reading knows what kind of script is read. What a script printed is a script
// too, the same one: once a line begins with "> ", only such lines are done.
type reading struct{ begun, transcript bool }

// line takes a line apart: a deed, a comment, or neither. In a transcript a line
// such as "#games, everybody:" is none.
func (r *reading) line(text string) (deed, comment string) {
	trimmed := strings.TrimSpace(text)
	quoted, isQuoted := strings.CutPrefix(text, "> ")
	isComment := strings.HasPrefix(trimmed, "#")
	if !r.begun && trimmed != "" && !isComment {
		r.begun, r.transcript = true, isQuoted
	}
	switch {
	case r.transcript && isQuoted:
		return strings.TrimSpace(quoted), ""
	case r.transcript && (trimmed == "#" || strings.HasPrefix(text, "# ")), !r.transcript && isComment:
		return "", trimmed
	case r.transcript:
		return "", ""
	}
	return trimmed, ""
}

// A scriptLine is a line that was read, or why none was.
type scriptLine struct {
	text string
	err  error
}

// readLines reads lines as they come, so that somebody can type them. The last has
// an error, io.EOF at the end of the input. A read from a terminal that nobody types
// at outlives the context, and nothing else does.
func readLines(ctx context.Context, in io.Reader) <-chan scriptLine {
	lines := make(chan scriptLine)
	go func() {
		scan := bufio.NewScanner(in)
		for more := true; more; {
			l := scriptLine{}
			if more = scan.Scan(); more {
				l.text = scan.Text()
			} else {
				l.err = cmp.Or(scan.Err(), io.EOF)
			}
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// note prints a comment, apart from what stands before it.
func (s *script) note(text string) {
	if !s.fresh && !s.noted {
		fmt.Fprintln(s.out)
	}
	fmt.Fprintln(s.out, text)
	s.fresh, s.noted = false, true
}

// line does one thing, waits until the bot has nothing left to do, and prints what
// came of it.
func (s *script) line(ctx context.Context, text string) error {
	if !s.fresh {
		fmt.Fprintln(s.out)
	}
	fmt.Fprintln(s.out, ">", text)
	s.fresh, s.noted = false, false
	err := s.do(ctx, s.store.ids(text))
	if err == nil {
		err = s.patiently(s.store.quiet)
	}
	if err == nil {
		s.tell(s.look())
	}
	return cmp.Or(s.violation(), err)
}

// violation is what broke Discord's rules since it was last asked: the sandbox
// refused it, so it is why nobody got an answer.
func (s *script) violation() error {
	all := s.discord.Violations()
	if len(all) == s.broken {
		return nil
	}
	x := all[s.broken]
	s.broken = len(all)
	return fmt.Errorf("this breaks Discord's rules: %s%s", x.Wrong, x.WrongAnswer)
}

// do does one thing. What can be done:
//
//	in #lounge                           from now on people are there; they begin in #games
//	restart                              the bot is stopped and started over the same store
//	ann /play magic opponent:@ben        a command
//	ann in #thread-1 /board              where else: #games, #lounge, a thread, dm
//	ann types /move move:c               what is suggested for the last option
//	ann clicks Accept                    a button, on the newest message that ann sees which has it
//	ann in #lounge clicks Accept         the same, but there alone
//	ann picks b2                         a line of a menu, by its value or its words, found in the same way
//	ann says hello                       plain words, of which the bot learns nothing
func (s *script) do(ctx context.Context, text string) error {
	who, rest := cutWord(text)
	switch {
	case text == "restart":
		return s.restart(ctx)
	case who == "in":
		p, err := s.place("", rest)
		if err == nil {
			s.here = p
		}
		return err
	case !slices.Contains(people, who):
		return fmt.Errorf("%q is nobody here: a line begins with ann, ben, cleo, dan or eve, or it is restart, in #lounge or a # comment", who)
	}
	at := place{}
	if word, after := cutWord(rest); word == "in" {
		name, deed := cutWord(after)
		p, err := s.place(who, name)
		if err != nil {
			return err
		}
		at, rest = p, deed
	}
	return s.patiently(func(ctx context.Context) error { return s.person(ctx, who, at, rest) })
}

// person does what a person does, in a place or, for the zero place, where people
// are.
func (s *script) person(ctx context.Context, who string, at place, deed string) error {
	u, there := s.discord.User(who), cmp.Or(at, s.here).id
	verb, rest := cutWord(deed)
	var err error
	var got *sandbox.Message
	switch {
	case strings.HasPrefix(verb, "/"):
		got, err = u.Slash(ctx, there, deed)
	case verb == "clicks" && rest != "":
		var on string
		if on, err = s.find(who, at, "button", rest); err == nil {
			got, err = u.Click(ctx, on, rest)
		}
	case verb == "picks" && rest != "":
		var on string
		if on, err = s.find(who, at, "menu", rest); err == nil {
			got, err = u.Choose(ctx, on, "", rest)
		}
	case verb == "types" && rest != "":
		var all []sandbox.Choice
		if all, err = u.Complete(ctx, there, rest); err == nil {
			s.suggest(who, all)
		}
	case verb == "says" && rest != "":
		_, err = u.Say(there, rest)
	default:
		err = fmt.Errorf("%q is nothing that %s can do: use a /command, or one of types /COMMAND, clicks BUTTON, picks LINE, says WORDS", deed, who)
	}
	if err == nil && got != nil && got.Modal != nil {
		err = fmt.Errorf("the form %q opened, which a script cannot fill in", got.Modal.Title)
	}
	return err
}

// cutWord cuts the first word off.
func cutWord(text string) (word, rest string) {
	word, rest, _ = strings.Cut(text, " ")
	return word, strings.TrimSpace(rest)
}
