package storetest

import (
	"testing"

	"parlour/storage"
)

var settings = []check{
	{"settings", checkSettings},
	{"settings, ids are any text", checkSettingsIDs},
	{"settings, many at once", checkSettingsRace},
}

// fullSettings are settings in which no field is zero.
func fullSettings() storage.Settings {
	return storage.Settings{Palette: "contrast", Direct: "dm", NoDirect: true}
}

// checkSettings sets all, then nothing, and looks each time at what a change is
// handed, what it returns and what is read afterwards.
func checkSettings(t testing.TB, s storage.Store) {
	create(t, s, full("m"))
	var before storage.Settings
	for _, want := range []storage.Settings{fullSettings(), {Palette: "<&> Ä 🎲"}, fullSettings(), {}, fullSettings()} {
		wantSettings(t, s, "ann", before)
		got, err := s.ChangeSettings(t.Context(), "ann", func(have *storage.Settings) {
			if *have != before {
				t.Errorf("a change is handed %+v, want %+v", *have, before)
			}
			*have = want
		})
		if err != nil || got != want {
			t.Fatalf("ChangeSettings = %+v, %v, want %+v", got, err, want)
		}
		before = want
	}
	wantSettings(t, s, "ann", before)
	wantSettings(t, s, "bob", storage.Settings{})
	h := full("m")
	h.Version = 1
	wantMatch(t, s, h)
}

// checkSettingsIDs has ids that begin with, or end in, one another, and that are
// those of matches.
func checkSettingsIDs(t testing.TB, s storage.Store) {
	ids := []string{"", "1", "11", "111", "é", "a\n", "%", "_", "Ann", "ann", "m"}
	create(t, s, full("m"))
	for _, id := range ids {
		wantSettings(t, s, id, storage.Settings{})
		set(t, s, id, func(own *storage.Settings) { own.Palette = "of " + id })
	}
	for _, id := range ids {
		wantSettings(t, s, id, storage.Settings{Palette: "of " + id})
	}
}

// checkSettingsRace has rivals change the settings of one person at once, each on
// top of what is there: none of it is lost.
func checkSettingsRace(t testing.TB, s storage.Store) {
	for round := range rounds {
		won := race(t, nil, func(int) error {
			_, err := s.ChangeSettings(t.Context(), "ann", func(own *storage.Settings) { own.Palette += "x" })
			return err
		})
		got, err := s.Settings(t.Context(), "ann")
		if want := rivals * (round + 1); won != rivals || len(got.Palette) != want || err != nil {
			t.Fatalf("of %d changes at once %d are there, %v", want, len(got.Palette), err)
		}
	}
}

func set(t testing.TB, s storage.Store, person string, change func(*storage.Settings)) {
	t.Helper()
	if _, err := s.ChangeSettings(t.Context(), person, change); err != nil {
		t.Fatalf("ChangeSettings of %q = %v", person, err)
	}
}

func wantSettings(t testing.TB, s storage.Store, person string, want storage.Settings) {
	t.Helper()
	if got, err := s.Settings(t.Context(), person); err != nil || got != want {
		t.Errorf("Settings(%q) = %+v, %v, want %+v", person, got, err, want)
	}
}
