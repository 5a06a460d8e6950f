package message

import (
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/gametest"
	"parlour/storage"
)

// ended is a position after the end of a game.
type endedGame struct {
	games.State
	result games.Result
}

func (e endedGame) Result() (games.Result, bool) { return e.result, true }

// The name of a thread at the end says who won and stays true while a rematch is played in it: it has
// no flag. It fits into 100 characters.
func TestEndName(t *testing.T) {
	long := strings.Repeat("long", 10)
	for want, c := range map[string]struct {
		players []string
		result  games.Result
	}{
		"Sized 12×12 · Ann 43–16 Ben":             {[]string{"Ann", "Ben"}, games.Result{Places: []int{1, 2}, Scores: []int{43, 16}}},
		"Sized 12×12 · Ben beat Ann":              {[]string{"Ann", "Ben"}, games.Result{Places: []int{2, 1}, Scores: []int{16, 16}}},
		"Sized 12×12 · Ann and Ben drew":          {[]string{"Ann", "Ben"}, games.Result{Places: []int{1, 1}, Scores: []int{16, 12}}},
		"Sized 12×12 · Ben beat Ann ":             {[]string{"Ann", "Ben"}, games.Result{Places: []int{2, 1}, Scores: []int{0, 1}}},
		"Sized 12×12 · Ann and Ben drew ":         {[]string{"Ann", "Ben"}, games.Result{Places: []int{1, 1}, Scores: []int{0, 0}}},
		"Sized 12×12 · Cleo beat Ann and Ben":     {[]string{"Ann", "Ben", "Cleo"}, games.Result{Places: []int{3, 2, 1}}},
		"Sized 12×12 · Ann and Cleo beat Ben":     {[]string{"Ann", "Ben", "Cleo"}, games.Result{Places: []int{1, 3, 1, 1}}},
		"Sized 12×12 · Dummy one beat Ann":        {[]string{"Ann"}, games.Result{Places: []int{2, 1}}},
		"Sized 12×12 · Ann agreed on it":          {[]string{"Ann"}, games.Result{Places: []int{1}, Reason: games.Say("test.alone")}},
		"Sized 12×12 · longlonglonglonglon… beat": {[]string{long, long, long}, games.Result{Places: []int{1, 2, 3}}},
	} {
		m := &match.Match{Info: gametest.Sized{}.Info(), State: endedGame{result: c.result}}
		m.Setup = games.Setup{Options: map[string]string{"size": "12"}}
		m.Lang, m.Number = "en", 3
		for _, name := range c.players {
			m.Players = append(m.Players, storage.Player{ID: name, Name: name})
		}
		got := personalWriter(t, gametest.Sized{}).EndName(m, true)
		if c.result.Reason.Key != "" {
			got = strings.Replace(got, "test.alone", "agreed on it", 1)
		}
		if !strings.HasPrefix(got, strings.TrimSpace(want)) || utf8.RuneCountInString(got) > 100 {
			t.Errorf("the thread is called %q, want %q", got, want)
		}
		if got := personalWriter(t, gametest.Sized{}).EndName(m, false); got != "Sized 12×12" {
			t.Errorf("without people the thread is called %q", got)
		}
	}
}

// The name of a thread whose game ended without a result says which game that was, and how it ended.
func TestEndNameWithoutAResult(t *testing.T) {
	for ended, want := range map[string]string{"off": "called off", match.Moderated: "closed by a moderator"} {
		m := &match.Match{Info: gametest.Sized{}.Info()}
		m.Setup = games.Setup{Options: map[string]string{"size": "12"}}
		m.Lang, m.Number, m.Phase, m.Ended = "en", 3, storage.Off, ended
		m.Players = []storage.Player{{ID: "ann", Name: "Ann"}, {ID: "ben", Name: "Ben"}}
		for people, name := range map[bool]string{true: "Sized 12×12 · Ann – Ben · game 3", false: "Sized 12×12"} {
			if got, want := personalWriter(t, gametest.Sized{}).EndName(m, people), name+" ("+want+")"; got != want {
				t.Errorf("the thread is called %q, want %q", got, want)
			}
		}
	}
}
