package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/commands/message"
	"parlour/storage"
)

// blocksMany has a person block so many people whom nobody has seen, p0 and so on.
func (w *talk) blocksMany(t *testing.T, who string, count int) {
	t.Helper()
	if _, err := storage.People.Change(t.Context(), w.store, who, func(p *storage.Person) error {
		for i := range count {
			p.Blocked = append(p.Blocked, storage.Blocked{ID: fmt.Sprint("p", i), Name: fmt.Sprint("P", i)})
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// blocked returns how many people a person has blocked, and whether one of them is another.
func (w *talk) blocked(t *testing.T, who, other string) (int, bool) {
	t.Helper()
	own, err := storage.People.Get(t.Context(), w.store, who)
	if err != nil {
		t.Fatal(err)
	}
	return len(own.Blocked), own.Blocks(other)
}

// unblockable returns whom the last answer to a person offers to unblock.
func (w *talk) unblockable(who string) (ids []string) {
	last := w.last(who)
	for _, c := range slices.Concat(last.Rows...) {
		if strings.Contains(c.ID, "unblock") {
			for _, o := range c.Options {
				ids = append(ids, o.Value)
			}
		}
	}
	return ids
}

// /settings lists everybody whom a person has blocked, however many they may be, and takes each
// block back. The world checks its messages against Discord's limits.
func TestEverybodyBlockedIsListed(t *testing.T) {
	t.Parallel()
	for count, said := range map[int]string{
		0: "", 1: "You've blocked **P0**.", 2: "You've blocked **2 people**.",
		message.MaxMenu + 1: "You've blocked **26 people**.", message.MaxBlocked: "You've blocked **50 people**.",
	} {
		w := newTalk(t)
		w.blocksMany(t, "ben", count)
		w.steps(t, "ben /settings dms:off palette:contrast zone:America/Argentina/ComodRivadavia quiet:22:30-07:30 remind:15 25 50 75 95 digest:08:30", "ben /settings")
		if all := w.lastSaid("ben"); said == "" && strings.Contains(all, "blocked") || !strings.Contains(all, said) {
			t.Errorf("with %d people blocked /settings says\n%s\nwant %q", count, all, said)
		}
		if listed := w.unblockable("ben"); len(listed) != count {
			t.Errorf("of %d people blocked /settings lists %q", count, listed)
		}
		if count == 0 {
			continue
		}
		last := fmt.Sprint("p", count-1)
		w.steps(t, "ben picks "+last, "again")
		if n, still := w.blocked(t, "ben", last); n != count-1 || still {
			t.Errorf("of %d people blocked, %d are left (%s among them: %t), want one fewer", count, n, last, still)
		}
		if listed := w.unblockable("ben"); len(listed) != count-1 || slices.Contains(listed, last) {
			t.Errorf("after one was taken back, /settings lists %q", listed)
		}
	}
}

// A person who has blocked 50 people is told to unblock somebody first. The challenge still waits, and
// the same button works once there is room.
func TestAtMostFiftyAreBlocked(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.blocksMany(t, "ben", message.MaxBlocked)
	w.steps(t, "ann /play game:magic opponent:ben", "ben clicks Block on 1", "ben clicks Block Ann")
	if said, want := w.lastSaid("ben"), "You've blocked 50 people. Unblock somebody in /settings first."; said != want {
		t.Errorf("one too many is answered with %q, want %q", said, want)
	}
	if n, is := w.blocked(t, "ben", "ann"); n != message.MaxBlocked || is {
		t.Errorf("%d people are blocked (Ann: %t), want those of before", n, is)
	}
	if h := w.head(t, "1"); h.Phase != storage.Open {
		t.Errorf("the challenge is %v, want it open", h.Phase)
	}
	w.steps(t, "ben /settings", "ben picks p7", "ben clicks Block on 1", "ben clicks Block Ann")
	if n, is := w.blocked(t, "ben", "ann"); n != message.MaxBlocked || !is {
		t.Errorf("%d people are blocked (Ann: %t), want Ann in the place of P7", n, is)
	}
	if h := w.head(t, "1"); h.Phase != storage.Off {
		t.Errorf("the challenge is %v, want it declined", h.Phase)
	}
}

// Nothing tells Ann that she is blocked, in her own messages or in public ones. She challenges, joins,
// takes a place and asks for a rematch.
func TestNobodyIsToldOfABlock(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:magic opponent:ben first:me", "ben clicks Accept on 1", "ann /resign", "ann clicks Yes, resign",
		"ann clicks Rematch on 3", "ben clicks Block on 4", "ben clicks Block Ann", "ann clicks Rematch on 3",
		"ann /play game:magic opponent:ben", "ben /play game:permutu", "cleo clicks Join on 5", "ann clicks Join on 5",
		"ben clicks Start on 5", "cleo clicks More on 6", "cleo clicks Offer my place", "cleo clicks Yes, offer it", "ann clicks Take Cleo's place on 7")
	said := w.said("ann")
	for _, p := range w.Posts {
		for _, v := range p.Versions {
			said = append(said, v.Content)
		}
	}
	for _, s := range said {
		if strings.Contains(strings.ToLower(s), "blocked") {
			t.Errorf("%q tells of a block", s)
		}
	}
	if last := w.lastSaid("ann"); !strings.HasPrefix(last, "I can't add you") {
		t.Errorf("the place is refused with %q", last)
	}
}
