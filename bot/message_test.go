package bot

import (
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
