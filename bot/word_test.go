package bot_test

import (
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
	table := r.opens(games, "game:permutations first:me", "Join")
	r.say("ann", table, "fox")
	r.click("ben", table, "Join")
	said := r.say("ben", table, "  two\thares ")
	if said.Content != "You shuffled too." {
		t.Errorf("the word is answered with %q", said.Content)
	}
	proof := r.click("cleo", table, "Proof")
	for _, want := range []string{"So far, yes", `ann shuffled too: "fox"`, `ben shuffled too: "two hares"`} {
		if !strings.Contains(strings.ToLower(proof.Content), strings.ToLower(want)) || len(proof.Attachments) != 1 || !proof.Ephemeral {
			t.Errorf("cleo is shown %+v, want it to say %q", proof, want)
		}
	}
	form, err := r.discord.User("ben").Click(r.ctx, table.ID, "Shuffle too")
	if err != nil || form == nil || form.Modal != nil || !strings.Contains(form.Content, "You've shuffled with two hares already.") {
		t.Errorf("a second word is answered with %+v, %v", form, err)
	}
}

// say types a word into the form that the button on a table opens.
func (r *rig) say(who string, on sandbox.Message, word string) sandbox.Message {
	r.t.Helper()
	form, err := r.discord.User(who).Click(r.ctx, on.ID, "Shuffle too")
	if err != nil || form == nil || form.Modal == nil {
		r.t.Fatalf("the button opens %+v, %v, want a form", form, err)
	}
	return r.answer(r.discord.User(who).Submit(r.ctx, form.Modal, map[string]string{"typed": word}))
}

// A person who is challenged may shuffle too, and their word counts once they accept.
func TestAChallengedPersonShufflesToo(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	table := r.opens(games, "game:permutu opponent:@ben", "Accept")
	r.say("ben", table, "owl")
	r.click("ben", table, "Accept")
	r.await("ann", games, func(m sandbox.Message) bool {
		return strings.Contains(m.Content, "are playing")
	})
	proof := r.slash("cleo", games, "/verify")
	if !strings.Contains(proof.Content, `shuffled too: "owl"`) {
		t.Errorf("the proof says %q", proof.Content)
	}
}
