package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"parlour/storage"
	"parlour/storage/postgres"
)

type migrateCmd struct {
	Store string `env:"PARLOUR_STORE" type:"store" default:"parlour.db" help:"The address of the database."`
}

// run brings a database to the schema of this program.
func (c migrateCmd) run(ctx context.Context, log *slog.Logger, stdout io.Writer) error {
	if !postgres.IsAddress(c.Store) {
		return errors.New("parlour migrate is for a database: name its address, postgres://NAME:PASSWORD@HOST/DATABASE, with --store; a bot updates a file by itself")
	}
	postgres.Warn(c.Store, log)
	was, now, err := postgres.Migrate(ctx, c.Store)
	switch {
	case err != nil:
		return advised(err, "check that the server runs and that this account may make tables")
	case was == now:
		fmt.Fprintf(stdout, "%s has schema %d already.\n", postgres.Name(c.Store), now)
	default:
		fmt.Fprintf(stdout, "%s has schema %d now, instead of %d.\n", postgres.Name(c.Store), now, was)
	}
	return nil
}

type moveCmd struct {
	From string `arg:"" type:"store" help:"The store to copy: a file, or the address of a database."`
	To   string `arg:"" type:"store" help:"Where to copy it: a new file, or a database after parlour migrate."`
}

// run copies a store to another one.
func (c moveCmd) run(ctx context.Context, log *slog.Logger, stdout io.Writer) error {
	if err := exists(c.From); err != nil {
		return err
	}
	if c.From == c.To {
		return errors.New("a store cannot be moved to itself: name another one as the second")
	}
	from, err := openIdle(ctx, log, c.From, "moved")
	if err != nil {
		return err
	}
	defer closing(from, log)
	to, err := openIdle(ctx, log, c.To, "moved")
	if err != nil {
		return err
	}
	defer closing(to, log)
	moved, err := storage.Move(ctx, from, to)
	switch {
	case errors.Is(err, storage.ErrOthers):
		return fmt.Errorf("%s cannot take what %s holds: %w: name an empty one", nameOf(c.To), nameOf(c.From), err)
	case err != nil:
		return fmt.Errorf("%s was not moved whole: %w: what is there stays, so begin again", nameOf(c.From), err)
	}
	fmt.Fprintf(stdout, "%s holds all of %s: %s and %s, which were compared. Run no bot over the old one any more.\n",
		nameOf(c.To), nameOf(c.From), countOf(moved.Matches, "game"), countOf(moved.Records, "other record"))
	return nil
}

// exists returns an error for a file that is not there.
func exists(store string) error {
	if _, err := os.Stat(store); !postgres.IsAddress(store) && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no store %s", store)
	}
	return nil
}

// openIdle opens a store that no bot uses, to do something with it. A file has a lock; in a database each bot has a lease.
func openIdle(ctx context.Context, log *slog.Logger, name, done string) (storage.Movable, error) {
	if !postgres.IsAddress(name) {
		if err := unused(ctx, name, done); err != nil {
			return nil, err
		}
	}
	store, err := openStore(ctx, name, log, postgres.OpenNow)
	if err != nil {
		return nil, err
	}
	if err := idle(ctx, store); err != nil {
		closing(store, log)
		return nil, fmt.Errorf("nothing was %s: %s: %w", done, nameOf(name), err)
	}
	return store, nil
}

// idle returns an error if a bot has a lease in a store that several may use.
func idle(ctx context.Context, store storage.Movable) error {
	shared, ok := store.(storage.Shared)
	if !ok {
		return nil
	}
	now, err := shared.Time(ctx)
	if err != nil {
		return err
	}
	fleet, err := storage.Fleets.Get(ctx, store, storage.TheFleet)
	if err != nil {
		return err
	}
	for _, m := range fleet.Members {
		if m.Until.After(now) {
			return fmt.Errorf("a bot is using it: stop it first; one that was killed still counts for %v", m.Until.Sub(now).Round(time.Second))
		}
	}
	return nil
}

// nameOf returns the name of a store for people, without a password.
func nameOf(store string) string {
	if postgres.IsAddress(store) {
		return postgres.Name(store)
	}
	return store
}
