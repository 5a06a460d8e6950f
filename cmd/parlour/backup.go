package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
)

// A fileStore is the store of a command that looks after a file. Its tags make the flag.
type fileStore struct {
	Store string `env:"PARLOUR_STORE" type:"store" default:"parlour.db" help:"The file that holds all matches."`
}

// of returns an error for a command that was given a database.
func (c fileStore) of(command string) error {
	if postgres.IsAddress(c.Store) {
		return fmt.Errorf("parlour %s is for a store in a file: a database has its own tools, such as pg_dump for a copy", command)
	}
	return nil
}

// size returns how large the file is. Its error says if there is none.
func (c fileStore) size() (int64, error) {
	i, err := os.Stat(c.Store)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, fmt.Errorf("there is no store %s: name it with --store", c.Store)
	case err != nil:
		return 0, err
	}
	return i.Size(), nil
}

// tellKept ends a line about a store with the name under which what was there is kept; empty for none.
func tellKept(stdout io.Writer, kept string) {
	if kept != "" {
		fmt.Fprintf(stdout, "; what was there is kept as %s", kept)
	}
	fmt.Fprintln(stdout, ".")
}

type backupCmd struct {
	File string `arg:"" type:"file" help:"The copy to make."`
	fileStore
	Force bool `help:"Replace the file that is there."`
}

// run makes a copy. A bot that has the store open gives it; if none runs, the copy is
// read from the file.
func (c backupCmd) run(ctx context.Context, stdout io.Writer, now time.Time) error {
	if err := c.of("backup"); err != nil {
		return err
	}
	switch i, err := os.Stat(c.File); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !i.Mode().IsRegular():
		return fmt.Errorf("%s is not a file: name a file for the copy", c.File)
	case sameFile(i, c.Store):
		return fmt.Errorf("%s is the store itself: name another file for the copy", c.File)
	case !c.Force:
		return fmt.Errorf("%s is there already: name another file, or replace it with --force", c.File)
	}
	_ = bolt.Sweep(c.File, now) // what an earlier one left that was cut off; the new copy matters more
	var source error
	found, err := bolt.Save(ctx, c.File, func(w io.Writer) error {
		source = c.copy(ctx, w)
		return source
	})
	if err != nil && source == nil {
		err = advised(err, "try again")
	}
	if err != nil {
		return fmt.Errorf("%s was not made: %w", c.File, err)
	}
	fmt.Fprintf(stdout, "%s is a copy: %s.\n", c.File, contents(found))
	return nil
}

func sameFile(i os.FileInfo, path string) bool {
	j, err := os.Stat(path)
	return err == nil && os.SameFile(i, j)
}

// copy writes a copy of the store. It asks at the socket first, because a bot may have a
// file open that was deleted.
func (c backupCmd) copy(ctx context.Context, w io.Writer) error {
	conn, unreachable := dial(ctx, socketOf(c.Store))
	if unreachable == nil {
		defer conn.Close()
		defer context.AfterFunc(ctx, func() { conn.Close() })()
		_, err := io.Copy(w, conn)
		return err
	}
	if _, err := c.size(); err != nil {
		return err
	}
	err := bolt.WriteFileTo(c.Store, w)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, storage.ErrInUse): // by a process that gives no copies, or none to this account
		err = fmt.Errorf("%w and gives no copy (%w)", err, unreachable)
	}
	return advised(fmt.Errorf("the store %s cannot be copied: %w", c.Store, err), "parlour restore puts an older copy in its place")
}

// contents says how many games a store has, and how large it is.
func contents(c bolt.Contents) string {
	return fmt.Sprintf("%s, %d KB", countOf(c.Matches, "game"), (c.Size+1023)/1024)
}

// countOf returns a number of something.
func countOf(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

type restoreCmd struct {
	File string `arg:"" type:"file" help:"The copy."`
	fileStore
}

// run replaces the store by a copy.
func (c restoreCmd) run(ctx context.Context, stdout io.Writer, now time.Time) error {
	if err := c.of("restore"); err != nil {
		return err
	}
	switch i, err := os.Stat(c.File); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("nothing was restored: there is no file %s: name a copy", c.File)
	case err == nil && sameFile(i, c.Store):
		return fmt.Errorf("%s is the store itself: name a copy", c.File)
	}
	if err := unused(ctx, c.Store, "restored"); err != nil {
		return err
	}
	found, kept, err := bolt.Restore(ctx, c.File, c.Store, now)
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", advised(err, "choose another copy"))
	}
	fmt.Fprintf(stdout, "%s holds %s, from %s", c.Store, contents(found), c.File)
	tellKept(stdout, kept)
	return nil
}

// keepCopies is how many daily copies are kept.
const keepCopies = 7

// A keeper looks after the store of a bot beside it: it has it checked at the start and every
// night, makes a copy each day, and keeps those of the last days in a folder.
type keeper struct {
	store *bolt.Store
	dir   string // the folder; empty for no copies
	file  string // the store's file, after which the copies are named
	now   func() time.Time
	mu    sync.Mutex // a start may last into the night

	unswept atomic.Bool // whether people who were forgotten may stand in the file still, as the last night failed
}

// night checks the store, makes the copy of the day, removes files that are too old, and overwrites what the store no
// longer uses, in which people stand who were forgotten. What fails keeps nothing else from being done.
func (k *keeper) night(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer debug.FreeOSMemory() // the work of a night takes much memory, and the day needs little
	_, err := k.store.Check(ctx, k.now())
	if errors.Is(err, storage.ErrClosed) || ctx.Err() != nil {
		return nil
	}
	if err != nil {
		err = fmt.Errorf("the store was not checked: %w", err)
	}
	err = errors.Join(err, k.copy(ctx), dropOld(k.file, k.now()), bolt.Sweep(k.file, k.now()))
	left := k.store.Scrub(ctx)
	if errors.Is(left, storage.ErrClosed) || ctx.Err() != nil {
		return err
	}
	if k.unswept.Store(left != nil); left != nil {
		err = errors.Join(err, fmt.Errorf("what the file no longer uses was not overwritten, so people who were forgotten may stand there still: %w", left))
	}
	return err
}

// copies returns the folder for daily copies; empty for none.
func (c runCmd) copies() string {
	switch strings.ToLower(c.Copies) {
	case "":
		return c.Store + ".copies"
	case "none":
		return ""
	}
	return c.Copies
}

// copy makes today's copy unless it is there. Before and after, it removes copies that
// are too old and files of copies that were not finished.
func (k *keeper) copy(ctx context.Context) error {
	if err := k.ready(); k.dir == "" || err != nil {
		return err
	}
	path := filepath.Join(k.dir, k.prefix()+k.now().Format(time.DateOnly)+".db")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if _, err := bolt.Save(ctx, path, func(w io.Writer) error {
			_, err := k.store.WriteTo(w)
			return err
		}); err != nil {
			err = advised(fmt.Errorf("in %s: %w", k.dir, err), "name another folder with --copies")
			return fmt.Errorf("%v", err) // in words alone: [discreet] drops records that wrap storage.ErrUnavailable
		}
	}
	return k.prune()
}

// ready makes the folder, and removes what an unfinished copy takes of the room for the new one.
func (k *keeper) ready() error {
	if k.dir == "" {
		return nil
	}
	if err := os.MkdirAll(k.dir, 0o700); err != nil {
		return fmt.Errorf("%w: name another folder with --copies", err)
	}
	return k.prune()
}

// prefix returns the beginning of the names of all copies.
func (k *keeper) prefix() string {
	base := filepath.Base(k.file)
	return strings.TrimSuffix(base, filepath.Ext(base)) + "-"
}

// prune removes copies that are too old or were not finished. It touches no other files.
func (k *keeper) prune() error {
	entries, err := os.ReadDir(k.dir)
	if err != nil {
		return err
	}
	var whole, remove []string
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), k.prefix())
		day, rest, dated := strings.Cut(rest, ".db")
		if _, err := time.Parse(time.DateOnly, day); !ours || !dated || err != nil {
			continue
		}
		switch {
		case rest == "":
			whole = append(whole, e.Name())
		case strings.HasSuffix(rest, bolt.PartSuffix):
			remove = append(remove, e.Name())
		}
	}
	slices.Sort(whole)
	remove = append(remove, whole[:max(0, len(whole)-keepCopies)]...)
	for _, name := range remove {
		if err := os.Remove(filepath.Join(k.dir, name)); err != nil {
			return err
		}
	}
	return nil
}
