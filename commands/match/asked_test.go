package match_test

import (
	"slices"
	"testing"

	"parlour/commands/match"
	"parlour/storage"
)

// head is that of a match with questions.
func head(asks ...storage.Ask) storage.Head {
	var h storage.Head
	h.Channel, h.Asks = "thread", asks
	for _, a := range asks {
		h.AskCount = max(h.AskCount, a.Number)
	}
	return h
}

// A question of three people, as one process after the other has it.
var (
	asked    = storage.Ask{Number: 2, About: "draw", By: "ann", Agreed: []string{"ann"}, Channel: "thread", Message: "m"}
	agreed   = storage.Ask{Number: 2, About: "draw", By: "ann", Agreed: []string{"ann", "ben"}, Channel: "thread", Message: "m", Told: 1}
	answered = storage.Ask{Number: 2, About: "draw", By: "ann", Agreed: []string{"ann", "ben", "cleo"}, Answer: "agreed", Channel: "thread", Message: "m", Told: 1}
)

// told returns what a head says of the questions that it has: their Told.
func told(h storage.Head) (all []int) {
	for _, a := range h.Asks {
		all = append(all, a.Told)
	}
	return all
}

// What an answer has shown is noted, and a line that it may have undone is to be made again.
func TestShown(t *testing.T) {
	line := head()
	line.AskCount = 2
	match.RememberAsk(&line, answered)
	for name, c := range map[string]struct {
		now, shown storage.Head
		want       []int
	}{
		"an answer":                           {head(agreed), head(agreed), []int{2}},
		"an earlier answer than the head has": {head(agreed), head(asked), []int{1}},
		"the last answer":                     {head(answered), head(answered), nil},
		"an earlier one, the line to come":    {head(answered), head(agreed), []int{match.AskStale}},
		"an earlier one, over the line":       {line, head(agreed), []int{match.AskStale}},
		"the last one, over the line":         {line, head(answered), nil},
		"a question that nobody knows":        {line, head(), nil},
	} {
		match.AskShown(&c.now, 2, c.shown, "m")
		if got := told(c.now); !slices.Equal(got, c.want) {
			t.Errorf("%s: the head has the questions %+v, want %v of them told", name, c.now.Asks, c.want)
		}
		for _, a := range c.now.Asks {
			if a.Told == match.AskStale && a.Answer != "agreed" || a.Message != "m" || a.Channel != "thread" {
				t.Errorf("%s: the question is %+v", name, a)
			}
		}
	}
}

// merged is the head of a publication, with the questions that it showed as they were.
type merged struct {
	storage.Head
	asked []int
}

// What a publication has shown goes into the newest head, but for what is to be made again.
func TestMerge(t *testing.T) {
	shown := head()
	shown.AskCount = 2
	match.RememberAsk(&shown, answered)
	redo, other := answered, storage.Ask{Number: 3, About: "takeback", By: "ben"}
	redo.Told = match.AskStale
	line, asWas := head(), merged{Head: head(agreed), asked: []int{2}}
	line.AskCount = 2
	match.RememberAsk(&line, answered)
	for name, c := range map[string]struct {
		newest storage.Head
		shown  merged
		want   []int
	}{
		"its line was made":                 {head(answered), merged{Head: shown}, nil},
		"its line was undone since":         {head(redo), merged{Head: shown}, []int{match.AskStale}},
		"another was asked since":           {head(answered, other), merged{Head: shown}, []int{0}},
		"an answer has made its line":       {line, merged{Head: head(agreed)}, nil},
		"it was shown as it was, over that": {line, asWas, []int{match.AskStale}},
	} {
		match.MergeAsks(&c.newest, c.shown.Head, c.shown.asked)
		if got := told(c.newest); !slices.Equal(got, c.want) || len(c.newest.Answered) != 1 {
			t.Errorf("%s: the head has the questions %+v and the lines %+v, want %v told and one line", name, c.newest.Asks, c.newest.Answered, c.want)
		}
	}
}

// Only the newest lines are remembered, each once.
func TestRemember(t *testing.T) {
	var h storage.Head
	for _, n := range []int{1, 2, 2, 3, 4, 5, 4} {
		match.RememberAsk(&h, storage.Ask{Number: n})
	}
	var got []int
	for _, a := range h.Answered {
		got = append(got, a.Number)
	}
	if !slices.Equal(got, []int{3, 5, 4}) {
		t.Errorf("the lines %v are remembered", got)
	}
}
