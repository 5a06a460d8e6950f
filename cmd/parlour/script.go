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
	"parlour/cmd/parlour/arena"
	"parlour/commands"
	"parlour/games"
	"parlour/storage/postgres"
)

// patience is how long a line of a script may take. The people of a script wait half of
// it for an answer, so that a slow machine prints the same as a fast one.
const patience = time.Minute

// people are the people of the sandbox.
var people = []string{"ann", "ben", "cleo", "dan", "eve"}

// A script is a play under way: the sandbox, the bot in it, and what the people have seen
// so far.
//
// It never sleeps. A line is done when its answer is there and no check is due in the
// store. Every change of a match makes a check due in the same write, and only the last
// write of the publication takes it back.
type script struct {
	out     io.Writer
	discord *sandbox.Server
	config  bot.Config // with all but its store
	byHTTP  bool       // whether interactions come so
	file    string     // the store's file
	store   *watched
	stop    func() error    // stops the bot, if it runs
	running context.Context // while the bot runs
	fresh   bool            // whether nothing was printed yet
	noted   bool            // whether a comment was printed last
	broken  int             // number of violations of Discord's rules so far
	here    place           // where people are unless a line names a place
	view                    // the messages that were seen so far
}

// scriptHaste makes Discord's limits pass at once, because nobody waits between the lines of a
// script.
const scriptHaste = 1000

// play plays a script. It returns the error that ended the script; nil at its end.
func (c sandboxCmd) play(ctx context.Context, log *slog.Logger, list []games.Game, stdin io.Reader,
	stdout io.Writer) error {
	in, name := stdin, "standard input"
	if c.Script != "-" {
		f, err := awaited(ctx, func() (*os.File, error) { return os.Open(c.Script) })
		switch {
		case errors.Is(err, arena.ErrStopped):
			return nil
		case err != nil:
			return err
		}
		defer f.Close()
		in, name = f, c.Script
	}
	server, err := sandbox.Start(sandbox.Config{OpenAPI: c.OpenAPI, Log: log, AnswerWithin: patience / 2,
		SettleWithin: patience / 2, Haste: scriptHaste})
	if err != nil {
		return err
	}
	defer server.Close()
	s := newScript(server, hosting(list, nil, slog.New(warnings{log.Handler()}), c.Caps, c.Budget, c.Programs), c.Store, stdout)
	s.byHTTP = c.Interactions
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

// newScript returns a script whose bot does not run yet.
func newScript(server *sandbox.Server, config commands.Config, file string, out io.Writer) *script {
	s := &script{
		out: out, discord: server, file: file, store: &watched{}, fresh: true, view: newView(server),
		stop: func() error { return nil },
		config: bot.Config{Config: config, Token: server.Token(), API: server.URL(), Busy: &bot.Work{},
			AnswerWithin: patience / 2},
	}
	s.here = s.places[0]
	return s
}

// warnings is a log of warnings and errors: the output of a script says the rest.
type warnings struct{ slog.Handler }

func (warnings) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

// start starts the bot and waits until it has looked for due checks, which it does once
// it is connected and has registered its commands.
func (s *script) start(ctx context.Context) error {
	store, err := openStore(ctx, s.file, s.config.Log, postgres.OpenNow)
	if err != nil {
		return err
	}
	looked := s.store.open(store)
	c := s.config
	c.Store = s.store
	if s.byHTTP {
		if err := overHTTP(s.discord, &c); err != nil {
			return err
		}
	}
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
			return errors.Join(s.discord.AwaitBot(ctx), s.store.quiet(ctx))
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// restart stops the bot as a server does, and starts it over the same store.
func (s *script) restart(ctx context.Context) error {
	if err := s.stop(); err != nil {
		return err
	}
	return s.start(ctx)
}

// patiently calls do with a context that ends with the bot, and after [patience].
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

// perform does what the lines of a script say, one by one, and prints what comes of each.
// It ends at the first line that cannot be done.
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
		if action, comment := r.line(l.text); action != "" {
			err = s.line(ctx, action)
		} else if comment != "" {
			s.note(comment)
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", name, number, err)
		}
	}
}

// A reading knows which kind of script is read. The output of a script is a script too, a
// transcript, and does the same again: if its first line begins with "> ", only such
// lines are done.
type reading struct{ begun, transcript bool }

// line returns what a line asks for, or the comment that it is, or neither. A transcript
// has lines such as "#games, everybody:", which are no comments.
func (r *reading) line(text string) (action, comment string) {
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

// A scriptLine is a line of a script, or the error of the read.
type scriptLine struct {
	text string
	err  error
}

// readLines reads lines as they come, so that somebody can type them. The last has an
// error, which is io.EOF at the end of the input. The goroutine ends with the context,
// unless it waits for a terminal.
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

// note prints a comment, after an empty line.
func (s *script) note(text string) {
	if !s.fresh && !s.noted {
		fmt.Fprintln(s.out)
	}
	fmt.Fprintln(s.out, text)
	s.fresh, s.noted = false, true
}

// line does one line, waits until the bot has nothing left to do, and prints what people
// see.
func (s *script) line(ctx context.Context, text string) error {
	if !s.fresh {
		fmt.Fprintln(s.out)
	}
	fmt.Fprintln(s.out, ">", text)
	s.fresh, s.noted = false, false
	err := s.do(ctx, s.store.ids(text))
	for _, wait := range []func(context.Context) error{s.store.quiet, s.idle} {
		if err == nil {
			err = s.patiently(wait)
		}
	}
	if err == nil {
		s.tell(s.look())
	}
	return cmp.Or(s.violation(), err)
}

// idle waits until the bot has answered all that was asked.
func (s *script) idle(ctx context.Context) error {
	idle := make(chan struct{})
	go func() { s.config.Busy.Wait(); close(idle) }()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// violation returns what has broken Discord's rules since the last call. The sandbox
// refuses such a request, so it is the reason why nobody got an answer.
func (s *script) violation() error {
	all := s.discord.Violations()
	if len(all) == s.broken {
		return nil
	}
	x := all[s.broken]
	s.broken = len(all)
	return fmt.Errorf("this breaks Discord's rules: %s%s", x.Wrong, x.WrongAnswer)
}

// do does one line:
//
//	in #lounge                           from now on people are there; they begin in #games
//	restart                              the bot is stopped and started over the same store
//	ann /play game:magic opponent:@ben        a command
//	ann in #thread-1 /board              in another place: #games, #lounge, a thread, dm, friends, group
//	ann types /move move:c               lists what is suggested for the last option
//	ann clicks Accept                    a button, on the newest message with it that ann sees
//	ann in #lounge clicks Accept         the same, on a message there
//	ann picks b2                         a line of a menu, by its value or its words, found in the same way
//	ann says hello                       plain words, which the bot does not see
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
		name, action := cutWord(after)
		p, err := s.place(who, name)
		if err != nil {
			return err
		}
		at, rest = p, action
	}
	return s.patiently(func(ctx context.Context) error { return s.person(ctx, who, at, rest) })
}

// person does what a person does, in a place or, for the zero place, in [script.here].
func (s *script) person(ctx context.Context, who string, at place, action string) error {
	u, there := s.discord.User(who), cmp.Or(at, s.here).id
	verb, rest := cutWord(action)
	var err error
	var got *sandbox.Message
	switch {
	case strings.HasPrefix(verb, "/"):
		got, err = u.Slash(ctx, there, action)
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
		err = fmt.Errorf("%q is nothing that %s can do: use a /command, or one of types /COMMAND, clicks BUTTON, picks LINE, says WORDS", action, who)
	}
	if err == nil && got != nil && got.Modal != nil {
		err = fmt.Errorf("the form %q opened, which a script cannot fill in", got.Modal.Title)
	}
	return err
}

// cutWord splits a text after its first word.
func cutWord(text string) (word, rest string) {
	word, rest, _ = strings.Cut(text, " ")
	return word, strings.TrimSpace(rest)
}
