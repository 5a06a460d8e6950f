package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"syscall"
	"time"

	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
)

// openStore opens a store: a database in that way, if its name is the address of one, or else a file.
func openStore(ctx context.Context, name string, log *slog.Logger,
	database func(ctx context.Context, address string, log *slog.Logger) (*postgres.Store, error)) (storage.Movable, error) {
	if postgres.IsAddress(name) {
		postgres.Warn(name, log)
		store, err := database(ctx, name, log)
		if err != nil {
			return nil, advised(err, "check that the address names a database that lets this account in")
		}
		return store, nil
	}
	store, err := openFile(name, log)
	if err != nil {
		return nil, err
	}
	return store, nil
}

// openFile opens the store in a file. Its error says in one sentence why it cannot be opened, and
// what to do.
func openFile(path string, log *slog.Logger) (*bolt.Store, error) {
	store, err := bolt.Open(path)
	if err != nil {
		return nil, advised(err, "parlour restore puts a copy in its place")
	}
	store.Log = log
	for _, note := range store.Notes {
		log.Warn(note)
	}
	if len(store.Notes) > 0 { // an older file was brought up, and is kept
		if err := noteOld(path, time.Now()); err != nil {
			log.Warn("the old file of matches may be removed too soon", "err", err)
		}
	}
	return store, nil
}

// advices say what to do about an error of a store or of the system.
var advices = []struct {
	about error
	words string
}{
	{storage.ErrInUse, "stop that one first"},
	{postgres.ErrNoTables, "run parlour migrate first"},
	{storage.ErrSchema, "use the Parlour that wrote it, and nothing is lost"},
	{fs.ErrPermission, "let the account that runs this read and write the file and its folder"},
	{syscall.EROFS, "use a disk that can be written to"},
	{syscall.ENOSPC, roomAdvice}, {syscall.EDQUOT, roomAdvice}, {syscall.EFBIG, roomAdvice},
	{syscall.EIO, "the disk is failing, so use another"},
	{fs.ErrNotExist, folderAdvice}, {syscall.ENOTDIR, folderAdvice},
	{fs.ErrExist, "try again"},
	{bolt.ErrUnsound, "parlour check lists it, and parlour check --mend leaves it out"},
	{bolt.ErrNoFile, "name a file"},
}

const (
	roomAdvice   = "make room, and try again"
	folderAdvice = "make the folder first, or name another file"
)

// advised adds to an error of a store, or of a copy, what to do about it. otherwise is
// the advice for an error that is not the system's, and so is about the contents of the
// file.
func advised(err error, otherwise string) error {
	for _, a := range advices {
		if errors.Is(err, a.about) {
			return fmt.Errorf("%w: %s", err, a.words)
		}
	}
	return fmt.Errorf("%w: %s", err, otherwise)
}

// discreet is a log without the records of [storage.ErrUnavailable]: the store itself
// logs once that its file is out of reach.
type discreet struct{ slog.Handler }

// Handle drops a record that has such an error.
func (d discreet) Handle(ctx context.Context, r slog.Record) error {
	told := false
	r.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		told = ok && errors.Is(err, storage.ErrUnavailable)
		return !told
	})
	if told {
		return nil
	}
	return d.Handler.Handle(ctx, r)
}

// WithAttrs returns a log that drops the same records, as WithGroup does.
func (d discreet) WithAttrs(as []slog.Attr) slog.Handler { return discreet{d.Handler.WithAttrs(as)} }

func (d discreet) WithGroup(name string) slog.Handler { return discreet{d.Handler.WithGroup(name)} }
