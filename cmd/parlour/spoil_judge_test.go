package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
)

// A refusals knows the sentences in which the bot refuses, by their keys.
type refusals map[string]*regexp.Regexp

// knownRefusals reads the sentences from the words of the bot and of its games.
func knownRefusals(t *testing.T) refusals {
	t.Helper()
	files, err := filepath.Glob("../../games/*/locale/en.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no words of games (%v)", err)
	}
	known := refusals{}
	for _, file := range append(files, "../../commands/locale/en.json") {
		text, err := os.ReadFile(file)
		must(t, err)
		var words map[string]any
		must(t, json.Unmarshal(text, &words))
		for key, says := range words {
			if strings.HasPrefix(key, "refuse.") || strings.Contains(key, ".refuse.") {
				known[key] = sentenceOf(says)
				if known[key].MatchString("Your turn.") {
					t.Fatalf("%s can be any sentence: %v", key, known[key])
				}
			}
		}
	}
	return known
}

// The parts of a sentence that differ from case to case.
var (
	conditions = regexp.MustCompile(`\{\{ ?(?:with|if)[^}]*\}\}(.*?)\{\{end\}\}`)
	otherwise  = regexp.MustCompile(`\{\{else[^}]*\}\}`)
	values     = regexp.MustCompile(`\\\{\\\{.*?\\\}\\\}`) // quoted
	mentions   = regexp.MustCompile(`</(\w+)>`)            // which a message mentions with their ids
)

// sentenceOf returns a pattern of the lines that a sentence, or one of its forms, can be.
func sentenceOf(says any) *regexp.Regexp {
	var forms []string
	add := func(s string) {
		s = regexp.QuoteMeta(conditions.ReplaceAllStringFunc(s, func(c string) string {
			return "\x01" + otherwise.ReplaceAllString(conditions.FindStringSubmatch(c)[1], "\x02") + "\x03"
		}))
		s = mentions.ReplaceAllString(values.ReplaceAllString(s, ".*"), `</$1:\d+>`)
		forms = append(forms, strings.NewReplacer("\x01", "(?:", "\x02", "|", "\x03", "|)").Replace(s))
	}
	switch says := says.(type) {
	case string:
		add(says)
	case map[string]any:
		for _, form := range says {
			add(form.(string))
		}
	}
	return regexp.MustCompile("^(?:" + strings.Join(forms, "|") + ")$")
}

// of returns the keys of the refusals that an answer may be. Of a longer answer each line may be one.
func (r refusals) of(said string) (keys []string) {
	for line := range strings.Lines(said) {
		for key, sentence := range r {
			if sentence.MatchString(strings.TrimSuffix(line, "\n")) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// The refusals that are right for a person who follows the rules, by what they did. Somebody else was faster: they
// moved, agreed to a draw, or asked to take a move back; and some games and some moments have no draw and nothing to
// take back.
const (
	overtakenMove = `refuse.turn refuse.turn.own refuse.over refuse.no-bid refuse.takeback.answer permutations.refuse.now-take
		permutations.refuse.now-bid`
	overtakenAsk = `refuse.draw-parlour refuse.over refuse.offered refuse.alone refuse.no-offer refuse.back refuse.takeback.answer
		refuse.takeback.asked refuse.takeback.bid refuse.takeback.hidden refuse.ask.answered refuse.ask.own refuse.no-game`
)

var mayBeRefused = map[string]string{
	"move": overtakenMove, "step": overtakenMove, "Confirm": overtakenMove,
	"draw": overtakenAsk, "takeback": overtakenAsk, "answer": overtakenAsk,
	"board": "refuse.no-game", // between two games
}

// ofPosition reports whether a refusal is a rule of a game that another position would not break: others may have
// moved, or taken back, since the move was completed. What breaks a rule in every position was never completed.
func ofPosition(key string) bool {
	_, rule, ofGame := strings.Cut(key, ".refuse.")
	return ofGame && !slices.Contains([]string{"notation", "notation-change", "column", "row", "outside"}, rule)
}

// A verdict is what an answer to an ordinary person was.
type verdict string

const (
	fine      verdict = "fine"
	overtaken verdict = "overtaken" // a refusal that is right
	wronged   verdict = "wronged"   // a refusal that is not, or no answer
	unasked   verdict = "unasked"   // the client has refused, and the bot was not asked
)

// judge judges the answer to something of a kind that an ordinary person did. why names what is wrong.
func (r refusals) judge(kind string, m *sandbox.Message, err error) (v verdict, why string) {
	switch {
	case errors.Is(err, discord.ErrNoAnswer):
		return wronged, err.Error()
	case err != nil:
		return unasked, ""
	case m == nil:
		return fine, ""
	}
	keys := r.of(m.Content)
	switch {
	case len(keys) == 0:
		return fine, ""
	case slices.ContainsFunc(keys, func(key string) bool {
		return slices.Contains(strings.Fields(mayBeRefused[kind]), key) || kind == "move" && ofPosition(key)
	}):
		return overtaken, ""
	}
	return wronged, m.Content
}

// The judge of [TestSpoil] finds each wrong refusal that is planted, and none in answers that are right.
func TestSpoilJudges(t *testing.T) {
	known := knownRefusals(t)
	for line := range strings.Lines(`
wronged to play: You have 50 games and tables going. Finish or close one first.
wronged to play: You have a table open already. Cancel it first.
wronged to play: Ben has many challenges to answer. Try again later.
wronged to play: I can't ask Ben for a game. Open a table for anyone with </play:1576567986796363776>.
wronged to help: Too many at once. Nothing changed, so try again.
wronged to board: Something broke. Nothing changed. (1234)
wronged to board: I can't find that game. Pick one as you type.
wronged to Confirm: I can't get at my games right now. Nothing changed, so try again later.
wronged to Confirm: You've left this game, and it goes on without you.
wronged to step: Something broke. Nothing changed. (1234)\nYour turn.
wronged to step: This button is from an older Parlour. Get new ones with </board:1576567986796363776>.
wronged to move: There's no column 47. Pick one from 1 to 9.
wronged to games: Not yet. It's Ben's turn.
wronged to Join: This table is full. Start your own with </play:1576567986796363776>.
wronged to Accept: This table is closed. Start your own with </play:1576567986796363776>.
overtaken to move: Not yet. It's Ben's turn.
overtaken to move: Column 3 has two blocks left. Take both with 3*.
overtaken to Confirm: This game is over. Start a new one with </play:1576567986796363776>.
overtaken to draw: I play to the end. Play on, or resign.
overtaken to takeback: That move showed something hidden, so it stays.
overtaken to board: You're in no game. Start one with </play:1576567986796363776>.
fine to play: Your table is open.\nTell me your time zone and I won't write at night.
fine to play: I've asked Ben. You'll hear from me.
fine to games: 2 games wait for you\nPermute with Ben: your turn
fine to Confirm: Played.
fine to step: Permute with Ben.\nThe game has moved on. Here it is now.
`) {
		want, rest, _ := strings.Cut(strings.TrimSpace(line), " to ")
		kind, said, _ := strings.Cut(rest, ": ")
		m := &sandbox.Message{Content: strings.ReplaceAll(said, "\\n", "\n")}
		if v, why := known.judge(kind, m, nil); want != "" && string(v) != want {
			t.Errorf("%q as an answer to %s is judged as %s (%s), want %s", said, kind, v, why, want)
		}
	}
	for err, want := range map[error]verdict{discord.ErrNoAnswer: wronged, errors.New("there is no such message"): unasked} {
		if v, _ := known.judge("help", nil, err); v != want {
			t.Errorf("%v is judged as %v, want %v", err, v, want)
		}
	}
}

// A wrong refusal that an ordinary person gets is in the diary with what they did. One that is right is
// counted, and what the bot was never asked is not.
func TestDiaryKeepsWrongRefusals(t *testing.T) {
	d := newDiary(t)
	ann := d.ordinary("ann")
	says := func(line, content string, err error) error {
		_, err = ann(t.Context(), action{what: line}, func(context.Context) (*sandbox.Message, error) { return &sandbox.Message{Content: content}, err })
		return err
	}
	says("/play game:magic", "You have 50 games and tables going. Finish or close one first.", nil)
	says("/move move:a1", "Not yet. It's Ben's turn.", nil)
	says("/move move:a1", "Played.", nil)
	says("/help", "", errors.New("there is no command /help here"))
	if err := says("/help", "", discord.ErrNoAnswer); errors.Is(err, discord.ErrNoAnswer) {
		t.Errorf("the error %v would have a player wait for the end of the bot", err)
	}
	want := map[string][]string{
		wrongly: {"ann /play game:magic: You have 50 games and tables going. Finish or close one first."},
		tooLate: {"ann /help: The application did not respond"},
	}
	if !reflect.DeepEqual(d.Faults, want) {
		t.Errorf("the diary has %q, want %q", d.Faults, want)
	}
	if w := &d.alone; d.Count["move"] != 1 || len(w.of("move")) != 2 || len(w.of("help")) != 1 || len(w.of("play")) != 1 {
		t.Errorf("the diary has %v of moves, %v in all, overtaken %v", w.of("move"), w.of(), d.Count)
	}
}

// A wait that the harm touches is one beside it. What begins soon after the harm is in no list, as its work may go on.
func TestDiaryTellsWaitsBesideTheHarm(t *testing.T) {
	start := time.Now()
	at := func(second int) time.Time { return start.Add(time.Duration(second) * time.Second) }
	d := newDiary(t)
	d.settles = 10 * time.Second
	d.harms(at(100), at(200))
	for _, c := range []struct {
		began, ended  int
		alone, beside int
	}{
		{98, 99, 1, 0}, {98, 101, 0, 1}, {150, 151, 0, 1}, {199, 215, 0, 1}, {90, 300, 0, 1}, {201, 202, 0, 0}, {209, 220, 0, 0}, {210, 211, 1, 0},
	} {
		alone, beside := len(d.alone.of()), len(d.beside.of())
		d.note("help", at(c.began), at(c.ended))
		if alone, beside = len(d.alone.of())-alone, len(d.beside.of())-beside; alone != c.alone || beside != c.beside {
			t.Errorf("a wait from %d to %d is noted %d times as alone and %d times beside the harm, want %d and %d",
				c.began, c.ended, alone, beside, c.alone, c.beside)
		}
	}
}
