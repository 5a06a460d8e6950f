package page_test

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
)

// How long a state of the page is shown, before and while a button is pressed.
const (
	toRead  = 800 * time.Millisecond
	toPress = 500 * time.Millisecond
)

// A filming is the film being made, by a browser.
type filming struct {
	*testing.T
	b *browser
	film
}

// TestFilm makes docs/film.gif: three short scenes, played on the sandbox's page on two phones. It keeps
// a picture of each state in the folder that PARLOUR_SHOTS names. All but the code of the sealed bid is the
// same every time.
func TestFilm(t *testing.T) {
	if !*filmed {
		t.Skip("make film makes the film")
	}
	f := &filming{T: t, b: startBrowser(t)}
	f.challengeAndMove()
	f.bidInSecret()
	f.end()
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, f.gif()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filmFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d pictures, %d bytes", filmFile, len(f.pictures), b.Len())
}

// scene begins a scene: a bot whose chance is the same every time, and a phone each for ann and ben.
func (f *filming) scene() (r *bottest.Rig, ann, ben *person) {
	f.Helper()
	r = bottest.In(f, sandbox.Config{}, func(c *bot.Config) { c.Random = world.RandomBytes(1) })
	phone := chromedp.EmulateViewport(390, 812, chromedp.EmulateMobile)
	ann, ben = f.b.sit(r, f.T, "ann", phone, inTheDark), f.b.sit(r, f.T, "ben", phone, inTheDark)
	for _, p := range []*person{ann, ben} {
		evaluate[bool](p, dress)
	}
	return r, ann, ben
}

// dressed leaves out of the page what is there for developers, the hours, and what only a mouse or a caret
// shows. It gives a look to a button that is pressed, and to the line that says what happens.
const dressed = `
	#drawer, #help, #toasts, #write button, .head time, body.hands #composer, body.hands #menu { display: none !important }
	* { caret-color: transparent }
	.btn:hover { filter: none }
	.pressed { outline: 4px solid #ff5c8a; outline-offset: 2px }
	#top { padding-right: .7rem }
	#told { padding: .7rem 1rem; background: #17202b; color: #f6f1e6; font-weight: 600; text-align: center; border-top: 2px solid #ff8629 }
`

// dress is a script that dresses a page, and adds the line that says what happens.
var dress = fmt.Sprintf(`(() => {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(%q);
	document.adoptedStyleSheets = [sheet];
	const told = document.createElement('div');
	told.id = 'told';
	document.querySelector('main').append(told);
	return true;
})()`, dressed)

// tell says below the page what happens, and shows the page for a time.
func (f *filming) tell(p *person, words string, shown time.Duration) {
	f.Helper()
	evaluate[bool](p, fmt.Sprintf("(() => { document.getElementById('told').textContent = %q; return true })()", words))
	f.take(p, shown)
}

// inSight is a script that scrolls to the beginning of the newest message if it is taller than its room.
const inSight = `(() => {
	const newest = [...document.querySelectorAll('.message')].at(-1);
	if (newest?.offsetHeight > document.getElementById('messages').clientHeight) newest.scrollIntoView({ block: 'start' });
	return true;
})()`

// take shows the page for a time.
func (f *filming) take(p *person, shown time.Duration) {
	f.Helper()
	ask[bool](p, "drawn")
	evaluate[bool](p, inSight)
	ask[bool](p, "drawn")
	ctx, cancel := context.WithTimeout(p.ctx, world.Patience)
	defer cancel()
	raw, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.fails(err)
	}
	im, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		f.Fatal(err)
	}
	f.add(im, shown)
	if err := os.WriteFile(filepath.Join(f.b.shots, fmt.Sprintf("film-%02d.png", len(f.pictures))), raw, 0o644); err != nil {
		f.Fatal(err)
	}
}

// press shows that a person presses a button, and presses it.
func (f *filming) press(p *person, words string) {
	f.Helper()
	at := ask[struct{ X, Y float64 }](p, "aim", "#messages", words, false)
	evaluate[bool](p, fmt.Sprintf("document.elementFromPoint(%v, %v).closest('button').classList.toggle('pressed')", at.X, at.Y))
	f.take(p, toPress)
	evaluate[bool](p, "!document.querySelector('.pressed').classList.toggle('pressed')")
	p.click(words)
}

// enter opens the thread of a game on both phones, where only buttons are pressed from then on.
func (f *filming) enter(title string, people ...*person) {
	f.Helper()
	for _, p := range people {
		p.clickOn("#top", "Channels", true)
		p.open(title)
		p.seesBoard("here we go")
		evaluate[bool](p, "document.body.classList.toggle('hands')")
	}
}

// challengeAndMove films how ann challenges ben to Permute, and his first move.
func (f *filming) challengeAndMove() {
	_, ann, ben := f.scene()
	ann.writes("Anybody for a game?")
	ann.sees("#messages", "Anybody for a game?")
	ben.writes("Sure, but I'm out all day.")
	ann.sees("#messages", "Sure, but I'm out all day.")
	evaluate[bool](ben, "(document.activeElement.blur(), true)")
	ann.do(chromedp.Click(chromedp.CSS("#line")))
	ann.types("/play")
	f.tell(ann, "Ann wants to play.", toRead)
	ann.types(" game:permute opponent:@ben")
	f.tell(ann, "She challenges Ben.", toRead)
	ann.types("\r")
	ben.sees("#messages", "Ann challenges you to Permute.")
	f.tell(ben, "On Ben's phone:", toRead)
	f.press(ben, "Accept")
	ben.sees("#messages", "You're in. The board is in the thread.")
	f.enter("Permute", ann, ben)
	f.tell(ben, "The board is there. Ben moves first:", toRead)
	for _, step := range []struct{ asks, told, picks string }{
		{"Pick an area.", "where on the board,", "1"},
		{"d5", "which four stones he twists,", "c6"},
		{"which stone stays fixed?", "which way, and which stone stays.", "① ↻ keep d6"},
		{"It will look like this. Play it?", "He sees it before he plays it.", "Confirm"},
	} {
		ben.sees("#messages", step.asks)
		f.tell(ben, step.told, toRead)
		f.press(ben, step.picks)
	}
	ann.seesBoard("@Ann, your turn. Ben")
	f.tell(ann, "Ann moves when she has a minute.", 2*toRead)
}

// bidInSecret films a bid of ann's at Permutations.
func (f *filming) bidInSecret() {
	r, ann, ben := f.scene()
	w := &whole{bottest.Whole{Rig: r, Names: []string{"ann", "ben"}}}
	w.SitDown("permutations")
	f.enter("Permutations", ann, ben)
	f.tell(ann, "Another game: bids in secret.", toRead)
	f.press(ann, "Bid")
	ann.sees("#messages", "Pick a card to bid.")
	f.tell(ann, "Only Ann sees her cards.", toRead)
	f.press(ann, "27 ♥☾")
	ann.sees("#messages", "You bid 27.")
	f.tell(ann, "She bids 27.", toRead)
	ben.seesBoard("Sealed: Ann")
	f.tell(ben, "Ben sees only that she has.", 2*toRead)
}

// pentagoMoves lead to a position of Pentago in which ann wins by a1, five in a row.
var pentagoMoves = []string{"c3-Ca4", "b5-Cd1", "d4-Ca4", "e2-Ca4", "b2-Cd1", "c5-Ca4", "e5-Cd1", "d2-Cd1"}

// end films the last move of a game of Pentago, which ann wins.
func (f *filming) end() {
	r, ann, ben := f.scene()
	w := &whole{bottest.Whole{Rig: r}}
	table := r.Opens(r.Discord.Channel("games"), "game:pentago opponent:@ben first:me", "Accept")
	r.Click("ben", table, "Accept")
	f.enter("Pentago", ann, ben)
	w.BegunInThread()
	for ply, move := range pentagoMoves {
		w.Plays([]string{"ann", "ben"}[ply%2], w.Channel, move)
	}
	ann.seesBoard("@Ann, your turn. Ben places d2")
	for _, step := range []struct{ asks, picks string }{
		{"Which quarter does your stone go in?", "↙ down left"}, {"Where do you place your stone?", "a1"},
	} {
		ann.sees("#messages", step.asks)
		ann.click(step.picks)
	}
	ann.sees("#messages", "It will look like this. Play it?")
	f.tell(ann, "And another, at its end.", toRead)
	f.press(ann, "Confirm")
	ben.seesBoard("it's over. Ann wins")
	f.tell(ben, "Five in a row. Again?", 3*toRead)
}
