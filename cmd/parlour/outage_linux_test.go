package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
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

// answer has a person use a command, confirms a move that it previews, and returns the answer. It
// is empty if the panel goes away, as it does once the move is shown.
func answer(t *testing.T, ctx context.Context, discord *sandbox.Server, who, channel, line string) string {
	t.Helper()
	m, err := discord.User(who).Slash(ctx, channel, line)
	if err != nil || m == nil {
		t.Fatalf("%s %s: %v", who, line, err)
	}
	if !slices.Contains(bottest.Labels(*m), "Confirm") {
		return m.Content
	}
	said, err := discord.User(who).Click(ctx, m.ID, "Confirm")
	if err != nil {
		t.Fatalf("%s confirms %s: %v", who, line, err)
	}
	if said == nil {
		return ""
	}
	return said.Content
}

// outOfReach is the answer to a person while the store is unavailable.
const outOfReach = "I can't get at my games right now. Nothing changed, so try again later."

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
			discord, ctx := startSandbox(t)
			store := filepath.Join(t.TempDir(), "parlour.db")
			bot := startChild(t, discord, store)
			awaitCopy(t, store) // which a full disk refuses too
			channel := challenge(t, ctx, discord)
			c.lose(t, bot, store)
			for _, line := range []string{"/move move:Cd3-d4", "/move move:Cd3-d4", "/settings palette:contrast", "/resign", "/play game:magic opponent:@ben"} {
				said := answer(t, ctx, discord, "ann", channel, line)
				if line == "/resign" { // which asks first
					if said == outOfReach {
						t.Errorf("%s is answered with %q, although nothing is to be written", line, said)
					}
					continue
				}
				if said != outOfReach {
					t.Errorf("%s is answered with %q, want %q", line, said, outOfReach)
				}
			}
			if said := answer(t, ctx, discord, "ben", channel, "/board"); said == outOfReach || said == "" {
				t.Errorf("/board is answered with %q, although it can be read", said)
			}
			if n := len(bottest.Public(discord.User("cleo").Sees(channel))); n != 2 {
				t.Errorf("there are %d public messages, want the 2 that there were", n)
			}
			c.back(t, bot, store)
			if said := answer(t, ctx, discord, "ann", channel, "/move move:Cd3-d4"); said != "" {
				t.Errorf("when the disk is back the move is answered with %q", said)
			}
			awaitBoards(t, ctx, discord, channel, 3)
			awaitLine(t, ctx, discord, channel, "Ann moves first.") // as ben may not have read the first board
			bot.wantOneLine(t)
			if all := bottest.Public(discord.User("cleo").Sees(channel)); len(all) != 3 {
				t.Errorf("the messages are %+v, want three", all)
			}
		})
	}
}

// wantOneLine ends the process, and checks that its log has one line about an outage and
// no other warning.
func (c *child) wantOneLine(t *testing.T) {
	t.Helper()
	defer c.deadline("the end of the program")()
	c.cmd.Process.Signal(syscall.SIGTERM)
	var wrong []string
	for line := range c.said {
		if !strings.Contains(line, "level=INFO") {
			wrong = append(wrong, line)
		}
	}
	if len(wrong) != 1 || !strings.Contains(wrong[0], "the file of all games is out of reach") {
		t.Errorf("the log has %d lines about what went wrong, want one:\n%s", len(wrong), strings.Join(wrong, "\n"))
	}
	c.cmd.Wait()
	if code := c.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("the exit code is %d, want 0", code)
	}
}

// A copy saves a file that was deleted while a bot has it open.
func TestADeletedStoreIsSaved(t *testing.T) {
	t.Parallel()
	discord, ctx := startSandbox(t)
	dir := t.TempDir()
	store, saved := filepath.Join(dir, "parlour.db"), filepath.Join(dir, "saved.db")
	bot := startChild(t, discord, store)
	channel := challenge(t, ctx, discord)
	must(t, os.Remove(store))
	if said := answer(t, ctx, discord, "ann", channel, "/move move:Cd3-d4"); said != outOfReach {
		t.Errorf("the move is answered with %q, want %q", said, outOfReach)
	}
	wantDone(t, saved+" is a copy: 1 game, ", "backup", saved, "--store", store)
	wantSentence(t, []string{"restore", saved, "--store", store}, exitFailed, "stop it first")
	bot.end(syscall.SIGTERM)
	wantDone(t, store+" holds 1 game, ", "restore", saved, "--store", store)
	startChild(t, discord, store)
	if said := answer(t, ctx, discord, "ann", channel, "/move move:Cd3-d4"); said != "" {
		t.Errorf("after all was restored the move is answered with %q", said)
	}
	awaitBoards(t, ctx, discord, channel, 3)
}
