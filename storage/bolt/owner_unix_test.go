//go:build unix && !solaris && !aix

package bolt

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"parlour/storage"
)

// wantOwner checks which account has a file, and that no other can read it.
func wantOwner(t *testing.T, path string, want int) {
	t.Helper()
	i, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if has := i.Sys().(*syscall.Stat_t); int(has.Uid) != want || int(has.Gid) != want || i.Mode().Perm() != 0o600 {
		t.Errorf("%s is of account %d and group %d, mode %v, want %d and 0600", filepath.Base(path), has.Uid, has.Gid, i.Mode(), want)
	}
}

// What root makes in the place of a file is of that file's owner, and a new file is of the owner of
// its folder: a service can open either.
func TestRootLeavesTheOwner(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to others")
	}
	const folder, service = 4321, 1234
	dir := t.TempDir()
	path, copied, at := filepath.Join(dir, "parlour.db"), filepath.Join(dir, "copy.db"), time.Unix(0, 0)
	if err := os.Chown(dir, folder, folder); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Create(t.Context(), storage.Head{ID: "m"})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	wantOwner(t, path, folder)
	save := func() error {
		_, err := Save(t.Context(), copied, func(w io.Writer) error { return WriteFileTo(path, w) })
		return err
	}
	if err := save(); err != nil {
		t.Fatal(err)
	}
	wantOwner(t, copied, folder)
	for name, do := range map[string]func(context.Context) (kept string, err error){
		"copy again": func(context.Context) (string, error) { return copied, save() },
		"restore": func(ctx context.Context) (string, error) {
			_, kept, err := Restore(ctx, copied, path, at)
			return kept, err
		},
		"compact": func(ctx context.Context) (string, error) {
			_, _, err := Compact(ctx, path, at, false)
			return path, err
		},
		"mend": func(ctx context.Context) (string, error) {
			_, kept, err := Compact(ctx, path, at, true)
			return kept, err
		},
		"upgrade": func(ctx context.Context) (string, error) {
			_, kept, err := upgrade(ctx, path)
			return kept, err
		},
	} {
		if err := errors.Join(os.Chown(path, service, service), os.Chown(copied, service, service)); err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Hour) // which is in the name of what is kept
		kept, err := do(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, file := range []string{path, copied, kept} {
			wantOwner(t, file, service)
		}
	}
}
