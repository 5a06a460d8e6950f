package page_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"

	"github.com/chromedp/chromedp"
)

// A shown is what somebody sees of a page of a game.
type shown struct {
	Step  []string // the steps that are shown
	Value string   // of the slider
	Proof []string // what is said of each check
	Wide  bool     // whether something is wider than the screen
}

// look is a script that returns what is shown.
const look = `({
	Step: [...document.querySelectorAll('#the-steps > li')].filter((n) => n.offsetHeight).map((n) => n.id),
	Value: document.getElementById('the-slider').value,
	Proof: [...document.querySelectorAll('#the-proof b')].map((n) => n.textContent),
	Wide: document.documentElement.scrollWidth > innerWidth,
})`

// replayFromDisk plays an auction of Permutations that two people end, saves the page of its record and opens it from
// disk: with keys, buttons, swipes and presses, on a phone, with a record that somebody changed, and without scripts. It
// is open to people who cannot see it or use a mouse.
func replayFromDisk(t *testing.T, b *browser) {
	w := &whole{bottest.Whole{Rig: bottest.New(t), Names: []string{"ann", "ben"}}}
	w.SitDown("permutations")
	for _, s := range w.Truth().ToMove() {
		w.Slash(w.Seats[s], w.Channel, "/move move:"+string(w.Truth().Legal(s)[0]))
	}
	for _, name := range w.Names {
		if resign := w.Slash(name, w.Channel, "/resign"); len(resign.Rows) > 0 {
			w.Click(name, resign, "Yes, resign")
		}
	}
	w.AwaitWords("eve", w.Channel, "it's over")
	answer := w.Slash("eve", w.Channel, "/record")
	at := slices.IndexFunc(answer.Attachments, func(a sandbox.Attachment) bool { return strings.HasSuffix(a.Name, ".html") })
	record := slices.IndexFunc(answer.Attachments, func(a sandbox.Attachment) bool { return strings.HasSuffix(a.Name, ".json") })
	if at < 0 || record < 0 || !strings.HasPrefix(answer.Attachments[at].Type, "text/html") {
		t.Fatalf("the record comes with %+v", answer.Attachments)
	}
	page := answer.Attachments[at].Data
	link := regexp.MustCompile(`base64,([^"]*)"`).FindSubmatch(page)
	inside, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(link[1]), "&#43;", "+"))
	if err != nil || !bytes.Equal(inside, answer.Attachments[record].Data) {
		t.Errorf("the page has another record inside, %v", err)
	}
	folder := t.TempDir()
	open := func(name string, page []byte, settings ...chromedp.Action[chromedp.Void]) *person {
		file := filepath.Join(folder, name+".html")
		if err := os.WriteFile(file, page, 0o600); err != nil {
			t.Fatal(err)
		}
		return b.opens(t, "file://"+file, settings...)
	}
	reader := open("page", page)
	sees := func(step, value string) {
		t.Helper()
		if got := evaluate[shown](reader, look); !slices.Equal(got.Step, []string{step}) || got.Value != value || got.Wide {
			t.Errorf("%+v is shown, want %s at %s", got, step, value)
		}
	}
	sees("step-0", "0")
	last := evaluate[string](reader, `document.getElementById('the-steps').lastElementChild.id`)
	for _, c := range []struct{ key, step string }{{"End", last}, {"ArrowRight", last}, {"Home", "step-0"}, {"ArrowLeft", "step-0"}, {"ArrowRight", "step-1"}} {
		evaluate[bool](reader, `document.dispatchEvent(new KeyboardEvent('keydown', {key: '`+c.key+`'}))`)
		sees(c.step, strings.TrimPrefix(c.step, "step-"))
	}
	touch := func(from, to string) {
		evaluate[bool](reader, `(() => {
			const board = document.querySelector('li.now .board'), box = board.getBoundingClientRect();
			const put = (kind, part) => board.dispatchEvent(new PointerEvent(kind, {bubbles: true, clientX: box.left + part * box.width, clientY: box.top + 9}));
			return put('pointerdown', `+from+`) && put('pointerup', `+to+`);
		})()`)
	}
	touch("0.2", "0.2")
	sees("step-0", "0")
	touch("0.8", "0.8")
	sees("step-1", "1")
	touch("0.2", "0.8")
	sees("step-0", "0")
	touch("0.8", "0.2")
	sees("step-1", "1")
	reader.do(chromedp.Click(chromedp.CSS("[data-to=last]")))
	sees(last, strings.TrimPrefix(last, "step-"))
	evaluate[bool](reader, `(() => { const s = document.getElementById('the-slider'); s.value = 1; return s.dispatchEvent(new Event('input')); })()`)
	sees("step-1", "1")
	const yes, no, unknown = "✓ Checked here.", "✗ This doesn't match.", "Not checked here."
	if got := evaluate[shown](reader, look).Proof; !slices.Equal(got, []string{yes, yes, yes, unknown}) {
		t.Errorf("of the proof it is said: %q", got)
	}
	reader.picture("70-replay")

	phone := open("phone", page, chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile))
	if got := evaluate[shown](phone, look); got.Wide || len(got.Step) != 1 {
		t.Errorf("on a phone %+v is shown", got)
	}
	phone.picture("71-replay")

	for part, want := range map[string][]string{
		"secret": {no, yes, yes, unknown}, "seed": {no, yes, yes, unknown}, "seals": {yes, no, no, unknown}, "links": {yes, no, yes, unknown}, "version": {unknown, unknown, unknown, unknown},
	} {
		changed := bytes.Replace(page, link[1], []byte(base64.StdEncoding.EncodeToString(spoilt(t, inside, part))), 1)
		if got := evaluate[shown](open(part, changed), look).Proof; !slices.Equal(got, want) {
			t.Errorf("with another %s it is said of the proof: %q", part, got)
		}
	}

	plain := bytes.Replace(page, []byte("<script>"), []byte(`<script type="text/plain">`), 1)
	sheet := open("plain", plain)
	if got := evaluate[shown](sheet, look); len(got.Step) < 2 || got.Wide || slices.ContainsFunc(got.Proof, func(s string) bool { return s != unknown }) {
		t.Errorf("without a script %+v is shown, want all steps and no check", got)
	}

	script := axe(t)
	nameless := open("nameless", bytes.ReplaceAll(page, []byte("aria-label"), []byte("data-label")))
	for p, want := range map[*person][]string{reader: nil, phone: nil, sheet: nil, nameless: {"label", "role-img-alt"}} {
		if found := p.barriers(script); !slices.Equal(found, want) {
			t.Errorf("axe finds %v, want %v", found, want)
		}
	}
}

// spoilt returns a record in which a part of the proof is another one.
func spoilt(t *testing.T, record []byte, part string) []byte {
	t.Helper()
	var r map[string]any
	if err := json.Unmarshal(record, &r); err != nil {
		t.Fatal(err)
	}
	proof := r["proof"].(map[string]any)
	other := strings.Repeat("ab", 32)
	switch part {
	case "seed":
		r["seed"] = other
	case "secret":
		proof["secret"] = other
	case "seals":
		proof["seals"].([]any)[0].(map[string]any)["hash"] = other
	case "links":
		proof["links"].([]any)[1].(map[string]any)["code"] = "AAAA"
	case "version":
		proof["version"] = 3
	}
	made, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return made
}
