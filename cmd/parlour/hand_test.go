package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands/world"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
)

// A hand has the program do what whoever runs it asks, over the store of a stand.
func (s *stand) hand(want string, args ...string) (told string) {
	s.t.Helper()
	code, stdout, stderr := run(s.t, append(args, "--store", s.store)...)
	if code != exitOK || stderr != "" || !strings.Contains(stdout, want) {
		s.t.Fatalf("parlour %q: exit %d, %q, %q; want %q", args, code, stdout, stderr, want)
	}
	return stdout
}

// Over a file and over a database, beside a bot that plays: a person is asked about, exported, blocked, forgotten and served
// again; a match and the store are told of without a secret; a server is left. Without a bot all that works too.
func TestByHand(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]func(*testing.T) string{
		"a file": func(*testing.T) string { return "" }, "a database": func(t *testing.T) string { return migrated(t, pgtest.Shared(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			byHand(newStand(t, store(t)))
		})
	}
}

func byHand(s *stand) {
	t := s.t
	ann, guild := s.discord.User("ann").ID(), s.discord.GuildID()
	s.moves("ann", "Cd3-d4", 3)
	s.moves("ben", "swap", 4)
	if !postgres.IsAddress(s.store) {
		wantMode(t, handOf(s.store))
	}

	id := regexp.MustCompile(`match (\S+): permute, playing`).FindStringSubmatch(s.hand("Parlour serves this person.\n", "person", ann))
	told := s.hand("seat       1, Ann ("+ann+"), to move, since ", "match", id[1])
	for _, secret := range []string{"d3-d4", "seed", "secret"} {
		if strings.Contains(told, secret) {
			t.Errorf("parlour match tells of %s: %s", secret, told)
		}
	}
	s.hand("playing: permute               1\n", "stats")
	wantSentence(t, []string{"match", "none", "--store", s.store}, exitFailed, "there is no match none")
	wantSentence(t, []string{"person", "ann", "--store", s.store}, exitUsage, "expected an id of Discord's")

	file := filepath.Join(t.TempDir(), "ann.json")
	s.hand(file+" has all", "person", ann, "--export", file)
	wantMode(t, file)
	text, err := os.ReadFile(file)
	var all struct{ Matches []struct{ ID string } }
	must(t, err, json.Unmarshal(text, &all))
	if len(all.Matches) != 1 || all.Matches[0].ID != id[1] {
		t.Errorf("the export has %+v", all.Matches)
	}
	wantSentence(t, []string{"person", ann, "--export", file, "--store", s.store}, exitFailed, "name another file")

	s.hand("taken out of: 1.\n", "person", ann, "--block")
	// over a database another process than the bot has blocked her
	if said := s.says("ann", "/board"); !strings.Contains(said, "doesn't let you use it") {
		t.Errorf("Ann, who is blocked, is told %q", said)
	}
	_, err = s.discord.User("cleo").Await(s.ctx, s.channel, func(all []sandbox.Message) bool {
		return slices.ContainsFunc(all, func(m sandbox.Message) bool {
			return strings.Contains(m.Content, "Ann resigned, so Ben wins.") && strings.Contains(m.Content, "I don't host games with Ann any more.")
		})
	})
	must(t, err)
	s.hand("playing                        0\n", "stats")
	s.hand("Parlour forgets this person", "person", ann, "--forget")
	for strings.Contains(s.hand("hasn't served this person since", "person", ann), "being forgotten") {
		if !world.Rests(s.ctx, 100*time.Millisecond) {
			t.Fatal("Ann is not forgotten")
		}
	}

	s.hand("leaves it once it has said so there", "guild", guild, "--block", "--leave")
	for {
		_, err := s.discord.User("cleo").Slash(s.ctx, s.channel, "/help")
		if err != nil && strings.Contains(err.Error(), "no command") {
			break
		}
		if must(t, err); !world.Rests(s.ctx, 100*time.Millisecond) {
			t.Fatal("the server is not left")
		}
	}
	if code := s.bot.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("the bot ended with %d", code)
	}
	s.hand("Parlour serves this server.\n", "guild", guild, "--unblock")
	if told := s.hand("Parlour serves this server.\n", "guild", guild); !regexp.MustCompile(`block\n.* leave\n.* unblock\n$`).MatchString(told) {
		t.Errorf("of the server it is told: %s", told)
	}
	s.hand("Parlour serves this person.\n", "person", ann, "--unblock")
}
