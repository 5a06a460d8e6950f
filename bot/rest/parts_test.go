package rest

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// A request with files is written as discordgo writes it, but for its boundary.
func TestPartsAreAsDiscordgoWritesThem(t *testing.T) {
	t.Parallel()
	files := []File{{"board.png", "image/png", []byte("\x89PNG")}, {`a "game".json`, "application/json", nil}}
	var theirs []*discordgo.File
	for _, f := range files {
		theirs = append(theirs, &discordgo.File{Name: f.Name, ContentType: f.Kind, Reader: bytes.NewReader(f.Data)})
	}
	said := map[string]string{"content": "Here."}
	kind, body, err := Parts(said, files)
	if err != nil {
		t.Fatal(err)
	}
	wantKind, want, err := discordgo.MultipartBodyWithJSON(said, theirs)
	if err != nil {
		t.Fatal(err)
	}
	boundary := regexp.MustCompile(`[0-9a-f]{60}`)
	for _, c := range [][2]string{{kind, wantKind}, {string(body), string(want)}} {
		if got, want := boundary.ReplaceAllString(c[0], "-"), boundary.ReplaceAllString(c[1], "-"); got != want {
			t.Errorf("the request has %q, want %q", got, want)
		}
	}
}
