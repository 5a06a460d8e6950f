package bot_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
)

// Everybody who sits down may type a word for the deal into a form. All can see it at once, and
// it cannot be changed.
func TestAWordForTheDeal(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	opened := r.slash("ann", games, "/play permutations first:me")
	r.say("ann", opened, "fox")
	table := r.await("ben", games, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Join") })
	joined := r.click("ben", table, "Join")
	said := r.say("ben", joined, "  two\thares ")
	if !strings.Contains(said.Content, "Your word is in the shuffle") {
		t.Errorf("the word is answered with %q", said.Content)
	}
	proof := r.click("cleo", table, "Proof")
	for _, want := range []string{"So far, yes", `ann shuffled too: "fox"`, `ben shuffled too: "two hares"`} {
		if !strings.Contains(strings.ToLower(proof.Content), strings.ToLower(want)) || len(proof.Attachments) != 1 || !proof.Ephemeral {
			t.Errorf("cleo is shown %+v, want it to say %q", proof, want)
		}
	}
	form, err := r.discord.User("ben").Click(r.ctx, joined.ID, "Shuffle too")
	if err != nil || form == nil || form.Modal != nil || !strings.Contains(form.Content, "You said two hares already, and that stays.") {
		t.Errorf("a second word is answered with %+v, %v", form, err)
	}
}

// say types a word into the form that a private answer offers.
func (r *rig) say(who string, on sandbox.Message, word string) sandbox.Message {
	r.t.Helper()
	form, err := r.discord.User(who).Click(r.ctx, on.ID, "Shuffle too")
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
	r.slash("ann", games, "/play permutu opponent:@ben")
	table := r.await("ben", games, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Accept and shuffle") })
	form, err := r.discord.User("ben").Click(r.ctx, table.ID, "Accept and shuffle")
	if err != nil || form == nil || form.Modal == nil {
		t.Fatalf("the button opens %+v, %v, want a form", form, err)
	}
	r.answer(r.discord.User("ben").Submit(r.ctx, form.Modal, map[string]string{"typed": "owl"}))
	r.await("ann", games, func(m sandbox.Message) bool {
		return strings.Contains(m.Content, "has begun")
	})
	proof := r.slash("cleo", games, "/verify")
	if !strings.Contains(proof.Content, `shuffled too: "owl"`) {
		t.Errorf("the proof says %q", proof.Content)
	}
}
