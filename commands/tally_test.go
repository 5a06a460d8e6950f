package commands_test

import (
	"strings"
	"testing"

	"parlour/storage"
)

// Games that ended before places were stored count too.
func TestTallyCountsOldGames(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	play := []string{"ann /play game:magic opponent:ben first:me", "ben clicks Accept on 1", "ann /resign", "ann clicks Yes, resign"}
	w.steps(t, play...)
	ended, err := w.store.OfPlayer(t.Context(), "ann", false, storage.All)
	if err != nil || len(ended) != 1 || ended[0].Places == nil {
		t.Fatalf("there are %+v (%v), want one ended game with places", ended, err)
	}
	ended[0].Places = nil
	if _, err := w.store.Append(t.Context(), ended[0]); err != nil {
		t.Fatal(err)
	}
	play[1] = "ben clicks Accept on 4"
	w.steps(t, play...)
	last := w.Posts[len(w.Posts)-1].Versions[0].Content
	if want := "Ben leads Ann 2–0 at Rubik's Magic."; !strings.Contains(last, want) {
		t.Errorf("the board at the end says\n%s\nwant %q in it", last, want)
	}
}
