package match

import "testing"

// Of two people one calls a game off alone until something is played, also one without chance.
func TestCallOffAsksOncePlayed(t *testing.T) {
	e := newEnv(t)
	m, err := e.Load(t.Context(), "m")
	if err != nil || m.Info.Chance || len(m.PeopleIn()) != 2 {
		t.Fatalf("the game has chance %v and the people %v (%v), want two and none", m.Info.Chance, m.PeopleIn(), err)
	}
	if asked := m.OffNeeds(0); len(asked) != 0 {
		t.Errorf("before the first move %v are asked, want nobody", asked)
	}
	m, err = e.Change(t.Context(), "m", playNext(0))
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range m.PeopleIn() {
		if asked := m.OffNeeds(seat); len(asked) != 1 || asked[0] != 1-seat {
			t.Errorf("seat %d asks %v, want the other", seat, asked)
		}
	}
}
