package page_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/chromedp/chromedp"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
)

// aBoard is a message of Components V2 with all that there is.
const aBoard = `{"flags":32768,"components":[{"type":17,"accent_color":3368448,"components":[
	{"type":9,"components":[{"type":10,"content":"# A board\nof **two** cells"}],"accessory":{"type":11,"media":{"url":"attachment://board.png"},"description":"A small board"}},
	{"type":14,"spacing":2},{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"The first cell"},{"media":{"url":"attachment://board.png"},"description":"The second cell"}]},
	{"type":13,"file":{"url":"attachment://rules.txt"}},{"type":1,"components":[{"type":2,"style":1,"label":"Tell","custom_id":"tell"}]}]},
	{"type":17,"spoiler":true,"components":[{"type":10,"content":"The end"}]}]}`

// aForm asks by a field of each sort.
const aForm = `{"type":9,"data":{"title":"Tell me","custom_id":"form","components":[{"type":10,"content":"About **you**"},
	{"type":18,"label":"Name","description":"As others call you","component":{"type":4,"custom_id":"name","style":1}},
	{"type":18,"label":"Meal","component":{"type":3,"custom_id":"meal","options":[{"label":"Soup","value":"soup"},{"label":"Stew","value":"stew"}]}},
	{"type":18,"label":"Days","component":{"type":22,"custom_id":"days","min_values":2,"options":[{"label":"Mon","value":"1"},{"label":"Tue","value":"2"},{"label":"Wed","value":"3"}]}},
	{"type":18,"label":"Proof","component":{"type":19,"custom_id":"proof"}}]}}`

// componentsByClicks reads a message of Components V2 of a bot that takes interactions over HTTP, and fills in its form.
func componentsByClicks(t *testing.T, b *browser) {
	s, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got := make(chan string, 1)
	bot := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, _ := hex.DecodeString(s.PublicKey())
		if !discordgo.VerifyInteraction(r, ed25519.PublicKey(key)) {
			http.Error(w, "wrong signature", http.StatusUnauthorized)
			return
		}
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		switch {
		case bytes.Contains(body, []byte(`"custom_id":"form"`)):
			got <- string(body)
			_, _ = io.WriteString(w, `{"type":4,"data":{"flags":32832,"components":[{"type":10,"content":"Thank you, Ann."}]}}`)
		case bytes.Contains(body, []byte(`"custom_id":"tell"`)):
			_, _ = io.WriteString(w, aForm)
		default:
			_, _ = io.WriteString(w, `{"type":1}`)
		}
	}))
	defer bot.Close()
	s.SendTo(bot.URL)
	ann := b.sit(&bottest.Rig{Discord: s}, t, "ann")
	postParts(t, s, aBoard)

	ann.sees(".container", "A board of two cells")
	ann.sees("#messages", "The second cell")
	ann.misses("#messages", "The end")
	ann.shot("60-components")
	ann.fits()
	ann.clickOn("#messages", "Spoiler", false)
	ann.sees(".container", "The end")
	ann.clickOn("#messages", "The first cell (opens large)", false)
	ann.sees("#large", "The first cell")
	ann.clickOn("#large", "Close", false)

	ann.click("Tell")
	ann.sees("#modal", "About you")
	ann.sees("#modal", "As others call you")
	const fill = `document.getElementById('in-name').value = 'Ann'; document.querySelector('#modal select').value = 'stew';
		document.querySelector('#modal [value="3"]').click(); true`
	evaluate[bool](ann, fill)
	file := filepath.Join(t.TempDir(), "proof.txt")
	if err := os.WriteFile(file, []byte("it is so"), 0o600); err != nil {
		t.Fatal(err)
	}
	ann.do(chromedp.SetUploadFiles(chromedp.CSS("#modal [type=file]"), []string{file}))
	ann.shot("61-form")
	ann.clickOn("#modal", "Submit", false)
	if wrong := evaluate[string](ann, `document.querySelector('#modal [type=checkbox]').validationMessage`); wrong != "Pick 2 to 3." {
		t.Errorf("one day of two is refused with %q", wrong)
	}
	evaluate[bool](ann, `document.querySelector('#modal [value="1"]').click(); true`)
	ann.clickOn("#modal", "Submit", false)
	ann.sees("#messages", "Thank you, Ann.")
	sent := world.Receive(t, got, "the form")
	for _, part := range []string{`"value":"Ann"`, `"values":["stew"]`, `"values":["1","3"]`, `"filename":"proof.txt"`} {
		if !strings.Contains(sent, part) {
			t.Errorf("the form has no %s: %s", part, sent)
		}
	}
	if all := s.Violations(); len(all) > 0 {
		t.Errorf("the bot broke a rule: %+v", all)
	}
}

// listsByClicks turns the pages of a list of games on a phone and opens one with a press, and looks at an analysis large.
func listsByClicks(t *testing.T, b *browser) {
	r := bottest.New(t)
	games := r.Discord.Channel("games")
	r.Click("ben", r.Opens(games, "game:magic opponent:@ben first:me", "Accept"), "Accept")
	channel := r.Await("ann", games, func(m sandbox.Message) bool { return m.Thread != "" }).Thread
	for n, move := range []string{"b2D", "b2Eb3U"} {
		who := []string{"ann", "ben"}[n]
		if _, err := r.Discord.User(who).Click(r.Ctx, r.Slash(who, channel, "/move move:"+move).ID, "Confirm"); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 11 {
		r.Slash("ann", games, fmt.Sprintf("/play game:pentago opponent:@ben turn-time:%d hours", n+2))
	}
	ben := b.sit(r, t, "ben", chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile))
	ben.writes("/games")
	ben.clickOn("body", "Send", false)
	ben.sees("#messages", "Page 1 of 2")
	ben.shot("62-games")
	ben.fits()
	if n := evaluate[int](ben, `document.querySelectorAll('#messages .section').length`); n != 10 {
		t.Errorf("a page has %d games, want 10", n)
	}
	ben.click("Next page")
	ben.sees("#messages", "Page 2 of 2")
	ben.misses("#messages", "Page 1 of 2")
	ben.shot("63-next")
	ben.click("Open")
	ben.sees("#messages", "Others to move")
	ben.sees("#messages", "Rubik's Magic: Ann's turn.")
	ben.shot("64-opened")

	r.Click("ben", r.Slash("ben", channel, "/resign"), "Yes, resign")
	ann := b.sit(r, t, "ann")
	ann.open("Ann")
	ann.writes("/analyse")
	ann.clickOn("body", "Send", false)
	ann.sees("#messages", "as it was played.")
	ann.shot("65-analysis")
	ann.fits()
	if n := evaluate[int](ann, `document.querySelectorAll('#messages .gallery .tile').length`); n != 2 {
		t.Errorf("an analysis has %d pictures, want two", n)
	}
	evaluate[bool](ann, `document.querySelectorAll('#messages .gallery .tile')[1].click(); true`)
	ann.sees("#large", "which was better.")
	ann.shot("66-large")
	ann.clickOn("#large", "Close", false)
}

// postParts posts a message with a picture and a text.
func postParts(t *testing.T, s *sandbox.Server, message string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("payload_json", message)
	picture, _ := form.CreateFormFile("files[0]", "board.png")
	_ = png.Encode(picture, image.NewGray(image.Rect(0, 0, 400, 300)))
	rules, _ := form.CreateFormFile("files[1]", "rules.txt")
	_, _ = io.WriteString(rules, "Be kind.")
	_ = form.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL()+"/api/v10/channels/"+s.User("ann").Places()[0].ID+"/messages", &body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
	r.Header.Set("Content-Type", form.FormDataContentType())
	answer, err := (&http.Client{Timeout: world.Patience}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if said, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
		t.Fatalf("the message is answered with %s: %s", answer.Status, said)
	}
}
