package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// PartSuffix ends the name of a copy that is being made.
const PartSuffix = ".part"

// WriteTo writes a copy of the store as it is now, while others read it and write to
// it. Who writes waits for it where the file has to be mapped anew, so what is written
// to should be quick.
func (s *Store) WriteTo(w io.Writer) (n int64, err error) {
	err = s.view(context.Background(), func(tx *bbolt.Tx) (err error) {
		n, err = tx.WriteTo(w)
		return err
	})
	return n, err
}

// WriteFileTo writes a copy of a store that no process has open. It changes nothing
// about it. When a process has it open, the error is storage.ErrInUse.
func WriteFileTo(path string, w io.Writer) error {
	if _, err := inspect(path, len(steps)); err != nil {
		return err
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	return safely(func() error {
		return db.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	})
}

// Save makes a file, readable by nobody else, of the copy that a function writes, and
// replaces the file that is there. Until the copy is found whole and is on the disk it
// has another name, which ends with PartSuffix; who dies before leaves that behind.
func Save(ctx context.Context, path string, write func(io.Writer) error) (Contents, error) {
	return save(ctx, path, write, func() error { return nil })
}

// save is Save with something to do right before the copy gets its name.
func save(ctx context.Context, path string, write func(io.Writer) error, ready func() error) (found Contents, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"+PartSuffix)
	if err != nil {
		return found, reason(err)
	}
	part := f.Name()
	defer os.Remove(part)
	if err = write(during{ctx, f}); err == nil {
		err = f.Sync()
	}
	if err = cmp.Or(err, f.Close()); err != nil {
		return found, err
	}
	if found, err = inspect(part, len(steps)); err != nil {
		return found, fmt.Errorf("the copy is not whole: %w", err)
	}
	if err = ready(); err != nil {
		return found, err
	}
	if err = os.Rename(part, path); err != nil {
		return found, err
	}
	flushFolder(path)
	return found, nil
}

// during is a writer that refuses once a context is done.
type during struct {
	ctx context.Context
	w   io.Writer
}

func (d during) Write(p []byte) (int, error) {
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := d.w.Write(p)
	return n, reason(err)
}

// flushFolder has a new name in the folder of a file outlive a loss of power, where
// the system can be asked for that.
func flushFolder(path string) {
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		dir.Sync()
		dir.Close()
	}
}

// Restore puts a copy in the place of the store in a file, and keeps that beside it,
// under a name that begins as its own and goes on with the time now, which it returns;
// it is empty where there was none. When a process has the store or the copy open, the
// error is storage.ErrInUse; when the copy is not whole, nothing is changed either.
func Restore(ctx context.Context, backup, path string, now time.Time) (found Contents, kept string, err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	switch old, err := lock(path); {
	case err != nil:
		return found, "", fmt.Errorf("the store %s cannot be replaced: %w", path, err)
	case old != nil:
		defer old.Close()
	}
	write := func(w io.Writer) error {
		if err := WriteFileTo(backup, w); err != nil {
			return fmt.Errorf("the copy %s cannot be restored: %w", backup, err)
		}
		return nil
	}
	found, err = save(ctx, path, write, func() error {
		name := path + "." + now.Format("2006-01-02T15-04-05")
		err := link(path, name) // and no rename, so that the store is never missing
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			err = os.Rename(path, name) // on a disk that has no links
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		}
		kept = name
		return nil
	})
	if err != nil && kept != "" {
		if _, gone := os.Lstat(path); errors.Is(gone, fs.ErrNotExist) {
			os.Rename(kept, path)
		} else {
			os.Remove(kept)
		}
	}
	return found, kept, err
}

// link is another in tests.
var link = os.Link

// lock keeps others from opening the store in a file, until what it returns is closed;
// nil where there is none, or none that could be opened.
func lock(path string) (io.Closer, error) {
	i, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, reason(err)
	case !i.Mode().IsRegular():
		return nil, ErrNoFile
	case i.Size() == 0:
		return nil, nil
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err == nil {
		return db, nil
	}
	if errors.Is(err, storage.ErrInUse) || errors.As(err, new(syscall.Errno)) {
		return nil, err
	}
	return nil, nil // it is damaged, and to be replaced for that
}
