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
	"strings"
	"syscall"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// PartSuffix ends the name of a copy that is still being made.
const PartSuffix = ".part"

// keptFormat is how the name of a file that is kept tells when that was.
const keptFormat = "2006-01-02T15-04-05"

// WriteTo writes a copy of the store as it is now, while others read it and write to it.
// A write may have to wait for WriteTo if the file must be mapped anew, so w should be
// quick.
func (s *Store) WriteTo(w io.Writer) (n int64, err error) {
	err = s.view(context.Background(), func(tx *bbolt.Tx) (err error) {
		n, err = tx.WriteTo(w)
		return err
	})
	return n, err
}

// openCopy is [openLocked] for a file that was named as a store or a copy of one.
func openCopy(path string) (*source, error) {
	i, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, reason(err)
	case !i.Mode().IsRegular():
		return nil, ErrNoFile
	case i.Size() == 0:
		return nil, errEmpty
	}
	return openLocked(path, false)
}

// WriteFileTo writes a copy of a store that no process has open, and does not change the
// store. If a process has it open, the error is [storage.ErrInUse].
func WriteFileTo(path string, w io.Writer) error {
	src, err := openCopy(path)
	if err != nil {
		return err
	}
	defer src.Close()
	return safely(func() error {
		return src.lock.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	})
}

// Save makes a file, readable by its owner alone, from the copy that write writes, and
// replaces the file that is there. It reads the whole copy, writes it anew without air, and
// fails with [ErrUnsound] if anything in it is damaged. Until the copy is whole and on the disk
// its name ends with [PartSuffix]; a process that is killed before leaves that file behind.
func Save(ctx context.Context, path string, write func(io.Writer) error) (found Contents, err error) {
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
	_, err = anew(path, strings.TrimSuffix(part, PartSuffix)+".small"+PartSuffix, "", func(next string) error {
		src, err := openSource(part, false)
		if err == nil {
			defer src.Close()
			found, err = compact(ctx, src, next, time.Time{})
		}
		return notWhole(err)
	})
	return found, err
}

// notWhole adds to the error of a copy that it is not whole.
func notWhole(err error) error {
	if err != nil {
		err = fmt.Errorf("the copy is not whole: %w", err)
	}
	return err
}

// compact writes what is in a file to another one without air, and reads it there again. Old tables
// that never began are left out, unless now is zero.
func compact(ctx context.Context, src *source, to string, now time.Time) (found Contents, err error) {
	if found, err = rebuild(ctx, src, to, now); err != nil {
		return found, err
	}
	again, err := Check(ctx, to)
	if err != nil {
		return found, err
	}
	if again.Damaged != nil || again.Astray || again.Matches != found.Matches {
		return found, errors.New("what was written is not what is read")
	}
	found.Size = again.Size
	return found, found.Sound()
}

// during is a writer that refuses to write once its context is done.
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

// flushFolder makes a new name in the folder of a file survive a loss of power, on
// systems that can do so.
func flushFolder(path string) {
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		dir.Sync()
		dir.Close()
	}
}

// Restore replaces the store in a file by a copy. It keeps the old file beside it and
// returns its name, which is that of the store and the time now; the name is empty if
// there was no store. If a process has the store or the copy open, the error is
// [storage.ErrInUse]. If the copy is not whole, nothing is changed.
func Restore(ctx context.Context, backup, path string, now time.Time) (found Contents, kept string, err error) {
	path = followed(path)
	old, err := lock(path)
	if err != nil {
		return found, "", fmt.Errorf("the store %s cannot be replaced: %w", path, err)
	}
	defer old.Close()
	_ = Sweep(path, now) // what was cut off before; this matters more
	unread := func(err error) error { return fmt.Errorf("the copy %s cannot be restored: %w", backup, err) }
	src, err := openCopy(backup)
	if err != nil {
		return found, "", unread(err)
	}
	defer src.Close()
	name := path + "." + now.Format(keptFormat)
	if _, err := os.Lstat(name); err == nil {
		return found, "", fs.ErrExist
	}
	kept, err = anew(path, newOf(path), name, func(next string) (err error) {
		if found, err = compact(ctx, src, next, time.Time{}); errors.As(err, new(syscall.Errno)) {
			return unread(err)
		}
		return notWhole(err)
	})
	return found, kept, err
}

// link is [os.Link]; tests replace it.
var link = os.Link

// lock keeps others from opening the store in a file until the returned Closer is closed. There may be no store,
// or one that cannot be opened.
func lock(path string) (io.Closer, error) {
	nothing := io.NopCloser(nil)
	i, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nothing, nil
	case err != nil:
		return nil, reason(err)
	case !i.Mode().IsRegular():
		return nil, ErrNoFile
	case i.Size() == 0:
		return nothing, nil
	}
	db, err := forAlone(path)
	if err == nil {
		return db, nil
	}
	if errors.Is(err, storage.ErrInUse) || errors.As(err, new(syscall.Errno)) {
		return nil, err
	}
	return nothing, nil // it is damaged, which may be why it is replaced
}
