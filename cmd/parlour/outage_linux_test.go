package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

// roomFor has the disk take no byte of any file of a process beyond the first ones.
func (c *child) roomFor(t *testing.T, bytes uint64) {
	t.Helper()
	limit := syscall.Rlimit{Cur: bytes, Max: ^uint64(0)}
	if _, _, err := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(c.cmd.Process.Pid), syscall.RLIMIT_FSIZE,
		uintptr(unsafe.Pointer(&limit)), 0, 0, 0); err != 0 {
		t.Fatal(err)
	}
}

// outOfReach is the answer to a person while the store is unavailable, and moveOutOfReach that to a move.
const (
	outOfReach     = "I can't get at my games right now. Nothing changed, so try again later."
	moveOutOfReach = "I couldn't play d3 C-d4.\n" + outOfReach
)

// While the disk is full, or the file is taken away, people are asked to try again later
// and see nothing that is not stored. The log has one line about it, and when the disk is
// back all goes on.
func TestAnOutageOfTheDisk(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lose, back func(t *testing.T, bot *child, store string)
	}{
		"full": {
			func(t *testing.T, bot *child, _ string) { bot.roomFor(t, 1) },
			func(t *testing.T, bot *child, _ string) { bot.roomFor(t, ^uint64(0)) },
		},
		"taken away": {
			func(t *testing.T, _ *child, store string) { must(t, os.Rename(store, store+".away")) },
			func(t *testing.T, _ *child, store string) { must(t, os.Rename(store+".away", store)) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStand(t, "") // with the copy of the day, which a full disk refuses too
			complaints := s.bot.complaints()
			c.lose(t, s.bot, s.store)
			for _, c := range [][2]string{
				{"/move move:Cd3-d4", moveOutOfReach}, {"/move move:Cd3-d4", moveOutOfReach},
				{"/settings palette:contrast", outOfReach}, {"/play game:magic opponent:@ben", outOfReach},
			} {
				if said := s.says("ann", c[0]); said != c[1] {
					t.Errorf("%s is answered with %q, want %q", c[0], said, c[1])
				}
			}
			for who, line := range map[string]string{"ann": "/resign", "ben": "/board"} { // the first asks first
				if said := s.says(who, line); said == outOfReach || said == "" {
					t.Errorf("%s is answered with %q, although nothing is to be written", line, said)
				}
			}
			if n := len(s.seen()); n != 2 {
				t.Errorf("there are %d public messages, want the 2 that there were", n)
			}
			c.back(t, s.bot, s.store)
			if said := s.says("ann", "/move move:Cd3-d4"); said != "" {
				t.Errorf("when the disk is back the move is answered with %q", said)
			}
			s.boards(3)
			s.line("**Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.") // as ben may not have read the first board
			s.bot.wantGoodEnd(complaints, "the file of all games is out of reach")
			if all := s.seen(); len(all) != 3 {
				t.Errorf("the messages are %+v, want three", all)
			}
		})
	}
}

// A copy saves a file that was deleted while a bot has it open.
func TestADeletedStoreIsSaved(t *testing.T) {
	t.Parallel()
	s := newStand(t, "")
	saved := filepath.Join(filepath.Dir(s.store), "saved.db")
	must(t, os.Remove(s.store))
	if said := s.says("ann", "/move move:Cd3-d4"); said != moveOutOfReach {
		t.Errorf("the move is answered with %q, want %q", said, moveOutOfReach)
	}
	wantDone(t, saved+" is a copy: 1 game, ", "backup", saved, "--store", s.store)
	wantSentence(t, []string{"restore", saved, "--store", s.store}, exitFailed, "stop it first")
	s.bot.end(syscall.SIGTERM)
	wantDone(t, s.store+" holds 1 game, ", "restore", saved, "--store", s.store)
	startChild(t, s.discord, s.store)
	s.moves("ann", "Cd3-d4", 3)
}
