package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"
)

// A batch is how much is written in one transaction of a file that is made anew, in bytes.
const batch = 1 << 20

// A builder fills a new file, in transactions of bounded size. The file is of no use until all
// is in it: what was cut off is begun again, from an empty file.
type builder struct {
	db   *bbolt.DB
	tx   *bbolt.Tx
	size int
}

// rebuild writes a store anew into an empty file: without air, with indexes that fit, in the
// newest schema. What is damaged is left out and named. Tables that never began are left out once
// they are old, unless now is zero.
func rebuild(ctx context.Context, src *source, path string, now time.Time) (found Contents, err error) {
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, NoSync: true, NoGrowSync: true, InitialMmapSize: room})
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	b := &builder{db: db}
	defer b.drop()
	err = safely(func() error {
		if err := db.Update(begin); err != nil {
			return err
		}
		if found, err = runSweep(ctx, src, sweepOptions{Out: b.put, Now: now}); err != nil {
			return err
		}
		if found.Astray {
			if _, _, err := mend(ctx, b.view, b.write); err != nil {
				return err
			}
		}
		return cmp.Or(b.flush(), db.Sync())
	})
	return found, reason(err)
}

// put adds a record. Keys that come in order fill their pages.
func (b *builder) put(bucket string, key, payload []byte) error {
	return b.write(context.Background(), func(tx *bbolt.Tx) error {
		to := tx.Bucket([]byte(bucket))
		to.FillPercent = 1
		b.size += len(key) + len(payload)
		return to.Put(key, withSum(bucket, key, payload))
	})
}

// write calls apply in the transaction under way, and commits that once it is large.
func (b *builder) write(ctx context.Context, apply func(*bbolt.Tx) error) (err error) {
	if b.tx == nil {
		if b.tx, err = b.db.Begin(true); err != nil {
			return err
		}
	}
	if err := cmp.Or(ctx.Err(), apply(b.tx)); err != nil || b.size < batch {
		return err
	}
	return b.flush()
}

// view calls read when all that was put is committed.
func (b *builder) view(_ context.Context, read func(*bbolt.Tx) error) error {
	return cmp.Or(b.flush(), b.db.View(read))
}

// flush commits what was put.
func (b *builder) flush() error {
	if b.tx == nil {
		return nil
	}
	tx := b.tx
	b.tx, b.size = nil, 0
	return tx.Commit()
}

// drop gives up a transaction that was not committed.
func (b *builder) drop() {
	if b.tx != nil {
		b.tx.Rollback()
	}
}

// upgrade writes a store of an older schema anew, beside its file, and puts it in its place.
// It returns what is in it, and the name under which the old file is kept. The caller has the
// old file locked.
func upgrade(ctx context.Context, path string) (found Contents, kept string, err error) {
	src, err := openSource(path, false)
	if err != nil {
		return found, "", err
	}
	defer src.Close()
	name := fmt.Sprintf("%s.schema%d", path, src.schema)
	kept, err = anew(path, newOf(path), name, func(next string) (err error) {
		found, err = rebuild(ctx, src, next, time.Time{})
		return err
	})
	if err != nil {
		return found, "", fmt.Errorf("it was not brought from schema %d to %d: %w", src.schema, newest, err)
	}
	return found, kept, nil
}

// newOf returns the name of what is to take the place of a file that only this process writes anew.
func newOf(path string) string { return path + ".new" + PartSuffix }

// anew has a file written as next, beside another one, whose place it then takes. The old file is kept under a name,
// or the first free one after it, unless the name is empty. It returns the name that it has, empty if there was none.
func anew(path, next, name string, write func(next string) error) (kept string, err error) {
	if err := os.Remove(next); err != nil && !errors.Is(err, os.ErrNotExist) { // begun before, and cut off
		return "", reason(err)
	}
	f, err := os.OpenFile(next, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", reason(err)
	}
	f.Close()
	defer os.Remove(next)
	if err = write(next); err == nil {
		err = own(next, path)
	}
	if err == nil && name != "" {
		kept, err = keep(path, name)
	}
	if err != nil {
		return kept, err
	}
	if err = os.Rename(next, path); err == nil {
		flushFolder(path)
		return kept, nil
	}
	if _, gone := os.Lstat(path); kept != "" && errors.Is(gone, os.ErrNotExist) {
		os.Rename(kept, path)
	} else if kept != "" {
		os.Remove(kept)
	}
	return "", reason(err)
}

// keep gives a file a second name, or the first free one after it; empty if there is no such file.
func keep(path, name string) (string, error) {
	for n := 1; ; n++ {
		to := name
		if n > 1 {
			to = fmt.Sprintf("%s.%d", name, n)
		}
		err := link(path, to)
		if errors.Is(err, os.ErrExist) {
			a, _ := os.Stat(path)
			if b, err := os.Stat(to); err != nil || !os.SameFile(a, b) { // else it was cut off after this step
				continue
			}
			return to, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			err = os.Rename(path, to) // on a disk that has no links
		}
		if errors.Is(err, os.ErrNotExist) {
			return "", nil
		}
		return to, err
	}
}
