package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/world"
	"parlour/commands"
	"parlour/commands/think/program"
	"parlour/games"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
)

type sandboxCmd struct {
	Addr string `env:"PARLOUR_ADDR" default:"127.0.0.1:8080" help:"Where to listen; loopback only."`
	// not from the environment, where a real bot's may be named
	Store string `type:"store" placeholder:"FILE" help:"The file that holds all matches. Without this flag, they are gone when the sandbox ends."`

	Script string `placeholder:"FILE" help:"A script of what each person does, or - for standard input. The sandbox plays it and prints what each person sees. It takes any free address."`

	OpenAPI string `name:"openapi" env:"DISCORD_OPENAPI" type:"file" placeholder:"FILE" help:"Discord's own description of its API, openapi.json of github.com/discord/discord-api-spec: every request is then held to it."`

	NoBot  bool   `name:"no-bot" help:"Leave Parlour out, to try a bot of your own. See bot/sandbox/README.md."`
	Token  string `placeholder:"WORD" help:"The bot's token, instead of the sandbox's own. Never use a real one."`
	People string `placeholder:"FILE" help:"The people and the servers, as JSON, instead of ann, ben and the others."`

	MadeUp string `name:"made-up" placeholder:"LANGUAGE" help:"A language, such as de, in whose place Parlour speaks a made-up one: every sentence in «guillemets» and a third longer."`

	Shards         int `default:"1" placeholder:"N" help:"How many shards the gateway recommends. The servers are divided among them."`
	MaxConcurrency int `default:"1" placeholder:"N" help:"How many shards may identify at once."`

	Interactions    bool   `help:"Have Parlour take interactions over HTTP, instead of over the gateway."`
	InteractionsURL string `name:"interactions-url" placeholder:"URL" help:"With --no-bot: where the bot takes interactions over HTTP, instead of over the gateway."`

	Caps   commands.Caps   `embed:"" prefix:"max-"`
	Budget commands.Budget `embed:"" prefix:"max-dms-"`

	program.Programs
}

// Validate implements kong's check of the command line.
func (c sandboxCmd) Validate() error {
	if err := c.Programs.Validate(); err != nil {
		return err
	}
	if c.Script != "" && (c.NoBot || c.People != "") {
		return errors.New("--script needs Parlour with ann, ben, cleo, dan and eve: leave out --no-bot and --people")
	}
	if c.Shards < 1 || c.MaxConcurrency < 1 {
		return errors.New("--shards and --max-concurrency take 1 or more")
	}
	if c.NoBot && c.Store != "" {
		return errors.New("--store is for Parlour, and --no-bot leaves Parlour out: leave one of them out")
	}
	if c.Interactions && c.NoBot || c.InteractionsURL != "" && !c.NoBot {
		return errors.New("--interactions is for Parlour, and --interactions-url for a bot of your own, with --no-bot")
	}
	if at, err := url.Parse(c.InteractionsURL); c.InteractionsURL != "" &&
		(err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "") {
		return fmt.Errorf("--interactions-url takes an address such as http://127.0.0.1:3000/interactions, not %q", c.InteractionsURL)
	}
	return nil
}

// run starts a sandbox and runs the bot against it, again each time the page asks for it.
func (c sandboxCmd) run(ctx context.Context, log *slog.Logger, list []games.Game, stdin io.Reader,
	stdout io.Writer) error {
	if c.Script == "" {
		outlive()
	}
	if c.NoBot {
		return c.wait(ctx, log, stdout)
	}
	if c.Store == "" {
		dir, err := os.MkdirTemp("", "parlour")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		c.Store = filepath.Join(dir, "parlour.db")
	}
	if c.Script != "" {
		return c.play(ctx, log, list, stdin, stdout)
	}
	server, err := c.serve(log)
	if err != nil {
		return err
	}
	defer server.Close()
	if c.People == "" {
		server.Stage().Befriend()
	}
	store, err := openStore(ctx, c.Store, log, postgres.Open)
	if err != nil {
		return err
	}
	defer closing(store, log)
	if file, ok := store.(*bolt.Store); ok {
		stop, err := serveCopies(file, socketOf(c.Store), stallCopy, log)
		if err != nil {
			return err
		}
		defer stop()
	}
	greet(stdout, server)
	for {
		config := bot.Config{
			Config: hosting(list, store, log, c.Caps, c.Budget, c.Programs), Token: server.Token(), API: server.URL(),
			Ready: func(string) { log.Info("Parlour is ready") }, // the real Discord has no such application to invite
		}
		config.MadeUp = c.MadeUp
		if c.Interactions {
			if err := overHTTP(server, &config); err != nil {
				return err
			}
		}
		stop := func() {}
		if file, ok := store.(*bolt.Store); ok {
			if stop, err = serveHand(file, &config, handOf(c.Store), log); err != nil {
				return err
			}
		}
		err := bot.Run(ctx, config)
		stop()
		if err == nil {
			return nil
		}
		log.Error("the bot has ended; the page can start it again", "err", err)
		if server.Ended(ctx, err) != nil {
			return nil
		}
	}
}

// serve starts a sandbox with its control, and with the people of a file if one is named.
func (c sandboxCmd) serve(log *slog.Logger) (*sandbox.Server, error) {
	config := sandbox.Config{Addr: c.Addr, OpenAPI: c.OpenAPI, Token: c.Token, NoBot: c.NoBot, Shards: c.Shards,
		Keys: c.MaxConcurrency, Log: log}
	if c.People != "" {
		in, err := world.ReadCast(c.People)
		if err != nil {
			return nil, err
		}
		config.Cast = &in
	}
	server, err := sandbox.Start(config)
	if errors.Is(err, sandbox.ErrAddr) {
		return nil, fmt.Errorf("choose another address for --addr, such as 127.0.0.1:8081: %w", err)
	}
	if err != nil {
		return nil, err
	}
	sandbox.ServeControl(server)
	return server, nil
}

// wait serves a sandbox to a bot of somebody else's until the context is done.
func (c sandboxCmd) wait(ctx context.Context, log *slog.Logger, stdout io.Writer) error {
	server, err := c.serve(log)
	if err != nil {
		return err
	}
	defer server.Close()
	token := "the token that you gave"
	if c.Token == "" {
		token = "the token " + server.Token()
	}
	fmt.Fprintf(stdout, "A bot finds Discord's API at %s/api and logs in with %s. Programs act as people at %s/control.\n", server.URL(), token, server.URL())
	fmt.Fprintf(stdout, "The application's public key is %s.\n", server.PublicKey())
	if c.InteractionsURL != "" {
		fmt.Fprintf(stdout, "Interactions go to %s, and none to the gateway.\n", c.InteractionsURL)
		server.SendTo(c.InteractionsURL)
	}
	greet(stdout, server)
	<-ctx.Done()
	return nil
}

// greet prints where the page is.
func greet(stdout io.Writer, server *sandbox.Server) {
	all := server.People()
	text := fmt.Sprintf("Open %s/?as=%s to be %s", server.URL(), all[0].Name(), all[0].Display())
	if len(all) > 1 {
		text += fmt.Sprintf(" and, in another tab, %s/?as=%s to be %s", server.URL(), all[1].Name(), all[1].Display())
	}
	fmt.Fprintln(stdout, strings.TrimSuffix(text, ".")+".")
}
