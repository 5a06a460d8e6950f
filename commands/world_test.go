package commands_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/storage"
)

// memoryDir returns a folder for a store, in memory if the machine has such a folder, because the
// hundreds of thousands of commits of these tests would wait for the disk. The tests of the store
// show what a commit survives.
func memoryDir(t testing.TB) string {
	const memory = "/dev/shm"
	if i, err := os.Stat(memory); err != nil || !i.IsDir() {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "parlour")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// A failing store fails every write after the first few: its process has died, or its disk is full.
// It is safe for concurrent use.
type failing struct {
	storage.Store
	err error // the failure

	mu      sync.Mutex
	left    int // number of writes that are carried out
	refused int // number of those that failed
}

func (s *failing) refuse() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left--; s.left >= 0 {
		return nil
	}
	s.refused++
	return s.err
}

func (s *failing) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	if err := s.refuse(); err != nil {
		return h, err
	}
	return s.Store.Create(ctx, h)
}

func (s *failing) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if err := s.refuse(); err != nil {
		return h, err
	}
	return s.Store.Append(ctx, h, entries...)
}

func (s *failing) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if err := s.refuse(); err != nil {
		return storage.Record{}, err
	}
	return s.Store.PutRecord(ctx, r)
}

// errDied is the failure of every write of a process that has died.
var errDied = errors.New("the process died")

// failure returns the error with a name, as the steps of a conversation write it.
func failure(name []string) error {
	return map[string]error{
		"gone": publish.ErrGone, "forbidden": publish.ErrForbidden, "closed": publish.ErrClosed, "": io.ErrUnexpectedEOF,
	}[strings.Join(name, "")]
}

// versions returns the versions of a message by its number, which begins with a d for a direct
// message.
func (w *world) versions(number string) ([]message.Message, error) {
	list := w.public
	digits, direct := strings.CutPrefix(number, "d")
	if direct {
		list = w.direct
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > len(list) {
		return nil, fmt.Errorf("there is no message %s", number)
	}
	return list[n-1].versions, nil
}

// directPrefix begins the id of a channel of direct messages.
const directPrefix = "dm-"

// privatePrefix begins the id of a private thread.
const privatePrefix = "private-"

// postDirect is Post of a direct message, whose id begins with a d. The person then sees it as
// the newest message that only they see.
func (w *world) postDirect(who, nonce string, m message.Message) (string, error) {
	if err := w.refuse[who]; err != nil {
		fmt.Fprintf(&w.out, "(a direct message to %s fails)\n", who)
		return "", err
	}
	for i, p := range w.direct {
		if p.nonce == nonce && w.now.Sub(p.at) < nonceLives {
			return "d" + strconv.Itoa(i+1), nil
		}
	}
	w.direct = append(w.direct, posted{directPrefix + who, nonce, []message.Message{m}, w.now})
	id := "d" + strconv.Itoa(len(w.direct))
	w.panel[who], w.panelID[who] = append(w.panel[who], m), append(w.panelID[who], id)
	w.write("to "+who+", message "+id, m)
	return id, w.lose()
}

// lose returns an error if the answer to this message is to be lost.
func (w *world) lose() error {
	if !w.lost {
		return nil
	}
	w.lost = false
	return io.ErrUnexpectedEOF
}

// Direct is [publish.Channel.Direct].
func (w *world) Direct(_ context.Context, who string) (string, error) {
	if err := w.closed[who]; err != nil {
		fmt.Fprintf(&w.out, "(direct messages to %s are opened too fast)\n", who)
		return "", err
	}
	return directPrefix + who, nil
}
