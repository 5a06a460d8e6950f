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
	"parlour/imaging"
)

type textBoard string

func (v textBoard) String() string   { return string(v) }
func (textBoard) Words() games.Words { return games.Words{} }

// A board that is sent as text is never cut: long words are cut instead.
func TestABoardAsTextFits(t *testing.T) {
	for _, words := range []string{"Your turn", strings.Repeat("é", 2000)} {
		board := textBoard(strings.Repeat("O", 700))
		m := asText(message.Message{Content: words, Picture: &message.Picture{Drawing: message.Drawing{View: board}}})
		if n := utf8.RuneCountInString(m.Content); n > 2000 || m.Picture != nil || !strings.HasSuffix(m.Content, "\n```\n"+string(board)+"\n```") {
			t.Errorf("with %d characters of words the message has %d: %q", utf8.RuneCountInString(words), n, m.Content)
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
		Name: "permute-1.gif", Frames: []message.Drawing{{View: view}, {View: view, Preview: "Not played yet"}},
		Each: time.Second, Last: 7 * time.Second, Alt: "the game", Lost: "There is no picture.",
	}
}

// A board that cannot be drawn is sent as text.
func TestABoardThatCannotBeDrawnIsText(t *testing.T) {
	b := &bot{Config: Config{Config: quiet(nil), Draw: func(imaging.Drawing) ([]byte, error) { return nil, errors.New("no ink") }}}
	p, files := b.payload(message.Message{Content: "Your turn", Picture: &message.Picture{Drawing: message.Drawing{View: textBoard("YOYO")}}})
	if len(files) > 0 || p.Content != "Your turn\n```\nYOYO\n```" {
		t.Errorf("the message is %q with %d files, want its board as text", p.Content, len(files))
	}
}

// An animation is sent beside the file of its message. If it cannot be drawn, a sentence
// takes its place.
func TestPayloadOfAnAnimation(t *testing.T) {
	b := &bot{Config: Config{Config: quiet(nil)}}
	record := &message.File{Name: "permute-1.json", Data: []byte("{}")}
	p, files := b.payload(message.Message{Content: "Here.", Animation: animation(t, nil), File: record})
	want := []attachment{{"0", "permute-1.gif", "the game"}, {"1", "permute-1.json", ""}}
	if p.Content != "Here." || p.Attachments == nil || !slices.Equal(*p.Attachments, want) {
		t.Errorf("the message is %q with %v, want %v", p.Content, p.Attachments, want)
	}
	if len(files) != 2 || files[0].Kind != "image/gif" || files[0].Name != "permute-1.gif" || files[1].Kind != "application/json" {
		t.Fatalf("the files are %v", files)
	}
	g, err := gif.DecodeAll(bytes.NewReader(files[0].Data))
	if err != nil || g.Delay[len(g.Delay)-1] < 600 {
		t.Errorf("the GIF holds its last picture for %v (%v)", g.Delay, err)
	}
	p, files = b.payload(message.Message{Content: "Here.", Animation: animation(t, textBoard("O")), File: record})
	want = []attachment{{"0", "permute-1.json", ""}}
	if p.Content != "Here.\nThere is no picture." || p.Attachments == nil || !slices.Equal(*p.Attachments, want) || len(files) != 1 {
		t.Errorf("without a picture the message is %q with %v, want %v", p.Content, p.Attachments, want)
	}
}

// An animation that was drawn is found by its key, and not drawn again.
func TestAnimationIsDrawnOnce(t *testing.T) {
	b := &bot{Config: Config{Config: quiet(nil)}}
	a := animation(t, nil)
	a.Key = "a game"
	data, err := b.animate(a)
	if err != nil {
		t.Fatal(err)
	}
	a.Frames = nil // nothing can be drawn of these
	if again, err := b.animate(a); err != nil || !bytes.Equal(again, data) {
		t.Errorf("the animation is drawn again: %d bytes, %v", len(again), err)
	}
	a.Key = "another"
	if _, err := b.animate(a); err == nil {
		t.Error("another animation is found drawn")
	}
}

// animated fails if the file is larger than Discord takes.
func TestAnimationKeepsToTheSizeLimit(t *testing.T) {
	data, err := animated(*animation(t, nil), maxFile)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := animated(*animation(t, nil), len(data)); err != nil {
		t.Errorf("an animation with as many bytes as the limit: %v", err)
	}
	if _, err := animated(*animation(t, nil), len(data)-1); err == nil {
		t.Error("an animation with more bytes than the limit is no error")
	}
}

// The animations of the longest games fit Discord's limit with all their plies.
func TestLongGamesFitInAnAnimation(t *testing.T) {
	for _, c := range []struct {
		game    games.Game
		seats   int
		options map[string]string
	}{
		{permute.Game{}, 2, map[string]string{"size": "19", "start": "chequer", "swap": "off"}},
		{permutations.Game{}, 5, nil},
	} {
		info := c.game.Info()
		s, err := c.game.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: c.seats, Options: c.options})
		if err != nil {
			t.Fatal(err)
		}
		a := message.Animation{Each: time.Second, Last: time.Second, Frames: []message.Drawing{{View: s.View(games.Spectator)}}}
		for rng := rand.New(rand.NewPCG(1, 1)); len(s.ToMove()) > 0; {
			seat := s.ToMove()[0]
			legal := s.Legal(seat)
			if s, err = s.Play(seat, legal[rng.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
			a.Frames = append(a.Frames, message.Drawing{View: s.View(games.Spectator)})
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
