package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parlour/storage"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
)

// An opening is a store that is being opened.
type opening struct {
	said  talk
	store *postgres.Store
	err   error
	done  chan struct{}
}

// begins opens a store in a goroutine.
func begins(address string) *opening {
	o := &opening{done: make(chan struct{})}
	go func() {
		defer close(o.done)
		o.store, o.err = postgres.Open(ctx, address, slog.New(slog.NewTextHandler(&o.said, nil)))
	}()
	return o
}

// waits ends the test unless the store is not open, and the log comes to tell why.
func (o *opening) waits(t *testing.T, why string) {
	t.Helper()
	until(t, "the log says "+why, func() error {
		if o.said.says(why) != 1 {
			return errors.New("it does not, or again")
		}
		return nil
	})
	select {
	case <-o.done:
		t.Fatalf("Open did not wait: %v", o.err)
	default:
	}
}

// ends waits until the store is open, after so many sentences in the log.
func (o *opening) ends(t *testing.T, sentences int) {
	t.Helper()
	select {
	case <-o.done:
	case <-time.After(waiting):
		t.Fatalf("in %v the store was not opened", waiting)
	}
	if o.err != nil {
		t.Fatalf("Open = %v", o.err)
	}
	o.store.Close()
	if n := o.said.says("\n"); n != sentences {
		t.Errorf("the log has %d sentences, want %d", n, sentences)
	}
}

// A bot waits until a database without a schema was migrated, and says so once.
func TestOpenWaitsForTheSchema(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.Fresh(t)
	soon, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if _, err := postgres.Open(soon, address, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Open of a database without a schema = %v, want %v", err, context.DeadlineExceeded)
	}

	o := begins(address)
	o.waits(t, "parlour migrate")
	if was, now, err := postgres.Migrate(ctx, address); was != 0 || now != postgres.Newest || err != nil {
		t.Errorf("Migrate = %d, %d, %v, want 0, %d", was, now, err, postgres.Newest)
	}
	if was, now, err := postgres.Migrate(ctx, address); was != postgres.Newest || now != postgres.Newest || err != nil {
		t.Errorf("Migrate again = %d, %d, %v, want %d twice", was, now, err, postgres.Newest)
	}
	o.ends(t, 1)
}

// A bot waits for a database that is away, says so once, and then waits for its schema.
func TestOpenWaitsForTheDatabase(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t, "fsync=off")
	address := server.Fresh(t)
	server.Kill(t)
	o := begins(address)
	o.waits(t, "the database is out of reach")
	server.Restart(t)
	o.waits(t, "parlour migrate")
	if _, _, err := postgres.Migrate(ctx, address); err != nil {
		t.Error(err)
	}
	o.ends(t, 2)
}

// A database that refuses an account is not waited for.
func TestARefusedAccountIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t, "fsync=off")
	address := server.Migrated(t)
	server.Exec(t, address, "CREATE ROLE stranger LOGIN PASSWORD 'right'")
	server.Exec(t, address, `DO $$ BEGIN
		EXECUTE format('COPY (VALUES (''local all stranger scram-sha-256''), (''local all all trust'')) TO %L', current_setting('hba_file'));
	END $$`)
	server.Exec(t, address, "SELECT pg_reload_conf()")
	stranger := strings.Replace(address, "parlour@", "stranger:swordfish@", 1)
	until(t, "a wrong password is refused", func() error {
		s, err := postgres.Open(ctx, stranger, nil)
		if err == nil {
			s.Close()
			return errors.New("it is not asked for yet")
		}
		if !strings.Contains(err.Error(), "28P01") {
			t.Errorf("Open with a wrong password = %v", err)
		}
		return nil
	})
	for _, wrong := range []string{strings.Replace(address, "parlour@", "nobody@", 1), strings.Replace(address, "/postgres?", "/nowhere?", 1)} {
		if _, err := postgres.Open(ctx, wrong, nil); err == nil || errors.Is(err, storage.ErrUnavailable) {
			t.Errorf("Open of %s = %v, want that it is refused", wrong, err)
		}
	}
}

// Another schema, older or newer, is left alone, with a sentence that says both numbers.
func TestAnotherSchemaIsRefused(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	for _, number := range []int{postgres.Newest - 1, 99} {
		address := server.Fresh(t)
		server.Exec(t, address, "CREATE TABLE goose_db_version (version_id bigint, is_applied boolean)")
		server.Exec(t, address, fmt.Sprintf("INSERT INTO goose_db_version VALUES (%d, true)", number))
		_, opening := postgres.Open(ctx, address, nil)
		_, _, migrating := postgres.Migrate(ctx, address)
		for _, err := range []error{opening, migrating} {
			if want := fmt.Sprintf("another schema: its number is %d, and this Parlour reads %d", number, postgres.Newest); !errors.Is(err, storage.ErrSchema) || !strings.Contains(err.Error(), want) {
				t.Errorf("of schema %d: %v, want %q", number, err, want)
			}
		}
	}
}

// No error and no log tells a password.
func TestPasswordsAreNotTold(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"postgres://ann:swordfish@127.0.0.1:1/games?connect_timeout=1", "postgres://ann:swordfish@[::1", "postgres://ann:swordfish%zz@host/games",
		"postgres://ann@127.0.0.1:1/games?password=swordfish", "host=127.0.0.1 port=1 password=swordfish", "postgres://ann:swordfish@h:port/games?sslmode=wrong",
	} {
		var said talk
		trying, stop := context.WithCancel(ctx)
		_, err := postgres.Open(trying, address, slog.New(slog.NewTextHandler(hearsay{&said, stop}, nil)))
		stop()
		_, _, err2 := postgres.Migrate(ctx, address)
		for _, text := range []string{errText(err), errText(err2), postgres.Name(address), "it says " + said.text.String()} {
			if text == "" || strings.Contains(text, "swordfish") {
				t.Errorf("of %s it is told: %s", address, text)
			}
		}
	}
}

// A hearsay is a log that calls something off as soon as it says anything.
type hearsay struct {
	*talk
	stop func()
}

func (h hearsay) Write(p []byte) (int, error) {
	defer h.stop()
	return h.talk.Write(p)
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
