package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/alecthomas/kong"

	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
)

// named is how kong reads a name or an address, in which fault finds what is wrong.
func named(fault func(name string) error) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		token, err := ctx.Scan.PopValue("name")
		if err != nil {
			return err
		}
		name := token.String()
		target.SetString(name)
		return fault(name)
	})
}

// fileFault returns an error for what is no name of a file. Of what looks like an address it says nothing more, because
// there may be a password in it.
func fileFault(name string) error {
	switch {
	case name == "":
		return errors.New("expected the name of a file, and it is empty")
	case strings.ContainsFunc(name, unicode.IsControl):
		return errors.New(`the name of a file has no control characters such as a tab: in a settings file, put a name with backslashes between single quotation marks, as in 'C:\Users\ann\x.db'`)
	case strings.ContainsFunc(name, func(r rune) bool { return r == '\ufeff' || unicode.Is(unicode.Bidi_Control, r) }):
		return errors.New("the name of a file has a mark in it that shows nothing: type it anew instead of pasting it")
	case shells.MatchString(name):
		return errors.New("only a shell knows what ~ or a variable stands for: write the name of the folder in full")
	case strings.Contains(name, "://"):
		return errors.New("expected the name of a file, and not an address")
	}
	return nil
}

// shells matches what begins as only a shell can read it: ~/x.db, $HOME/x.db, %APPDATA%\x.db.
var shells = regexp.MustCompile(`^(~\w*[/\\]|\$\{?\w+\}?[/\\]|%\w+%)`)

// addressed matches how people name databases otherwise: host=db user=ann, sqlite:x.db, :memory:, ann:word@db/x. A
// letter with a colon is a drive of Windows.
var addressed = regexp.MustCompile(`^[^/\\]*=|^:|^[^/\\:]{2,}:|^[^/\\]*:[^/\\]+@|//.*@`)

// storeFault returns an error for what is neither the name of a file nor the address of a database.
func storeFault(name string) error {
	err := fileFault(name)
	switch {
	case postgres.IsAddress(name):
		return postgres.Readable(name)
	case err != nil && !strings.Contains(name, "://"):
		return err
	case err != nil || addressed.MatchString(name):
		return errors.New("expected a file such as parlour.db, or a PostgreSQL database by its address, postgres://NAME:PASSWORD@HOST/DATABASE")
	}
	return nil
}

// webFault returns an error for what is no address to listen at.
func webFault(address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("expected an address such as 127.0.0.1:8080, not %q", address)
	}
	return nil
}

// apiFault returns an error for what is no address of an API.
func apiFault(address string) error {
	if at, err := url.Parse(address); err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return errors.New("expected an address such as http://127.0.0.1:8080/api")
	}
	return nil
}

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
	{syscall.EISDIR, "name a file in it"}, {syscall.ENAMETOOLONG, "name another file"},
	{syscall.EIO, "the disk is failing, so use another"},
	{fs.ErrNotExist, folderAdvice}, {syscall.ENOTDIR, folderAdvice},
	{fs.ErrExist, "try again"},
	{bolt.ErrLarge, "use a 64-bit Parlour"},
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
