package postgres

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"path"
	"strings"
	"testing"
	"time"

	"parlour/storage"
	"parlour/storage/postgres/pgtest"
)

// A bot waits until a database without a schema, or with an older one, was migrated, and says so once.
func TestOpenWaitsForTheSchema(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.Fresh(t)
	soon, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if _, err := Open(soon, address, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Open of a database without a schema = %v, want %v", err, context.DeadlineExceeded)
	}

	var said talk
	type result struct {
		store *Store
		err   error
	}
	ready := make(chan result, 1)
	go func() {
		s, err := Open(ctx, address, slog.New(slog.NewTextHandler(&said, nil)))
		ready <- result{s, err}
	}()
	until(t, "the log tells that the schema is older", func() error {
		if said.says("parlour migrate") != 1 {
			return errors.New("it does not")
		}
		return nil
	})
	select {
	case r := <-ready:
		t.Fatalf("Open did not wait: %v", r.err)
	default:
	}
	if was, now, err := Migrate(ctx, address); was != 0 || now != newest || err != nil {
		t.Errorf("Migrate = %d, %d, %v, want 0, %d", was, now, err, newest)
	}
	if was, now, err := Migrate(ctx, address); was != newest || now != newest || err != nil {
		t.Errorf("Migrate again = %d, %d, %v, want %d twice", was, now, err, newest)
	}
	select {
	case r := <-ready:
		if r.err != nil {
			t.Fatalf("Open = %v", r.err)
		}
		r.store.Close()
	case <-time.After(waiting):
		t.Fatalf("in %v the store was not opened", waiting)
	}
}

// A newer schema is left alone.
func TestANewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := migrated(t, server)
	server.Exec(t, address, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)")
	if _, err := Open(ctx, address, nil); !errors.Is(err, storage.ErrNewer) {
		t.Errorf("Open = %v, want %v", err, storage.ErrNewer)
	}
	if _, _, err := Migrate(ctx, address); !errors.Is(err, storage.ErrNewer) {
		t.Errorf("Migrate = %v, want %v", err, storage.ErrNewer)
	}
}

// The newest schema is that of the last migration.
func TestNewest(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(files) != newest {
		t.Fatalf("there are %d migrations, %v, want %d", len(files), err, newest)
	}
	for i, file := range files {
		if n := path.Base(file)[:5]; strings.TrimLeft(n, "0") != string(rune('1'+i)) {
			t.Errorf("migration %d is %s", i+1, file)
		}
	}
}

// A server that refuses a collation for columns gets none; all others sort ids by their bytes.
func TestCollations(t *testing.T) {
	t.Parallel()
	for server, want := range map[string]bool{"PostgreSQL 15.4 on x86_64": true, "CockroachDB CCL v24.1.0": false, "PostgreSQL 11.2-YB-2.20 on x86_64": true} {
		files, err := stepsFor(server)
		if err != nil {
			t.Fatal(err)
		}
		text, err := fs.ReadFile(files, "00001_begin.sql")
		if got := bytes.Contains(text, []byte("COLLATE")); err != nil || got != want || !bytes.Contains(text, []byte("CREATE TABLE matches")) {
			t.Errorf("%s gets a collation: %v, %v, want %v", server, got, err, want)
		}
	}
}

// No error tells a password.
func TestPasswordsAreNotTold(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"postgres://ann:swordfish@127.0.0.1:1/games?connect_timeout=1", "postgres://ann:swordfish@[::1", "postgres://ann:swordfish%zz@host/games",
		"postgres://ann@127.0.0.1:1/games?password=swordfish", "host=127.0.0.1 port=1 password=swordfish", "postgres://ann:swordfish@h:port/games?sslmode=wrong",
	} {
		_, err := Open(ctx, address, nil)
		_, _, err2 := Migrate(ctx, address)
		for _, text := range []string{errText(err), errText(err2), Name(address)} {
			if text == "" || strings.Contains(text, "swordfish") {
				t.Errorf("of %s it is told: %s", address, text)
			}
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
