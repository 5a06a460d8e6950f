package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"parlour/bot"
	"parlour/bot/gateway"
	"parlour/bot/rest"
	"parlour/bot/web"
	"parlour/cmd/parlour/arena"
	"parlour/cmd/parlour/engine"
	"parlour/cmd/parlour/setup"
	"parlour/commands"
	"parlour/commands/publish"
	"parlour/commands/think/program"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
)

// The exit codes.
const (
	exitOK       = 0 // it did what it was asked to, which may be to stop
	exitFailed   = 1 // it cannot go on
	exitUsage    = 2 // the command line, the settings or the token are wrong, so that only a person can help
	exitDiffer   = 3 // parlour probe found a difference
	exitUnproven = 4 // parlour verify found nothing wrong, and no proof of a deal
	exitUnended  = 5 // parlour verify found nothing wrong, and no end
)

// A cli is the command line. A flag with an env tag can come from the environment and from the file of
// settings too.
type cli struct {
	Run        runCmd        `cmd:"" help:"Host games on Discord."`
	Setup      setup.Cmd     `cmd:"" help:"Ask for the bot's token, check it with Discord, keep it in parlour.toml or --config, and offer to start Parlour; print the link that invites it."`
	Sandbox    sandboxCmd    `cmd:"" help:"Host games on a Discord of your own, on this machine alone, and play in a browser."`
	Probe      probeCmd      `cmd:"" help:"Test on Discord itself what docs/sandbox.md says about it, and print each difference. It takes two minutes. Stop whatever else uses the token first."`
	Verify     verifyCmd     `cmd:"" help:"Check a file from /record or Proof, offline: its deal, its bids and its moves. It prints the codes too. The exit code is 4 for a deal without its proof, and 5 for a game without its end."`
	Backup     backupCmd     `cmd:"" help:"Copy the store, even while the bot runs."`
	Restore    restoreCmd    `cmd:"" help:"Restore the store from a copy, and keep the old one under another name. Stop the bot first."`
	Check      checkCmd      `cmd:"" help:"Read the whole store and say whether it is sound, even while the bot runs."`
	Ratings    ratingsCmd    `cmd:"" help:"Work all ratings out again from the rated games, and say what differs. Stop the bot first."`
	Person     personCmd     `cmd:"" help:"Say how somebody stands, give or remove all that is kept of them, or stop serving them, even while the bot runs."`
	Guild      guildCmd      `cmd:"" help:"Say how a server stands, stop serving it, or leave it, even while the bot runs."`
	Match      matchCmd      `cmd:"" help:"Say how a match stands: whose turn it is, what waits, and why it is not shown. It tells no secret."`
	Stats      statsCmd      `cmd:"" help:"Count the servers, people and games of the store, and what is due."`
	Compact    compactCmd    `cmd:"" help:"Rewrite the store without the room it no longer uses. Stop the bot first."`
	Health     healthCmd     `cmd:"" help:"Ask a bot on this machine whether it is well; the exit code is 0 if it is."`
	Migrate    migrateCmd    `cmd:"" help:"Make the tables in a database, or bring them up to this version. Bots wait for it."`
	Move       moveCmd       `cmd:"" name:"move-store" help:"Copy a store, from a file to a database or back. Stop the bots that use either first."`
	Arena      arena.Cmd     `cmd:"" help:"Have two opponents play a match, and print which is better and by how much."`
	Engine     struct{}      `cmd:"" help:"Play any game by text, on standard input and output. See docs/engine.md."`
	Solve      solveCmd      `cmd:"" help:"Solve a game: what every position is worth, and how many there are."`
	Licenses   struct{}      `cmd:"" help:"Print Parlour's licence, and those of everything in it that others made."`
	Completion completionCmd `cmd:"" help:"Print what lets a shell complete commands, flags, games and files: source it in bash, zsh or fish."`
	Man        struct{}      `cmd:"" help:"Print the page of the manual."`
	Version    struct{}      `cmd:"" help:"Say which version this is, and what it was built with and for."`

	Config string           `env:"PARLOUR_CONFIG" type:"file" placeholder:"FILE" help:"A settings file in TOML, with the names of the flags; without it parlour.toml, if that is in this folder. The command line and the environment override it."`
	Log    setup.Log        `embed:""`
	Line   kong.VersionFlag `name:"version" help:"The same as parlour version."`

	Games []string `env:"PARLOUR_GAMES" placeholder:"NAME" help:"The games to offer. Without this flag, all but the experiments, which only arena, engine and verify know then."`
}

// chosen returns the games of a list that --games names or, if it names none, all that are no
// experiments; a command that offers nothing to people takes those too.
func (c cli) chosen(list []games.Game, toPeople bool) ([]games.Game, error) {
	var wanted []string
	for _, name := range c.Games {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			wanted = append(wanted, name)
		}
	}
	if len(wanted) == 0 {
		return slices.DeleteFunc(list, func(g games.Game) bool { return toPeople && g.Info().Experiment }), nil
	}
	var names []string
	for _, g := range list {
		names = append(names, g.Info().Name)
	}
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("there is no game %q: --games takes some of %s", name, strings.Join(names, ","))
		}
	}
	return slices.DeleteFunc(list, func(g games.Game) bool { return !slices.Contains(wanted, g.Info().Name) }), nil
}

type runCmd struct {
	Token        setup.Token     `embed:""`
	Store        string          `env:"PARLOUR_STORE" type:"store" default:"parlour.db" help:"The file that holds all matches, or the address of a database, postgres://NAME:PASSWORD@HOST/DATABASE. Put a password in $PARLOUR_STORE instead, because others can see a command line."`
	API          string          `env:"PARLOUR_API" type:"api" placeholder:"URL" help:"Another address for Discord's API, such as a sandbox."`
	Waits        time.Duration   `env:"PARLOUR_WAITS" hidden:"" help:"How long Discord waits for an answer, if not 3s: a sandbox on a slow machine waits longer."`
	Web          string          `env:"PARLOUR_WEB" type:"web" placeholder:"ADDR" help:"The address that serves /livez, /readyz, /healthz, /metrics and /interactions: :8080 for this machine alone, or 0.0.0.0:8080 for everybody who can reach it. Without this flag, nothing is served."`
	Interactions bool            `env:"PARLOUR_INTERACTIONS" help:"Take interactions over HTTP at --web, instead of over the gateway. See docs/scale.md."`
	PublicKey    setup.PublicKey `env:"PARLOUR_PUBLIC_KEY" placeholder:"HEX" help:"The application's public key, which proves that interactions over HTTP come from Discord. Without this flag, Parlour asks Discord for it."`
	Copies       string          `env:"PARLOUR_COPIES" type:"file" placeholder:"DIR" help:"The folder for copies of the store from the last seven days, or none for no copies. Without this flag, it stands beside the store and has its name with .copies."`
	Shards       gateway.Plan    `env:"PARLOUR_SHARDS" default:"auto" placeholder:"N" help:"The gateway shards that this process runs: auto for as many as Discord recommends, 4 for all of four, 0-7/16 for the first eight of sixteen while other processes run the rest."`

	Caps   commands.Caps   `embed:"" prefix:"max-"`
	Budget commands.Budget `embed:"" prefix:"max-dms-"`

	program.Programs
}

type healthCmd struct {
	Web  string `env:"PARLOUR_WEB" type:"web" default:":8080" placeholder:"ADDR" help:"The address that the bot's --web has."`
	Live bool   `help:"Ask only whether the process runs. A bot that is not well may have nobody who could help it by a restart."`
}

func (c healthCmd) run(ctx context.Context, stdout io.Writer) error {
	page := "healthz"
	if c.Live {
		page = "livez"
	}
	return web.Ask(ctx, c.Web, page, stdout)
}

// exit is kong's exit code, for --help, which a panic carries out of the parser.
type exit int

func (e exit) Error() string { return fmt.Sprint("the exit code is ", int(e)) }

// Run is the whole program but for the process around it. It returns the exit code, and
// writes an error as one sentence to stderr.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	console := setup.NewConsole(stdin, stdout)
	args, alone := setup.Begin(args, console)
	if alone {
		defer console.Hold(ctx)
		ctx = setup.Attended(ctx, stdout)
	}
	var c cli
	var file setup.File
	parser, err := c.parser(&file, stdout, stderr)
	if err != nil {
		return fail(stderr, err)
	}
	if len(args) > 0 && args[0] == completeWord {
		complete(parser.Model.Node, args[1:], stdout)
		return exitOK
	}
	parsed, err := awaited(ctx, func() (*kong.Context, error) { return parseArgs(parser, args) })
	if code, done := err.(exit); done {
		return int(code)
	}
	switch {
	case errors.Is(err, arena.ErrStopped) && slices.Contains(args, "run"):
		return exitOK
	case errors.Is(err, arena.ErrStopped):
		return fail(stderr, err)
	case err != nil:
		refuse(stderr, err, &file)
		return exitUsage
	}
	command, _, _ := strings.Cut(parsed.Command(), " ")
	if command == "setup" {
		next, err := c.Setup.Run(ctx, c.Config, console)
		if next != nil && err == nil {
			return Run(setup.Attended(ctx, stdout), next, stdin, stdout, stderr)
		}
		return codeOf(stderr, err)
	}
	list, err := c.chosen(all.Games(), command == "run" || command == "sandbox")
	if err != nil {
		fail(stderr, file.Blame(err))
		return exitUsage
	}
	if command == "run" {
		reader := c.Log.Handler(stderr)
		log := newUnhurried(stderr, unreadLines, func(missing int64) {
			slog.New(reader).Warn("nobody read the log for a while, so lines were left out", "lines", missing)
		})
		defer log.flush()
		stderr = log
	}
	log := slog.New(discreet{c.Log.Handler(stderr)})
	if warning := file.Warning(); warning != "" {
		log.Warn(warning, "file", file.Path())
	}
	if command == "man" {
		return codeOf(stderr, manual(parser.Model, setup.Version(version), stdout))
	}
	err = c.do(ctx, command, list, log, stdin, stdout, stderr)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = arena.ErrStopped
	}
	return codeOf(stderr, file.Blame(err))
}

// parseArgs reads the command line. An empty flag is one that is not set, as an empty variable is.
func parseArgs(parser *kong.Kong, args []string) (parsed *kong.Context, err error) {
	defer func() {
		if p := recover(); p != nil {
			code, is := p.(exit)
			if !is {
				panic(p)
			}
			err = code
		}
	}()
	return parser.Parse(slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		return strings.HasPrefix(arg, "--") && strings.HasSuffix(arg, "=")
	}))
}

// awaited returns what fn returns, or [arena.ErrStopped] once the context is done. It is for what may wait for ever, as
// the reading of a pipe does: fn then goes on until the program ends.
func awaited[T any](ctx context.Context, fn func() (T, error)) (value T, err error) {
	done := make(chan func() (T, error), 1)
	go func() {
		value, err := fn()
		done <- func() (T, error) { return value, err }
	}()
	select {
	case result := <-done:
		return result()
	case <-ctx.Done():
		return value, arena.ErrStopped
	}
}

// parser returns what parses the command line, the environment and the file of settings.
func (c *cli) parser(file *setup.File, stdout, stderr io.Writer) (*kong.Kong, error) {
	parser, err := kong.New(c, kong.Name("parlour"), kong.Description("Correspondence games on Discord."),
		kong.Vars{"version": setup.VersionLine(setup.Version(version))}, kong.WithBeforeResolve(file.Load),
		kong.ValueFormatter(setup.Help), kong.NamedMapper("store", named(storeFault)), kong.NamedMapper("file", named(fileFault)),
		kong.NamedMapper("web", named(webFault)), kong.NamedMapper("api", named(apiFault)),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { panic(exit(code)) }))
	if err == nil {
		file.Settle(parser)
	}
	return parser, err
}

// refuse writes in one sentence what is wrong with the command line or with the file of settings.
func refuse(stderr io.Writer, err error, file *setup.File) {
	if errors.As(err, new(setup.FileError)) {
		fail(stderr, err)
		return
	}
	what := file.Blame(err).Error()
	if strings.HasPrefix(what, "unexpected argument") {
		what = "unexpected argument" // which may be a token
	}
	fmt.Fprintf(stderr, "parlour: %s: parlour --help lists what there is.\n", what)
}

// do carries out a command.
func (c *cli) do(ctx context.Context, command string, list []games.Game, log *slog.Logger, stdin io.Reader,
	stdout, stderr io.Writer) error {
	switch command {
	case "run":
		return c.Run.run(ctx, log, list)
	case "sandbox":
		return c.Sandbox.run(ctx, log, list, stdin, stdout)
	case "probe":
		return c.Probe.run(ctx, log, stdin, stdout, stderr)
	case "verify":
		return c.Verify.run(ctx, list, stdout)
	case "backup":
		return c.Backup.run(ctx, stdout, time.Now())
	case "restore":
		return c.Restore.run(ctx, stdout, time.Now())
	case "check":
		return c.Check.run(ctx, stdout, time.Now())
	case "compact":
		return c.Compact.run(ctx, stdout, time.Now())
	case "person":
		return c.Person.run(ctx, list, log, stdout)
	case "guild":
		return c.Guild.run(ctx, list, log, stdout)
	case "match":
		return c.Match.tell(ctx, list, log, stdout, commands.Deed{About: command, ID: c.Match.ID})
	case "stats":
		return c.Stats.tell(ctx, list, log, stdout, commands.Deed{About: command})
	case "health":
		return c.Health.run(ctx, stdout)
	case "ratings":
		return c.Ratings.run(ctx, log, stdout)
	case "migrate":
		return c.Migrate.run(ctx, log, stdout)
	case "move-store":
		return c.Move.run(ctx, log, stdout)
	case "arena":
		return c.Arena.Run(ctx, list, stdout, stderr)
	case "solve":
		return c.Solve.run(ctx, stdout)
	case "engine":
		return engine.Serve(ctx, list, setup.VersionLine(setup.Version(version)), stdin, stdout)
	case "version":
		fmt.Fprintln(stdout, setup.VersionLine(setup.Version(version)))
	case "completion":
		return c.Completion.run(stdout)
	case "licenses":
		_, err := io.WriteString(stdout, licensesText)
		return err
	}
	return nil
}

// codeOf returns the exit code for how the program ended, and writes an error that its output has
// not told.
func codeOf(stderr io.Writer, err error) int {
	switch {
	case errors.Is(err, errDiffers):
		return exitDiffer
	case errors.Is(err, errUnproven):
		fail(stderr, err)
		return exitUnproven
	case errors.Is(err, errUnended):
		fail(stderr, err)
		return exitUnended
	case errors.As(err, new(rest.Final)):
		fail(stderr, err)
		return exitUsage
	case err != nil:
		return fail(stderr, err)
	}
	return exitOK
}

// lineEnd finds where a line of an error ends, with the colon before and the indent behind.
var lineEnd = regexp.MustCompile(`:?\s*\n\s*`)

// fail writes an error as one sentence and returns the exit code for it.
func fail(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "parlour: %s.\n", strings.TrimRight(lineEnd.ReplaceAllString(err.Error(), ": "), ". :"))
	return exitFailed
}

// run runs the bot until the context is done.
func (c runCmd) run(ctx context.Context, log *slog.Logger, list []games.Game) error {
	outlive()
	token, err := tokenOf(ctx, c.Token, c.API, log)
	switch {
	case errors.Is(err, arena.ErrStopped):
		return nil
	case err != nil:
		return err
	}
	setup.EaseCollector()
	listener, err := listen(c.Web)
	if err != nil {
		return err
	}
	end, manager := func() {}, setup.Manager{Log: log}
	defer func() { end() }()
	err = bot.Run(ctx, bot.Config{
		Config: hosting(list, nil, log, c.Caps, c.Budget, c.Programs), Token: token, API: c.API, Web: listener,
		Interactions: c.Interactions, PublicKey: c.PublicKey.Key, Shards: c.Shards,
		Open: func(ctx context.Context, to *bot.Config) (err error) {
			end, err = c.open(ctx, log, to)
			return err
		},
		AtWork: manager.AtWork, Status: manager.Status, AnswerWithin: c.Waits, Ready: setup.Ready(ctx, log),
	})
	if errors.Is(err, bot.ErrBadToken) {
		return c.Token.Refused(err)
	}
	return err
}

// open opens the store of a bot and, if it is a file, offers copies of it and looks after it until end is called.
func (c runCmd) open(ctx context.Context, log *slog.Logger, to *bot.Config) (end func(), err error) {
	store, err := openStore(ctx, c.Store, log, postgres.Open)
	switch {
	case errors.Is(err, storage.ErrInUse) && setup.IsAttended(ctx):
		return func() {}, setup.ErrRuns
	case err != nil:
		return func() {}, err
	}
	log.Info("Parlour starts", "version", setup.Version(version), "go", runtime.Version())
	to.Store, end = store, func() { closing(store, log) }
	if file, ok := store.(*bolt.Store); ok {
		keep, stop := c.lookAfter(ctx, file, to, log)
		to.Nightly, to.Unswept, end = keep.night, keep.unswept.Load, func() { stop(); closing(store, log) }
	}
	return end, nil
}

// outlive has the program go on when nobody reads any more what it writes: a write then fails, where it would end the
// program otherwise.
func outlive() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// hosting returns what commands work with, as the command line says it.
func hosting(list []games.Game, store storage.Store, log *slog.Logger, caps commands.Caps, budget commands.Budget,
	programs program.Programs) commands.Config {
	return commands.Config{
		Config: publish.Config{Log: log, Budget: budget}, Games: list, Store: store, Caps: caps, Programs: programs,
		Version: setup.Version(version),
	}
}

// tokenOf returns the bot's token for Discord, or for what else api names.
func tokenOf(ctx context.Context, from setup.Token, api string, log *slog.Logger) (string, error) {
	token, err := awaited(ctx, func() (string, error) { return from.Read(api, log) })
	if err == nil && token == "" {
		err = rest.Final{Err: bot.ErrNoToken}
	}
	return token, err
}

// lookAfter offers copies of a store in a file, does what is asked by hand, and checks the store beside the bot, until end is
// called. The keeper does so every night too.
func (c runCmd) lookAfter(ctx context.Context, store *bolt.Store, to *bot.Config, log *slog.Logger) (keep *keeper, end func()) {
	if setup.Exposed(c.Store) {
		log.Warn("others on this machine can read the file of matches, and so sealed bids and deals to come: chmod 600 keeps it yours", "file", c.Store)
	}
	stopCopies, err := serveCopies(store, socketOf(c.Store), stallCopy, log)
	if err != nil {
		log.Warn("parlour backup cannot reach this process", "err", err)
	}
	stopHand, err := serveHand(store, to, handOf(c.Store), log)
	if err != nil {
		log.Warn("parlour person, guild, match and stats cannot reach this process", "err", err)
	}
	keep = &keeper{store: store, dir: c.copies(), file: c.Store, now: time.Now}
	if err := keep.ready(); err != nil {
		log.Error("today's copy of the store was not made", "err", err)
	}
	stop := beside(ctx, func(ctx context.Context) { // a large store takes minutes, and people play meanwhile
		if err := keep.night(ctx); err != nil && ctx.Err() == nil {
			log.Error("the store was not looked after", "err", err)
		}
	})
	return keep, func() {
		stop()
		stopHand()
		stopCopies()
	}
}

// beside calls fn in a goroutine. The returned function ends its context and waits for it.
func beside(ctx context.Context, fn func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

// Validate implements kong's check of the command line, which comes before anything is
// opened.
func (c runCmd) Validate() error {
	if err := c.Programs.Validate(); err != nil {
		return err
	}
	if c.Interactions && c.Web == "" {
		return bot.ErrNoWeb
	}
	if c.Interactions && c.Shards != (gateway.Plan{}) {
		return errors.New("--shards is about the gateway, and with --interactions there is none: leave one of them out")
	}
	return nil
}

// closing closes a store at the end and logs what goes wrong.
func closing(store io.Closer, log *slog.Logger) {
	if err := store.Close(); err != nil {
		log.Error("the store was not closed properly", "err", err)
	}
}
