package postgres

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"parlour/storage"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is the schema that this program knows: the number of the last migration. From 0.1.0 on a number is frozen, with
// its migration, and never set back. What is stored changes its form only by one more migration, which counts this up and has
// [schemaOf] let [Migrate] begin at the number before. make samples adds a database of it to commands/testdata/samples.
const Schema = 6

const newest = Schema

// noTable is PostgreSQL's code for a table that is not there.
const noTable = "42P01"

// schemaOf returns the schema of a database, 0 if it has none. Any other than the newest is an error.
func schemaOf(ctx context.Context, pool *pgxpool.Pool) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var n int
	err := pool.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM "+goose.DefaultTablename+" WHERE is_applied", pgx.QueryExecModeExec).Scan(&n)
	var refused *pgconn.PgError
	switch {
	case errors.As(err, &refused) && refused.Code == noTable:
		return 0, nil
	case err != nil:
		return 0, err
	case n != 0 && n != newest:
		return n, fmt.Errorf("%w: its number is %d, and this Parlour reads %d", storage.ErrSchema, n, newest)
	}
	return n, nil
}

// The pauses between two looks of [await]: the first is doubled each time, up to the last.
const (
	firstPause = time.Second / 4
	lastPause  = 4 * time.Second
)

// await waits until a database answers and has the newest schema. It says once what it waits for, and
// again when that is something else. Its error is one that no waiting mends.
func await(ctx context.Context, pool *pgxpool.Pool, where string, log *slog.Logger) error {
	said := ""
	say := func(what string, args ...any) {
		if said != what && log != nil {
			log.Warn(what, append([]any{"database", where}, args...)...)
		}
		said = what
	}
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		n, err := schemaOf(ctx, pool)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, storage.ErrSchema), err != nil && faultOf(err) == none:
			return err
		case err != nil:
			say("the database is out of reach: this waits until it answers", "err", err.Error())
		case n == newest:
			return nil
		default:
			say("the database has no tables yet: this waits until parlour migrate has made them")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// Migrate makes the tables of a database that has none, and returns the schema that it had and the one that it
// has. Nothing else changes tables. If it is cut off, what is done stays, and it may be begun again.
func Migrate(ctx context.Context, address string) (was, now int, err error) {
	c, where, err := config(address)
	if err != nil {
		return 0, 0, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("the database %s cannot be migrated: %w", where, err)
		}
	}()
	c.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec // it may go through a pooler
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return 0, 0, err
	}
	defer pool.Close()
	if was, err = schemaOf(ctx, pool); err != nil || was == newest {
		return was, was, err
	}
	var server string
	if err := pool.QueryRow(ctx, "SELECT version()").Scan(&server); err != nil {
		return was, was, err
	}
	files, err := stepsFor(server)
	if err != nil {
		return was, was, err
	}
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	steps, err := goose.NewProvider(goose.DialectPostgres, db, files)
	if err != nil {
		return was, was, err
	}
	_, err = steps.Up(ctx)
	return was, newest, err
}

// stepsFor returns the migrations for a server that names itself so. CockroachDB refuses COLLATE "C" for a
// column, and compares text in that way anyway.
func stepsFor(server string) (fs.FS, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil || !strings.Contains(server, "CockroachDB") {
		return files, err
	}
	plain := fstest.MapFS{}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		plain[name] = &fstest.MapFile{Data: bytes.ReplaceAll(text, []byte(` COLLATE "C"`), nil)}
		return err
	})
	return plain, err
}
