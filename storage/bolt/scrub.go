package bolt

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// scrubbed is how many pages are overwritten while a write waits.
const scrubbed = 256

// errRead is the error of [Store.Scrub] where somebody reads the store all the time.
var errRead = errors.New("somebody reads the store all the time")

// Scrub overwrites with zeros what the file no longer uses, because bbolt leaves there what was in it: names and
// ids of people who were forgotten, and secrets of games. It needs no room, and people come first. A process that is
// killed in the middle of it loses nothing, because nothing leads to these pages. It waits for those who
// read the store, but not for ever.
//
// Of the two first pages the older one may lead to what the newest commit has freed, and it is read if the newer one
// is damaged. So there is a commit before and after all, which changes nothing: then both lead to the same games.
func (s *Store) Scrub(ctx context.Context) error {
	nothing := func(*bbolt.Tx) error { return nil }
	if err := s.write(ctx, nothing); err != nil {
		return err
	}
	for next := uint64(2); ; {
		var err error
		for range patience {
			err = s.write(ctx, func(*bbolt.Tx) error {
				at, err := s.scrub(next)
				if err == nil {
					next = at
				}
				return refusal{err}
			})
			if !errors.Is(err, errRead) {
				break
			}
			time.Sleep(breath)
		}
		switch {
		case err != nil:
			return reason(err)
		case next == 0:
			return errors.Join(reason(s.file.Sync()), s.write(ctx, nothing))
		}
		time.Sleep(breath)
	}
}

// overwrite is a write of a scrub; tests replace it.
var overwrite = (*os.File).WriteAt

// patience is how often Scrub looks for a moment in which nobody reads.
const patience = 5000

// scrub overwrites some free pages from one on, and returns the next one, 0 at the end. It is called in a transaction
// of the writer, so that nothing else is written meanwhile.
func (s *Store) scrub(from uint64) (next uint64, err error) {
	if s.readers.Load() > 0 { // they may see the file as it was before; a reader that comes now sees it as it is
		return 0, errRead
	}
	p, err := readPages(s.file, false)
	if err != nil {
		return 0, err
	}
	free := &account{pageFile: p, used: make([]uint64, p.End/64+1)}
	list, err := free.freelist()
	if err != nil {
		return 0, err
	}
	for id := range list { // which is in use itself
		free.used[(p.free+id)/64] &^= 1 << ((p.free + id) % 64)
	}
	i, err := s.file.Stat()
	if err != nil {
		return 0, err
	}
	end := uint64(i.Size()) / uint64(p.Size)
	page, zeros := make([]byte, p.Size), make([]byte, p.Size)
	for id, done := from, 0; id < end; id++ {
		if id < p.End && free.used[id/64]&(1<<(id%64)) == 0 {
			continue
		}
		if done++; done > scrubbed {
			return id, nil
		}
		at := int64(id) * int64(p.Size)
		if _, err := s.file.ReadAt(page, at); err != nil {
			return 0, err
		}
		if string(page) == string(zeros) {
			continue
		}
		if _, err := overwrite(s.file, zeros, at); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// part matches the name of a file that is to take the place of another one, and finds the name of that: see [Save]
// and [newOf].
var part = regexp.MustCompile(`^(.+)\.(?:[0-9]+(?:\.small)?|new)` + regexp.QuoteMeta(PartSuffix) + `$`)

// keepParts is how long a file stays that somebody began to write.
const keepParts = 24 * time.Hour

// Sweep removes the files in the folder of a store that a process has begun to write in the place of the store, or of a
// copy of one, and has not finished, because it was killed. They may hold all games. What is to take the place of
// another file is removed only if it is a store.
func Sweep(path string, now time.Time) error {
	path = followed(path)
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return reason(err)
	}
	var failed error
	for _, e := range entries {
		of := part.FindStringSubmatch(e.Name())
		i, err := e.Info()
		if of == nil || err != nil || !i.Mode().IsRegular() || now.Sub(i.ModTime()) < keepParts {
			continue
		}
		name := filepath.Join(filepath.Dir(path), e.Name())
		if of[1] != filepath.Base(path) && !begun(name) {
			continue
		}
		held, err := lock(name)
		if errors.Is(err, storage.ErrInUse) {
			continue
		}
		if err == nil {
			held.Close()
		}
		failed = errors.Join(failed, os.Remove(name))
	}
	return failed
}

// begun reports whether a file begins as a store does.
func begun(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = readPages(f, true)
	return err == nil
}
