package main

import (
	"path/filepath"
	"strings"
	"testing"

	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres/pgtest"
)

// Two people play a rated game over a file and over a database, and their ratings are worked out again. What is wrong in
// the file is found and mended.
func TestRatings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "parlour.db")
	for _, store := range []string{file, migrated(t, pgtest.Shared(t))} {
		code, stdout, stderr := perform(t, strings.NewReader("ann /play game:magic opponent:@ben rated:on\nben clicks Accept"), "--store", store)
		first, second := "ann", "ben"
		if strings.Contains(stdout, "here we go. Ben moves first.") {
			first, second = second, first
		}
		if code != exitOK || stderr != "" {
			t.Fatalf("exit %d, %q, %s", code, stderr, stdout)
		}
		code, stdout, stderr = perform(t, strings.NewReader(strings.NewReplacer("first", first, "second", second).Replace(`
			first /move move:b2U
			first clicks Confirm
			second /move move:b2Wc3U
			second clicks Confirm
			first /resign
			first clicks Yes, resign`)), "--store", store)
		if code != exitOK || stderr != "" || !strings.Contains(stdout, " 1500? → 1338? · ") || !strings.Contains(stdout, " 1500? → 1662? (?: too few games to be sure)\n") {
			t.Fatalf("exit %d, %q, %s", code, stderr, stdout)
		}
		if code, stdout, stderr := run(t, "ratings", "--store", store); code != exitOK || stderr != "" || !strings.HasSuffix(stdout, ": the ratings agree with 1 rated game.\n") {
			t.Errorf("parlour ratings: exit %d, %q, %q", code, stdout, stderr)
		}
	}
	s, err := bolt.Open(file)
	must(t, err)
	for r, err := range s.Records(t.Context()) {
		must(t, err)
		if r.Kind == storage.AllRatings.Name() {
			_, err := storage.AllRatings.Change(t.Context(), s, r.ID, func(r *storage.Ratings) error { r.All[0].Mean++; return nil })
			must(t, err)
		}
	}
	must(t, s.Close())
	if code, stdout, stderr := run(t, "ratings", "--store", file); code != exitFailed || strings.Count(stdout, "\n") != 2 || !strings.Contains(stderr, "are not what its games come to") {
		t.Errorf("parlour ratings over wrong ones: exit %d, %q, %q", code, stdout, stderr)
	}
	for _, want := range []string{"were written anew, from 1 rated game.\n", "agree with 1 rated game.\n"} {
		if code, stdout, stderr := run(t, "ratings", "--store", file, "--mend"); code != exitOK || stderr != "" || !strings.HasSuffix(stdout, want) {
			t.Errorf("parlour ratings --mend: exit %d, %q, %q", code, stdout, stderr)
		}
	}
	wantSentence(t, []string{"ratings", "--store", filepath.Join(t.TempDir(), "none")}, exitFailed, "there is no store")
}
