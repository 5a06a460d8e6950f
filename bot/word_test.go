package bot_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
)

// Everybody who sits down may type a word for the deal into a form. All see it at once, and
// it cannot be changed.
func TestAWordForTheDeal(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	opened := r.slash("ann", games, "/play game:permutations first:me")
	r.say("ann", opened, "fox")
	table := r.await("ben", games, func(m sandbox.Message) bool { return strings.Contains(m.Content, "sitting down: fox") })
	commitment := table.Content[strings.Index(table.Content, "SHA-256"):][:80]

	joined := r.click("ben", table, "Join")
	said := r.say("ben", joined, "  two\thares ")
	if !strings.Contains(said.Content, "goes into the deal") {
		t.Errorf("the word is answered with %q", said.Content)
	}
	table = r.await("cleo", games, func(m sandbox.Message) bool { return strings.Contains(m.Content, "sitting down: fox, two hares") })
	if !strings.Contains(table.Content, commitment) {
		t.Errorf("the commitment has changed: %s", table.Content)
	}
	said = r.say("ben", joined, "foxes")
	if !strings.Contains(said.Content, "You have said two hares, and that stays.") {
		t.Errorf("a second word is answered with %q", said.Content)
	}
}

// say types a word into the form that a private answer offers.
func (r *rig) say(who string, on sandbox.Message, word string) sandbox.Message {
	r.t.Helper()
	form, err := r.discord.User(who).Click(r.ctx, on.ID, "Say a word for the deal")
	if err != nil || form == nil || form.Modal == nil {
		r.t.Fatalf("the button opens %+v, %v, want a form", form, err)
	}
	return r.answer(r.discord.User(who).Submit(r.ctx, form.Modal, map[string]string{"typed": word}))
}

// A challenge to a game of chance can be accepted with a word.
func TestAcceptedWithAWord(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	r.slash("ann", games, "/play game:permutu opponent:@ben")
	table := r.await("ben", games, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Accept with a word") })
	form, err := r.discord.User("ben").Click(r.ctx, table.ID, "Accept with a word")
	if err != nil || form == nil || form.Modal == nil {
		t.Fatalf("the button opens %+v, %v, want a form", form, err)
	}
	r.answer(r.discord.User("ben").Submit(r.ctx, form.Modal, map[string]string{"typed": "owl"}))
	r.await("ann", games, func(m sandbox.Message) bool {
		return strings.Contains(m.Content, "sitting down: –, owl") && strings.Contains(m.Content, "has begun")
	})
}
