package bot

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/gif"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"parlour/commands/message"
	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permute"
)

type textBoard string

func (v textBoard) String() string   { return string(v) }
func (textBoard) Words() games.Words { return games.Words{} }

// A board that cannot be drawn is sent as text, which is never cut: long words are cut instead.
func TestABoardAsTextFits(t *testing.T) {
	b := &bot{Config: Config{Config: quiet(nil), Draw: func(message.Picture) ([]byte, error) { return nil, errors.New("no ink") }}}
	for words, want := range map[string]int{"Your turn": 9, strings.Repeat("é", 2000): 2000 - 709} {
		board := textBoard(strings.Repeat("O", 700))
		p, files := b.payload(message.Message{Content: words, Picture: &message.Picture{Drawing: games.Drawing{View: board}}})
		said, isThere := strings.CutSuffix(*p.Content, "\n```\n"+string(board)+"\n```")
		if n := utf8.RuneCountInString(said); n != want || len(files) > 0 || !isThere {
			t.Errorf("of %d characters of words the message has %d, want %d, and its board as text: %q", utf8.RuneCountInString(words), n, want, *p.Content)
		}
	}
}

// Two pictures make a message of Components V2, each with its own words. If one cannot be drawn, the first board is sent
// as text in an ordinary message.
func TestPayloadOfTwoPictures(t *testing.T) {
	for broken, want := range map[string]string{
		"neither": `{"content":null,"flags":32768,"allowed_mentions":{"parse":[],"users":[]},"components":[{"type":10,"content":"Here."},` +
			`{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"played"},{"media":{"url":"attachment://better.png"},"description":"better"}]}],` +
			`"attachments":[{"id":"0","filename":"board.png","description":"played"},{"id":"1","filename":"better.png","description":"better"}]}`,
		"better": `{"content":"Here.\n` + "```" + `\nO\n` + "```" + `","allowed_mentions":{"parse":[],"users":[]},"components":[]}`,
	} {
		b := &bot{Config: Config{Config: quiet(nil), Draw: func(p message.Picture) ([]byte, error) {
			if p.Alt == broken {
				return nil, errors.New("no ink")
			}
			return []byte(p.Alt), nil
		}}}
		picture := func(alt string) *message.Picture {
			return &message.Picture{Drawing: games.Drawing{View: textBoard("O")}, Alt: alt}
		}
		p, files := b.payload(message.Message{Content: "Here.", Picture: picture("played"), Better: picture("better")})
		got, err := json.Marshal(p)
		if err != nil || string(got) != want || (len(files) > 0) != (broken == "neither") {
			t.Errorf("if %s cannot be drawn, the message is %s with %d files, %v, want %s", broken, got, len(files), err, want)
		}
	}
}

// animation returns an animation of two equal views, of an example of Permute if view is
// nil.
func animation(t *testing.T, view games.View) *message.Animation {
	t.Helper()
	if view == nil {
		e := permute.Game{}.Example()
		s, _, err := games.Replay(permute.Game{}, e.Setup, e.Log)
		if err != nil {
			t.Fatal(err)
		}
		view = s.View(e.Seat)
	}
	return &message.Animation{
		Name: "permute-1.gif", Frames: []games.Drawing{{View: view}, {View: view, Preview: "Not played yet"}},
		Each: time.Second, Last: 7 * time.Second, Alt: "the game", Lost: "There is no picture.",
	}
}

// An animation is sent beside the file of its message, and one that was drawn is found by its key. If it cannot be drawn, a
// sentence takes its place.
func TestPayloadOfAnAnimation(t *testing.T) {
	b := &bot{Config: Config{Config: quiet(nil)}}
	record := &message.File{Name: "permute-1.json", Data: []byte("{}")}
	drawn, again, broken := animation(t, nil), animation(t, nil), animation(t, textBoard("O"))
	drawn.Key, again.Key = "a game", "a game"
	again.Frames = nil // nothing can be drawn of these
	for _, c := range []struct {
		*message.Animation
		says string
		want []attachment
	}{
		{drawn, "Here.", []attachment{{"0", "permute-1.gif", "the game"}, {"1", "permute-1.json", ""}}},
		{again, "Here.", []attachment{{"0", "permute-1.gif", "the game"}, {"1", "permute-1.json", ""}}},
		{broken, "Here.\nThere is no picture.", []attachment{{"0", "permute-1.json", ""}}},
	} {
		p, files := b.payload(message.Message{Content: "Here.", Animation: c.Animation, File: record})
		if *p.Content != c.says || p.Attachments == nil || !slices.Equal(*p.Attachments, c.want) || len(files) != len(c.want) || files[len(files)-1].Kind != "application/json" {
			t.Fatalf("the message is %q with %v, want %q with %v", *p.Content, p.Attachments, c.says, c.want)
		}
		if len(files) < 2 {
			continue
		}
		g, err := gif.DecodeAll(bytes.NewReader(files[0].Data))
		if err != nil || g.Delay[len(g.Delay)-1] < 600 || files[0].Kind != "image/gif" {
			t.Errorf("the GIF holds its last picture for %v (%v)", g.Delay, err)
		}
	}
	again.Key = "another"
	if _, err := b.animate(again); err == nil {
		t.Error("another animation is found drawn")
	}
}

// animated fails if the file is larger than Discord takes.
func TestAnimationKeepsToTheSizeLimit(t *testing.T) {
	data, err := animated(*animation(t, nil), maxFile)
	if err != nil {
		t.Fatal(err)
	}
	for less, want := range map[int]bool{0: true, 1: false} {
		if _, err := animated(*animation(t, nil), len(data)-less); (err == nil) != want {
			t.Errorf("an animation with %d bytes more than the limit: %v", less, err)
		}
	}
}

// The animations of the longest games fit Discord's limit with all their plies.
//
//test:unwatched
func TestLongGamesFitInAnAnimation(t *testing.T) {
	for _, c := range []struct {
		game    games.Game
		seats   int
		options map[string]string
	}{
		{permute.Game{}, 2, map[string]string{"size": "19", "start": "chequer", "swap": "off"}},
		{permutations.Game{}, 5, map[string]string{"orders": "false"}},
	} {
		info := c.game.Info()
		s, err := c.game.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: c.seats, Options: c.options})
		if err != nil {
			t.Fatal(err)
		}
		a := message.Animation{Each: time.Second, Last: time.Second, Frames: []games.Drawing{{View: s.View(games.Spectator)}}}
		for rng := rand.New(rand.NewPCG(1, 1)); len(s.ToMove()) > 0; {
			seat := s.ToMove()[0]
			legal := s.Legal(seat)
			if s, err = s.Play(seat, legal[rng.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
			a.Frames = append(a.Frames, games.Drawing{View: s.View(games.Spectator)})
		}
		if data, err := animated(a, maxFile/2); err != nil || len(a.Frames) < 120 {
			t.Errorf("%s of %d frames has %d bytes: %v", info.Name, len(a.Frames), len(data), err)
		}
	}
}

// Buttons and menus mean to Discord what discordgo's mean.
func TestComponentsAreAsDiscordgoWritesThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		row  []message.Control
		want []discordgo.MessageComponent
	}{
		"buttons": {
			[]message.Control{{ID: "a", Label: "A", Style: message.Main}, {ID: "b", Label: "B", Disabled: true}, {ID: "c", Label: "C", Style: message.Danger}, {ID: "d", Label: "D", Style: message.Good}},
			[]discordgo.MessageComponent{
				discordgo.Button{CustomID: "a", Label: "A", Style: discordgo.PrimaryButton},
				discordgo.Button{CustomID: "b", Label: "B", Style: discordgo.SecondaryButton, Disabled: true},
				discordgo.Button{CustomID: "c", Label: "C", Style: discordgo.DangerButton},
				discordgo.Button{CustomID: "d", Label: "D", Style: discordgo.SuccessButton},
			},
		},
		"a menu": {
			[]message.Control{{ID: "m", Label: "Pick", Options: []message.MenuOption{{Label: "One", Value: "1"}}}},
			[]discordgo.MessageComponent{discordgo.SelectMenu{
				MenuType: discordgo.StringSelectMenu, CustomID: "m", Placeholder: "Pick", Options: []discordgo.SelectMenuOption{{Label: "One", Value: "1"}},
			}},
		},
	} {
		got, want := meaning(t, components(c.row)), meaning(t, discordgo.ActionsRow{Components: c.want})
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s are written as %v, want %v", name, got, want)
		}
	}
}

// meaning writes a value as JSON and reads it.
func meaning(t *testing.T, v any) (read any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		t.Fatal(err)
	}
	return read
}
