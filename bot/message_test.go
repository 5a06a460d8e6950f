package bot

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands"
	"parlour/games"
)

type textBoard string

func (v textBoard) String() string   { return string(v) }
func (textBoard) Words() games.Words { return games.Words{} }

// A board that is sent as text is whole, however much is said with it.
func TestABoardAsTextFits(t *testing.T) {
	for _, words := range []string{"Your turn", strings.Repeat("é", 2000)} {
		board := textBoard(strings.Repeat("O", 700))
		m := asText(commands.Message{Content: words, Picture: &commands.Picture{View: board}})
		if n := utf8.RuneCountInString(m.Content); n > 2000 || m.Picture != nil || !strings.HasSuffix(m.Content, "\n```\n"+string(board)+"\n```") {
			t.Errorf("with %d characters of words the message has %d: %q", utf8.RuneCountInString(words), n, m.Content)
		}
	}
}

// Everything that a picture can be drawn with is handed over.
func TestDrawing(t *testing.T) {
	p := commands.Picture{
		View: textBoard("O"), Title: "Permute", Names: []string{"Ann"}, Sides: []string{"Orange"},
		Score: "1", Result: "Ann wins", Preview: "Preview", Palette: "contrast", Alt: "the board",
	}
	drawn, from := reflect.ValueOf(drawing(p)), reflect.ValueOf(p)
	for i := range drawn.NumField() {
		name := drawn.Type().Field(i).Name
		if want := from.FieldByName(name); !want.IsValid() || !reflect.DeepEqual(drawn.Field(i).Interface(), want.Interface()) {
			t.Errorf("%s is drawn as %v, want %v", name, drawn.Field(i), want)
		}
	}
}
