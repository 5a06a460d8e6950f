package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"parlour/storage/bolt"
)

// stallCopy is how long a client may take nothing of the copy that it asked for: the
// store may be unable to grow meanwhile.
const stallCopy = 10 * time.Second

// socketOf returns the path of the socket at which a process that has a store open gives
// copies of it. A client that connects is sent a copy and asked nothing; only accounts
// that may read the store can connect.
func socketOf(store string) string { return store + ".sock" }

// serveCopies gives copies of a store, one after the other, until stop is called. A
// client that takes nothing for as long as stall is cut off.
func serveCopies(store *bolt.Store, path string, stall time.Duration, log *slog.Logger) (stop func(), err error) {
	listener, err := listenPrivately(path)
	if err != nil {
		return func() {}, err
	}
	end := beside(context.Background(), func(ctx context.Context) {
		defer context.AfterFunc(ctx, func() { listener.Close() })()
		giveCopies(ctx, listener.Accept, store, stall, log)
	})
	return func() {
		end()
		os.Remove(path)
	}, nil
}

// giveCopies sends a copy to each connection that accept returns. The end of the context cuts off the one that is being
// served.
func giveCopies(ctx context.Context, accept func() (net.Conn, error), store *bolt.Store, stall time.Duration, log *slog.Logger) {
	eachConn(accept, stall, log, func(conn net.Conn) {
		defer context.AfterFunc(ctx, func() { conn.Close() })()
		to := &unstalled{Conn: conn, stall: stall}
		if _, err := store.WriteTo(to); err != nil && !to.left {
			log.Warn("a copy could not be handed over", "err", err)
		}
	})
}

// eachConn serves each connection that accept returns, one after the other, and closes it, until accept returns
// [net.ErrClosed].
func eachConn(accept func() (net.Conn, error), stall time.Duration, log *slog.Logger, serve func(net.Conn)) {
	for {
		conn, err := accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // such as too many open files, which passes
			log.Warn("a request at a socket was not heard", "err", err)
			time.Sleep(stall / 10)
			continue
		}
		serve(conn)
		conn.Close()
	}
}

// unstalled is a connection on which every write has a deadline.
type unstalled struct {
	net.Conn
	stall time.Duration
	left  bool // the client hung up, as one does that only asks whether a bot is there
}

func (u *unstalled) Write(p []byte) (int, error) {
	if err := u.SetWriteDeadline(time.Now().Add(u.stall)); err != nil {
		return 0, err
	}
	n, err := u.Conn.Write(p)
	u.left = err != nil && !errors.Is(err, os.ErrDeadlineExceeded) && !errors.Is(err, net.ErrClosed)
	return n, err
}

// listenPrivately makes a socket to which no other account can connect. It replaces a
// socket that a killed process left. The socket is made in a folder of its own and
// renamed, because it gets its mode only a moment after it is made.
func listenPrivately(path string) (*net.UnixListener, error) {
	switch i, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case i.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%s is in the way, because it is not a socket: move it", path)
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".sock")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var listener *net.UnixListener
	err = shortly(dir, func(dir string) (err error) {
		listener, err = net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "s"), Net: "unix"})
		return err
	})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(filepath.Join(dir, "s"), 0o600), os.Rename(filepath.Join(dir, "s"), path)); err != nil {
		listener.Close()
		return nil, err
	}
	return listener, nil
}

// longest is how long the path of a socket can be everywhere, with room for a name behind it.
const longest = 100

// shortly calls fn with a path that leads to another one, by a link elsewhere if that is too long for a socket.
func shortly(path string, fn func(path string) error) error {
	if len(path) <= longest {
		return fn(path)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "parlour")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	link := filepath.Join(dir, "s")
	if err := os.Symlink(path, link); err != nil {
		return err
	}
	return fn(link)
}

// dial connects to a socket.
func dial(ctx context.Context, path string) (conn net.Conn, err error) {
	err = shortly(path, func(path string) error {
		conn, err = (&net.Dialer{}).DialContext(ctx, "unix", path)
		return err
	})
	return conn, err
}

// unused returns an error if a bot has a store in a file open, also one whose file was deleted. what is what was
// to be done with it.
func unused(ctx context.Context, store, what string) error {
	conn, err := dial(ctx, socketOf(store))
	if err != nil {
		return nil
	}
	conn.Close()
	return fmt.Errorf("nothing was %s: a bot is using %s: stop it first", what, store)
}
