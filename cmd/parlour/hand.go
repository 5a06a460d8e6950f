package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"parlour/bot"
	"parlour/commands"
	"parlour/games"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
)

// A handStore is the store of a command for whoever runs Parlour. Its tags make the flag.
type handStore struct {
	Store string `env:"PARLOUR_STORE" type:"store" default:"parlour.db" help:"The file that holds all matches, or the address of a database."`
}

type personCmd struct {
	ID      string `arg:"" help:"The person's Discord id, a number."`
	Export  string `type:"file" placeholder:"FILE" xor:"deed" help:"Write all that is kept of them to a file, as they get it from /privacy."`
	Forget  bool   `xor:"deed" help:"Forget them, as Forget me does. Nobody can take that back."`
	Block   bool   `xor:"deed" help:"Don't serve them any more: their games end, and they can use nothing but /privacy."`
	Unblock bool   `xor:"deed" help:"Serve them again."`
	handStore
}

type guildCmd struct {
	ID      string `arg:"" help:"The server's Discord id, a number."`
	Block   bool   `xor:"deed" help:"Don't serve this server any more: its games end, and nobody can use anything there but /privacy. Parlour leaves it if somebody adds it again."`
	Unblock bool   `xor:"deed" help:"Serve this server again."`
	Leave   bool   `help:"End all games there, and leave the server; with --block, for good."`
	handStore
}

type matchCmd struct {
	ID string `arg:"" help:"The match's id, as the log and a record have it."`
	handStore
}

type statsCmd struct{ handStore }

// isID returns an error for what is no id of Discord's.
func isID(id string) error {
	if _, err := strconv.ParseUint(id, 10, 64); err != nil {
		return fmt.Errorf("expected an id of Discord's, a number, not %q: with Developer Mode on, Copy ID is in the menu of a person or a server", id)
	}
	return nil
}

// Validate implements kong's check of the command line.
func (c personCmd) Validate() error { return isID(c.ID) }

// Validate implements kong's check of the command line.
func (c guildCmd) Validate() error {
	if c.Leave && c.Unblock {
		return errors.New("--leave and --unblock contradict each other: leave one of them out")
	}
	return isID(c.ID)
}

// run does one thing to a person, or says how they stand.
func (c personCmd) run(ctx context.Context, list []games.Game, log *slog.Logger, stdout io.Writer) error {
	d := commands.Deed{About: "person", ID: c.ID}
	switch {
	case c.Export != "":
		return c.export(ctx, list, log, stdout, d)
	case c.Forget:
		d.Does = "forget"
	case c.Block:
		d.Does = "block"
	case c.Unblock:
		d.Does = "unblock"
	}
	return c.tell(ctx, list, log, stdout, d)
}

// export writes all that is kept of a person to a new file.
func (c personCmd) export(ctx context.Context, list []games.Game, log *slog.Logger, stdout io.Writer, d commands.Deed) error {
	f, err := os.OpenFile(c.Export, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already: name another file", c.Export)
	case err != nil:
		return advised(err, "name another file")
	}
	d.Does = "export"
	text, err := c.do(ctx, list, log, d)
	if err == nil {
		_, err = f.Write(text)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(c.Export))
	}
	fmt.Fprintf(stdout, "%s has all that Parlour keeps of this person.\n", c.Export)
	return nil
}

// run does one thing to a server or two, or says how it stands.
func (c guildCmd) run(ctx context.Context, list []games.Game, log *slog.Logger, stdout io.Writer) error {
	tell := func(does string) error {
		return c.tell(ctx, list, log, stdout, commands.Deed{About: "guild", ID: c.ID, Does: does})
	}
	switch {
	case c.Block && c.Leave:
		return errors.Join(tell("block"), tell("leave"))
	case c.Block:
		return tell("block")
	case c.Leave:
		return tell("leave")
	case c.Unblock:
		return tell("unblock")
	}
	return tell("")
}

// tell has a deed done, and prints what is told.
func (c handStore) tell(ctx context.Context, list []games.Game, log *slog.Logger, stdout io.Writer, d commands.Deed) error {
	told, err := c.do(ctx, list, log, d)
	if err == nil {
		_, err = stdout.Write(told)
	}
	return err
}

// do has a deed done: by the bot that has the file open, or else by this process, over the file or a database.
func (c handStore) do(ctx context.Context, list []games.Game, log *slog.Logger, d commands.Deed) ([]byte, error) {
	if err := exists(c.Store); err != nil {
		return nil, err
	}
	if !postgres.IsAddress(c.Store) {
		if conn, err := dial(ctx, handOf(c.Store)); err == nil {
			return askBot(ctx, conn, d)
		}
	}
	store, err := openStore(ctx, c.Store, log, postgres.OpenNow)
	if err != nil {
		return nil, err
	}
	defer closing(store, log)
	now := time.Now
	if shared, ok := store.(storage.Shared); ok { // the bots beside this go by that
		at, err := shared.Time(ctx)
		if err != nil {
			return nil, err
		}
		began := time.Now()
		now = func() time.Time { return at.Add(time.Since(began)) }
	}
	config := hosting(list, store, log, commands.Caps{}, commands.Budget{}, runCmd{}.Programs)
	config.Now, config.Random = now, rand.Reader
	service, err := commands.New(config)
	if err != nil {
		return nil, err
	}
	return service.ByHand(ctx, store, d)
}

// handOf returns the path of the socket at which a bot that has a store open does what it is asked to by hand. Only accounts
// that may read the store can connect.
func handOf(store string) string { return store + ".hand" }

// A handed is the answer of a bot to a [commands.Deed].
type handed struct {
	Told  []byte
	Error string // empty for none
}

// askBot has a bot do a deed.
func askBot(ctx context.Context, conn net.Conn, d commands.Deed) ([]byte, error) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	var answer handed
	if err := errors.Join(json.NewEncoder(conn).Encode(d), json.NewDecoder(conn).Decode(&answer)); err != nil {
		return nil, fmt.Errorf("the bot that runs has not answered, so it is not known what it did: %w: try again", err)
	}
	if answer.Error != "" {
		return nil, errors.New(answer.Error)
	}
	return answer.Told, nil
}

// handTakes is how long a client may take to say what it wants.
const handTakes = 10 * time.Second

// serveHand does what is asked at a socket, one deed after the other, until stop is called. Until the bot has a service it
// refuses.
func serveHand(store *bolt.Store, to *bot.Config, path string, log *slog.Logger) (stop func(), err error) {
	listener, err := listenPrivately(path)
	if err != nil {
		return func() {}, err
	}
	var service atomic.Pointer[commands.Service]
	to.Serving = func(s *commands.Service) { service.Store(s) }
	end := beside(context.Background(), func(ctx context.Context) {
		defer context.AfterFunc(ctx, func() { listener.Close() })()
		eachConn(listener.Accept, handTakes, log, func(conn net.Conn) {
			defer context.AfterFunc(ctx, func() { conn.Close() })()
			var d commands.Deed
			if err := errors.Join(conn.SetReadDeadline(time.Now().Add(handTakes)), json.NewDecoder(conn).Decode(&d)); err != nil {
				return // somebody has only looked whether a bot is there, and hung up
			}
			answer := handed{Error: "the bot waits for Discord and can't do that yet: try again in a minute"}
			if s := service.Load(); s != nil {
				told, err := s.ByHand(ctx, store, d)
				if answer = (handed{Told: told}); err != nil {
					answer.Error = err.Error()
				}
			}
			if err := errors.Join(conn.SetWriteDeadline(time.Now().Add(handTakes)), json.NewEncoder(conn).Encode(answer)); err != nil {
				log.Warn("nobody took the answer to what was asked by hand", "err", err)
			}
		})
	})
	return func() {
		end()
		os.Remove(path)
	}, nil
}
