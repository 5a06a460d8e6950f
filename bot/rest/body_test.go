package rest

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestNestingIsBounded(t *testing.T) {
	nested := func(open, end string, n int) string { return strings.Repeat(open, n) + strings.Repeat(end, n) }
	for text, ok := range map[string]bool{
		"":                                           true,
		`{"a":[1,{"b":"}]"}]}`:                       true,
		nested("[", "]", maxDepth):                   true,
		nested("[", "]", maxDepth+1):                 false,
		nested(`{"a":`, "}", maxDepth+1):             false,
		nested(`{"a":[`, "]}", maxDepth/2):           true,
		nested(`{"a":[`, "]}", maxDepth/2+1):         false,
		strings.Repeat("[", maxDepth+1):              false,
		`"` + strings.Repeat("[", 1000) + `"`:        true,
		`"\"` + strings.Repeat("{", 1000) + `"`:      true,
		`"\\"` + strings.Repeat("{", maxDepth+1):     false,
		strings.Repeat("[],", 1000) + "[]":           true,
		`{"` + strings.Repeat(`a\"[`, 1000) + `":1}`: true,
	} {
		if err := nesting([]byte(text)); (err == nil) != ok {
			t.Errorf("nesting(%.40q) = %v, want ok %t", text, err, ok)
		}
	}
}

// A nest decodes itself, as Discord's components do.
type nest struct{ inner []nest }

func (n *nest) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &n.inner) }

// Deep JSON is not decoded: where a type decodes itself, that takes time with the square of the depth.
func TestDeepJSONIsNotDecoded(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if err := Decode(deep(9000), &nest{}); err == nil || !strings.Contains(err.Error(), "more than 64 deep") {
		t.Errorf("9,000 brackets are decoded: %v", err)
	}
	var n nest
	if err := Decode(deep(2), &n); err != nil || len(n.inner) != 1 {
		t.Errorf("two brackets are %+v, %v", n, err)
	}
}

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
