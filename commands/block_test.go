package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/commands/message"
	"parlour/storage"
)

// blocksMany has Ben block so many people whom nobody has seen, p0 and so on.
func (w *talk) blocksMany(t *testing.T, count int) {
	t.Helper()
	if _, err := storage.People.Change(t.Context(), w.store, "ben", func(p *storage.Person) error {
		for i := range count {
			p.Blocked = append(p.Blocked, storage.Blocked{ID: fmt.Sprint("p", i), Name: fmt.Sprint("P", i)})
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// wantBlocked checks whom Ben has blocked: so many people, among them one or not. If he was just shown his settings,
// they must list just these.
func (w *talk) wantBlocked(t *testing.T, count int, who string, is, listed bool) {
	t.Helper()
	own, err := storage.People.Get(t.Context(), w.store, "ben")
	if err != nil || len(own.Blocked) != count || own.Blocks(who) != is {
		t.Errorf("%d people are blocked (%s among them: %t), %v, want %d (%t)", len(own.Blocked), who, own.Blocks(who), err, count, is)
	}
	var offered []string
	for _, c := range slices.Concat(w.last("ben").Rows...) {
		for _, o := range c.Options {
			if strings.Contains(c.ID, "unblock") {
				offered = append(offered, o.Value)
			}
		}
	}
	if listed && (len(offered) != count || slices.Contains(offered, who) != is) {
		t.Errorf("of %d people blocked /settings lists %q", count, offered)
	}
}

// /settings lists everybody whom a person has blocked, however many they may be, and takes each
// block back. The world checks its messages against Discord's limits.
func TestEverybodyBlockedIsListed(t *testing.T) {
	t.Parallel()
	for count, said := range map[int]string{
		0: "- blocked", 1: "+ You've blocked **P0**.", 2: "+ You've blocked **2 people**.",
		message.MaxMenu + 1: "+ You've blocked **26 people**.", message.MaxBlocked: "+ You've blocked **50 people**.",
	} {
		w := newTalk(t)
		w.blocksMany(t, count)
		w.steps(t, "ben /settings dms:off palette:contrast zone:America/Argentina/ComodRivadavia quiet:22:30-07:30 remind:15 25 50 75 95 digest:08:30")
		w.tell(t, "ben /settings\n"+said)
		if count > 0 {
			w.steps(t, "ben picks blocked")
		}
		last := fmt.Sprint("p", count-1)
		w.wantBlocked(t, count, last, count > 0, true)
		if count > 0 {
			w.steps(t, "ben picks "+last, "again")
			w.wantBlocked(t, count-1, last, false, false)
		}
	}
}

// A person who has blocked 50 people is told to unblock somebody first. The challenge still waits, and
// the same button works once there is room.
func TestAtMostFiftyAreBlocked(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.blocksMany(t, message.MaxBlocked)
	w.tell(t, `
		ann /play game:magic opponent:ben
		ben clicks Block on 1 > Block Ann
		| You've blocked 50 people. Unblock somebody in /settings first.
		match 1 phase
		= phase: "open"
	`)
	w.wantBlocked(t, message.MaxBlocked, "ann", false, false)
	w.tell(t, `
		ben /settings
		ben picks blocked
		ben picks p7
		ben clicks Block on 1 > Block Ann
		match 1 phase
		= phase: "off"
	`)
	w.wantBlocked(t, message.MaxBlocked, "ann", true, false)
}

// Nothing tells Ann that she is blocked, in her own messages or in public ones. She challenges, joins,
// takes a place and asks for a rematch.
func TestNobodyIsToldOfABlock(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.tell(t, `
		duel magic
		ann /resign > Yes, resign > Rematch on 3
		ben clicks Block on 4 > Block Ann
		ann clicks Rematch on 3
		ann /play game:magic opponent:ben
		ben /play game:permutu > cleo Join on 5 > ann Join on 5
		ben clicks Start on 5
		cleo clicks More on 6 > Offer my place > Yes, offer it
		ann clicks Take Cleo's place on 7
		+ I can't add you
	`)
	said := w.private("ann")
	for _, p := range w.Posts {
		said = append(said, p.Versions...)
	}
	for _, m := range said {
		if strings.Contains(strings.ToLower(m.Content), "blocked") {
			t.Errorf("%q tells of a block", m.Content)
		}
	}
}
