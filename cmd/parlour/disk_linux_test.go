package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/storetest"
)

// inChild is [storetest.InChild].
func inChild(t *testing.T) bool {
	t.Helper()
	return storetest.InChild(t, "-update="+strconv.FormatBool(*update))
}

// full runs do while the disk takes no byte of any file beyond the first ones. Only a
// test in a child may call it.
func full(t *testing.T, first int64, do func()) {
	t.Helper()
	defer storetest.Fill(t, first)()
	do()
}

// nobody is the id of an account without any rights.
const nobody = 65534

// asNobody runs do with the rights of [nobody] to files, if the test runs as root.
func asNobody(t *testing.T, do func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		do()
		return
	}
	runtime.LockOSThread() // whose rights alone these are
	defer runtime.UnlockOSThread()
	must(t, syscall.Setfsuid(nobody))
	defer syscall.Setfsuid(0)
	do()
}

// A shelf is a folder with stores in every condition.
type shelf struct {
	t   *testing.T
	dir string
	out strings.Builder // a golden file
}

func newShelf(t *testing.T) *shelf {
	s := &shelf{t: t, dir: t.TempDir()}
	must(t, os.Chmod(filepath.Dir(s.dir), 0o755), os.Chmod(s.dir, 0o777)) // for nobody
	whole := s.store("whole.db")
	s.write("text.db", bytes.Repeat([]byte("Dear diary\n"), 2000), 0o600)
	s.write("empty.db", nil, 0o600)
	s.write("cut.db", whole[:2*os.Getpagesize()+100], 0o600)
	s.write("damaged.db", append(bytes.Clone(whole[:2*os.Getpagesize()]), bytes.Repeat([]byte{1}, len(whole)-2*os.Getpagesize())...), 0o600)
	s.write("readonly.db", whole, 0o400)
	marred, word := twoGames(t)
	flip(t, marred, word)
	data, err := os.ReadFile(marred)
	must(t, err)
	s.write("marred.db", data, 0o600)
	s.write("unreadable.db", whole, 0o000)
	other := bytes.Clone(whole)
	const checked = "checked schema" // whose value is a checksum and the number
	for i := 0; bytes.Contains(other[i:], []byte("schema")); {
		i += bytes.Index(other[i:], []byte("schema")) + len("schema")
		if !bytes.HasSuffix(other[:i], []byte(checked)) {
			other[i] = '2' // of two digits
			continue
		}
		other[i+4] = '2'
		binary.BigEndian.PutUint32(other[i:], crc32.Checksum([]byte(string(rune(len(checked)))+"meta"+checked+"22"), crc32.MakeTable(crc32.Castagnoli)))
	}
	s.write("other.db", other, 0o600)
	must(t, os.Mkdir(s.path("closed"), 0o555), os.Mkdir(s.path("folder"), 0o755))
	return s
}

func (s *shelf) path(name string) string { return filepath.Join(s.dir, name) }

// store makes a store with one match, and returns the bytes of its file.
func (s *shelf) store(name string) []byte {
	store, err := bolt.Open(filepath.Join(s.t.TempDir(), "roomy.db"))
	must(s.t, err)
	_, err = store.Create(s.t.Context(), storage.Head{
		ID:    "m",
		Lobby: storage.Lobby{Phase: storage.Open},
	})
	must(s.t, err)
	_, err = bolt.Save(s.t.Context(), s.path(name), func(w io.Writer) error { _, err := store.WriteTo(w); return err })
	must(s.t, err, store.Close())
	data, err := os.ReadFile(s.path(name))
	must(s.t, err)
	return data
}

// write makes a file that belongs to [nobody], if the test may do that.
func (s *shelf) write(name string, data []byte, mode os.FileMode) {
	put(s.t, s.path(name), data)
	if os.Geteuid() == 0 {
		must(s.t, os.Chown(s.path(name), nobody, -1))
	}
	must(s.t, os.Chmod(s.path(name), mode))
}

// state describes all that is on the shelf.
func (s *shelf) state() string {
	var b strings.Builder
	must(s.t, filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		i, err := d.Info()
		if err == nil {
			fmt.Fprintf(&b, "%s %v %x\n", path, i.Mode(), sha256.Sum256(data))
		}
		return err
	}))
	return b.String()
}

// tell runs the program and writes down its output. Unless it is to be done, it fails and changes nothing.
func (s *shelf) tell(what, line string) {
	args := strings.Fields(strings.ReplaceAll(line, "DIR", s.dir))
	before, want := s.state(), exitFailed
	if strings.HasPrefix(what, "done:") {
		want = exitOK
	}
	code, stdout, stderr := run(s.t, args...)
	if code != want || want == exitFailed && s.state() != before {
		s.t.Errorf("%s: parlour %s: exit %d, want %d, and it changes a file: %t", what, line, code, want, s.state() != before)
	}
	said := strings.ReplaceAll(stdout+stderr, s.dir, "DIR")
	said = regexp.MustCompile(`\d+ bytes of \d+`).ReplaceAllString(said, "n bytes of m")
	said = regexp.MustCompile(`\d+ KB`).ReplaceAllString(said, "n KB")
	said = regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d-]+`).ReplaceAllString(said, "DATE")
	fmt.Fprintf(&s.out, "# %s\n> parlour %s\n%s\n", what, line, said)
	if n := strings.Count(stdout+withoutStart(stderr), "\n"); n != 1 && !strings.HasPrefix(stdout, "damaged: ") && !strings.HasPrefix(stdout, "left out: ") {
		s.t.Errorf("%s: parlour %s says %d lines, want one sentence:\n%s", what, line, n, said)
	}
}

// performs runs the commands of a golden file. The words before a colon say how: as nobody, on a full disk, while
// another process has the store open, or so that it is done.
func (s *shelf) performs(file string) {
	s.t.Helper()
	script, err := os.ReadFile(file)
	must(s.t, err)
	for block := range strings.SplitSeq(strings.TrimPrefix(string(script), "# "), "\n# ") {
		what, rest, _ := strings.Cut(block, "\n> parlour ")
		line, _, _ := strings.Cut(rest, "\n")
		do := func() { s.tell(what, line) }
		switch how, _, _ := strings.Cut(what, ":"); how {
		case "nobody":
			asNobody(s.t, do)
		case "full":
			full(s.t, 10000, do)
		case "open":
			open, err := bolt.Open(s.path("whole.db"))
			must(s.t, err)
			do()
			must(s.t, open.Close())
		default:
			do()
		}
	}
	s.golden(file)
}

// golden compares the output with a file, or writes the file anew with -update.
func (s *shelf) golden(file string) {
	s.t.Helper()
	if *update {
		must(s.t, os.WriteFile(file, []byte(s.out.String()), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	must(s.t, err)
	wantLines(s.t, file, s.out.String(), string(want))
}

// Whatever is wrong with a store or a copy, the program says in one sentence what it is and what to
// do, and changes no file. What can be done is reported in one sentence too.
//
//test:unwatched
func TestStoreSentences(t *testing.T) {
	if inChild(t) {
		return
	}
	t.Setenv("DISCORD_TOKEN", "t")
	t.Setenv("PARLOUR_API", "http://127.0.0.1:1")
	for _, file := range []string{"start", "copies"} {
		s := newShelf(t)
		s.performs("testdata/disk/" + file + ".txt")
		for _, name := range []string{"copy.db", "text.db", "fresh.db", "cut.db"} {
			if file != "copies" {
				break
			}
			store, err := bolt.Open(s.path(name))
			must(t, err)
			if m, err := store.Get(t.Context(), "m"); err != nil || m.Phase != storage.Open {
				t.Errorf("%s has %+v, %v, want the match", name, m, err)
			}
			must(t, store.Close())
		}
	}
}

// A damaged game is named by a check, is in no copy, and can be left out; the others stay.
func TestCheckSentences(t *testing.T) { newShelf(t).performs("testdata/disk/check.txt") }

// The sentences are right for a disk that is read-only and for one that is full, as the
// system knows them.
func TestRealDiskSentences(t *testing.T) {
	t.Setenv("DISCORD_TOKEN", "t")
	t.Setenv("PARLOUR_API", "http://127.0.0.1:1")
	s := newShelf(t)
	whole, err := os.ReadFile(s.path("whole.db"))
	must(t, err)
	ended := make(chan struct{})
	go func() { // on a thread that ends with it, whose mounts nobody else sees
		defer close(ended)
		runtime.LockOSThread()
		if err := syscall.Unshare(syscall.CLONE_NEWNS | syscall.CLONE_FS); err != nil {
			s.out.WriteString(err.Error())
			return
		}
		dir := s.path("folder")
		if err := errors.Join(syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""),
			syscall.Mount("none", dir, "tmpfs", 0, "size=12k")); err != nil {
			s.out.WriteString(err.Error())
			return
		}
		defer syscall.Unmount(dir, syscall.MNT_DETACH)
		s.tell("on a disk without room", "run --store DIR/folder/new.db")
		if err := errors.Join(syscall.Mount("", dir, "", syscall.MS_REMOUNT, "size=16m"),
			os.WriteFile(filepath.Join(dir, "whole.db"), whole, 0o600),
			syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "")); err != nil {
			t.Error(err)
			return
		}
		s.tell("on a disk that can only be read", "run --store DIR/folder/whole.db")
		s.tell("on a disk that can only be read, new", "run --store DIR/folder/new.db")
	}()
	world.Receive(t, ended, "what is done on small disks")
	if !strings.HasPrefix(s.out.String(), "#") {
		t.Skip("only who may mount can test this: ", s.out.String())
	}
	s.golden("testdata/disk/real.txt")
}
