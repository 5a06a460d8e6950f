package commands_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/permute"
)

// tryout is a game of this project's own, as an experiment.
type tryout struct{ permute.Game }

func (g tryout) Info() games.Info {
	info := g.Game.Info()
	info.Name, info.Title, info.Experiment = "tryout", "Tryout"+games.ExperimentMark, true
	info.Locale = fstest.MapFS{"locale/en.json": {Data: []byte(`{"tryout.about": "Turn and see.", "tryout.rules": "Try it.", "tryout.option.size.each": "{{.Value}}"}`)}}
	return info
}

// Wherever an experiment is offered, described or named, it is called one.
func TestExperimentsSaySo(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.with(func(c *commands.Config) { c.Games = append(slices.Clone(c.Games), tryout{}) })
	completed := w.service.Handle(t.Context(), commands.Request{
		ID: "1", By: person("ann"), Guild: "guild", Channel: "games", Lang: "en-GB", Command: "play", Options: map[string]string{"game": "try"}, Focus: "game",
	})
	if len(completed.Choices) != 1 || completed.Choices[0].Label != "Tryout (experiment): Parlour's own experiment. Turn and see." {
		t.Errorf("/play offers %v", completed.Choices)
	}
	w.steps(t, "ann /help")
	if help := w.last("ann"); !slices.ContainsFunc(slices.Concat(help.Rows...), func(c message.Control) bool { return c.Label == "Tryout (experiment)" }) {
		t.Errorf("/help offers %v", help.Rows)
	}
	w.steps(t, "ann /rules game:tryout")
	for _, want := range []string{`## Tryout \(experiment\)` + "\n", "This is Parlour's own experiment, not a published game. The idea came from <https://"} {
		if said := w.lastSaid("ann"); !strings.Contains(said, want) || strings.Contains(said, "full rules") {
			t.Errorf("/rules says %q, want %q", said, want)
		}
	}
	w.steps(t, "ann /play game:tryout")
	if table := w.Posts[0].Versions[0].Content; !strings.Contains(table, `wants to play Tryout \(experiment\).`) || !strings.Contains(table, "\nParlour's own experiment. Turn and see. ") {
		t.Errorf("the table says %q", table)
	}
}
