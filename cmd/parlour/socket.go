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
	"sync"
	"time"

	"parlour/storage/bolt"
)

// stallCopy is how long whoever asked for a copy may take no part of it: the store
// may be unable to grow meanwhile.
const stallCopy = 10 * time.Second

// socketOf is where a process that has a store open gives copies of it to whoever may
// read the store itself: who connects is sent one, and nothing is asked.
func socketOf(store string) string { return store + ".sock" }

// A copyDoor gives copies of a store.
type copyDoor struct {
	listener *net.UnixListener
	path     string
	ended    chan struct{}

	mu     sync.Mutex
	closed bool
	conn   net.Conn // of who is given one
}

// serveCopies gives copies of a store, one after the other, until it is closed. Who takes
// no part of theirs for as long as a stall is sent away.
func serveCopies(store *bolt.Store, path string, stall time.Duration, log *slog.Logger) (*copyDoor, error) {
	listener, err := listenPrivately(path)
	if err != nil {
		return nil, err
	}
	d := &copyDoor{listener: listener, path: path, ended: make(chan struct{})}
	go func() {
		defer close(d.ended)
		d.serve(listener.Accept, store, stall, log)
	}()
	return d, nil
}

// serve gives a copy to each who is accepted, until the door is closed.
func (d *copyDoor) serve(accept func() (net.Conn, error), store *bolt.Store, stall time.Duration, log *slog.Logger) {
	for {
		conn, err := accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // such as too many open files, which passes
			log.Warn("whoever asked for a copy was not heard", "err", err)
			time.Sleep(stall / 10)
			continue
		case !d.admit(conn):
			return
		}
		if _, err := store.WriteTo(unstalled{conn, stall}); err != nil {
			log.Warn("a copy that was asked for was not taken", "err", err)
		}
		conn.Close()
	}
}

// admit notes who is given a copy, unless the door is closed.
func (d *copyDoor) admit(conn net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		conn.Close()
		return false
	}
	d.conn = conn
	return true
}

// close cuts off whoever is being given a copy, and waits for that.
func (d *copyDoor) close() {
	d.mu.Lock()
	d.closed = true
	if d.conn != nil {
		d.conn.Close()
	}
	d.mu.Unlock()
	d.listener.Close()
	<-d.ended
	os.Remove(d.path)
}

// unstalled is a connection on which no write takes long.
type unstalled struct {
	net.Conn
	stall time.Duration
}

func (u unstalled) Write(p []byte) (int, error) {
	if err := u.SetWriteDeadline(time.Now().Add(u.stall)); err != nil {
		return 0, err
	}
	return u.Conn.Write(p)
}

// listenPrivately makes a socket to which nobody else can connect, in the place of one
// that a process left which was killed. It is made in a folder of its own, because it
// has its mode only after a moment.
func listenPrivately(path string) (*net.UnixListener, error) {
	switch i, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case i.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%s is there and no socket: move it away", path)
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".sock")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	first := filepath.Join(dir, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: first, Net: "unix"})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(first, 0o600), os.Rename(first, path)); err != nil {
		listener.Close()
		return nil, err
	}
	return listener, nil
}

// dial connects to a socket.
func dial(ctx context.Context, path string) (net.Conn, error) {
	return (&net.Dialer{}).DialContext(ctx, "unix", path)
}
