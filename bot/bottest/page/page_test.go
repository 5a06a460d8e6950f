package page_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/commands/world"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// magicByKeys has two people begin a game and play a ply without a mouse.
func magicByKeys(t *testing.T, b *browser) {
	r := bottest.New(t)
	ann, ben := b.sit(r, t, "ann"), b.sit(r, t, "ben")
	ann.tabTo("Message or command")
	ann.types("/play game:magic opponent:@ben first:me\r")
	ann.sees("#messages", "I've asked Ben.")
	ben.sees("#messages", "Ann challenges you to Rubik's Magic.")
	ben.tabTo("Accept")
	ben.shot("30-focus")
	ben.types(kb.Enter)
	ben.sees("#messages", "You're in. The board is in the thread.")
	for _, p := range []*person{ann, ben} {
		p.sees("#channels", "Ann – Ben · Rubik's Magic")
		p.sees("#messages", "Ann and Ben are playing Rubik's Magic.") // the last change of the page: a later one would take the focus
		p.tabTo("Ann – Ben · Rubik's Magic")
		p.types(kb.Enter)
		p.seesBoard("@Ann @Ben, here we go.")
	}
	ann.tabTo("Move")
	ann.types(" ")
	ann.sees("#messages", "Place a tile.")
	ann.tabTo("a3")
	ann.shot("31-cells")
	ann.types(kb.Enter)
	ann.sees("#messages", "It will look like this. Play it?")
	ann.tabTo("Confirm")
	ann.shot("32-confirm")
	ann.types(kb.Enter)
	for _, p := range []*person{ann, ben} {
		p.seesBoard("@Ben, your turn. Ann ", "To move: Ben.")
	}
	ben.shot("33-played")
}

// A focus is the element that the keyboard acts on.
type focus struct {
	Name  string // the name of the element
	Shown bool   // whether the page shows the focus
	Menu  bool
	Line  string // the chosen line of a menu
}

// tabTo presses Tab until an element with some words in its name has the focus. It checks
// that the page shows the focus everywhere on the way.
func (p *person) tabTo(words string) {
	p.Helper()
	var way []string
	for range 100 {
		p.types(kb.Tab)
		at := ask[focus](p, "focus")
		if at.Name != "" && !at.Shown {
			p.Errorf("%s does not see that %q has the focus", p.name, at.Name)
		}
		if strings.Contains(at.Name, words) {
			return
		}
		way = append(way, at.Name)
	}
	p.fails(fmt.Errorf("Tab does not lead to %q, but to %q", words, slices.Compact(way)))
}

// hostile is a message that tries to run a script in other people's pages.
const hostile = `<img src=x onerror=alert(1)> [here](javascript:alert(2)) <b onclick=alert(3)>bold</b>`

// phoneAndDark plays a ply between a phone and a dark screen. The name and the messages of
// cleo contain HTML.
func phoneAndDark(t *testing.T, b *browser) {
	w := &whole{bottest.Whole{Rig: bottest.New(t)}}
	r := w.Rig
	r.Discord.Stage().Rename("cleo", "<img src=x onerror=alert(4)>")
	phone := chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile)
	ann, cleo := b.sit(r, t, "ann", inTheDark), b.sit(r, t, "cleo", phone)
	cleo.writes(hostile)
	for _, p := range []*person{ann, cleo} {
		p.sees("#messages", hostile)
		p.sees("#messages", "<img src=x onerror=alert(4)>")
	}
	if !evaluate[bool](cleo, lateThread) {
		t.Error("a thread that comes to the page with a message in it counts as read")
	}
	ann.writes("/play game:magic opponent:@cleo first:them")
	cleo.click("Accept")
	cleo.sees("#messages", "You're in. The board is in the thread.")
	cleo.sees("#toasts", "here we go")
	cleo.fits()
	cleo.shot("40-phone")
	cleo.clickOn("#toasts", "Close notification", false)
	cleo.clickOn("#top", "Channels, ", true) // and how many mentions wait there
	cleo.sees("#channels", "Rubik's Magic")
	cleo.shot("41-side")
	cleo.open("Rubik's Magic")
	cleo.seesBoard("@<img src=x onerror=alert(4)>", "here we go. <img src=x onerror=alert(4)> moves first.")
	cleo.fits()
	cleo.picturesFit()
	cleo.shot("42-board")
	w.BegunInThread()
	cleo.move(w, "43-preview", magicMoves[0])
	cleo.fits()
	ann.open("Rubik's Magic")
	ann.seesBoard("@Ann, your turn. <img src=x onerror=alert(4)> ")
	ann.picturesFit()
	ann.shot("44-dark")
	ann.fits()
	if light := evaluate[float64](ann, brightness); light > 0.3 {
		t.Errorf("with dark colours the page is %.0f%% bright, want at most 30%%", 100*light)
	}
	for _, p := range []*person{ann, cleo} {
		p.seesOnlyText()
	}
	ann.seesWrongs()
}

// seesOnlyText checks that the page shows everything that cleo wrote as text.
func (p *person) seesOnlyText() {
	p.Helper()
	const live = `document.querySelectorAll('img[src="x"], [onclick], [onerror], a[href^="javascript"]').length`
	if n := evaluate[int](p, live); n > 0 {
		p.Errorf("on %s's page %d elements come from the text of cleo", p.name, n)
	}
	if p.console.String() != "" {
		p.fails(fmt.Errorf("the browser reports an error on the page"))
	}
}

// inTheDark makes the tab prefer dark colours.
func inTheDark(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
	})
	return chromedp.Void{}, err
}

// lateThread draws a view that is the first one with a thread, and says whether the thread is unread. Slow pages
// get such views.
const lateThread = `draw({...view, channels: [...view.channels, {...view.channels[0], parent: view.channels[0].id, id: '9', kind: 11, name: 'late', last: '9'}]}),
	entries.get('9').classList.contains('unread')`

// brightness is a script that returns the brightness of the page's background, from 0 to 1.
const brightness = `getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, n) => sum + Number(n) / 765, 0)`

// fits checks that nothing is wider than the screen, and that nothing covers anything beside it, also while the page
// leads to a message below and developers look at what the bot sent and make Discord fail.
func (p *person) fits() {
	p.Helper()
	const wide = `[document.documentElement, ...document.querySelectorAll('body, main, #messages, #side, #panel')]
		.filter((n) => n.checkVisibility() && n.scrollWidth > Math.max(n.clientWidth, 1) + 1).map((n) => n.id || n.localName)`
	for _, open := range []string{"true", "false"} {
		if over := evaluate[[]string](p, "sent.open = faults.open = "+open+", "+wide); len(over) > 0 {
			p.Errorf("%s's screen is too narrow for %v; the drawer is open: %s", p.name, over, open)
		}
		if over := ask[[]string](p, "covered"); len(over) > 0 {
			p.Errorf("on %s's page these lie over each other: %v; the drawer is open: %s", p.name, over, open)
		}
	}
}

// evaluate evaluates an expression of JavaScript on the page.
func evaluate[T any](p *person, expression string, opts ...chromedp.EvaluateOption) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, world.Patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, opts...))
	if err != nil {
		p.fails(fmt.Errorf("evaluating %s: %w", expression, err))
	}
	return v
}

// forbidden adds a button whose handler the page's policy forbids, clicks it, and returns
// the directive that was violated. The click is needed as some versions of Chromium check a
// handler only when it would run; an uncaught error follows.
const forbidden = `new Promise((resolve) => {
	document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
	document.body.insertAdjacentHTML('beforeend', '<button onclick="alert(5)">wrong</button>');
	document.body.lastElementChild.click();
	setTimeout(() => { throw new Error('mistake'); });
})`

// seesWrongs checks that the tests notice a script that the policy forbids and an uncaught
// error.
func (p *person) seesWrongs() {
	p.Helper()
	directive := evaluate[string](p, forbidden, chromedp.EvalAwaitPromise)
	if !strings.HasPrefix(directive, "script-src") {
		p.fails(fmt.Errorf("the policy forbids the script by %q, want script-src", directive))
	}
	p.console.Await(p, "Content Security Policy", 1)
	p.console.Await(p, "mistake", 1)
	p.console.Reset()
}
