package page_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/commands/world"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// personJS is a script that finds elements on the page by their words.
//
//go:embed testdata/person.js
var personJS string

// A person is a user of the page, with a tab and a profile of their own.
type person struct {
	*testing.T
	ctx     context.Context // chromedp's, of the tab
	name    string
	shots   string
	console *bottest.Buffer // the errors on the page, one a line
}

// sit opens a tab at the sandbox's page for a person. The settings describe the screen;
// without any it is an ordinary one.
func (b *browser) sit(r *bottest.Rig, t *testing.T, name string, settings ...chromedp.Action[chromedp.Void]) *person {
	t.Helper()
	p := b.opens(t, r.Discord.URL()+"/?as="+name, append([]chromedp.Action[chromedp.Void]{alwaysInFront, lendHands}, settings...)...)
	p.name = name
	p.sees("#title", "games")
	p.sees("#help", "To use the bot, type /") // on a first visit
	p.clickOn("#help", "Help", false)
	return p
}

// opens opens a tab at an address. The settings describe the screen; without any it is an ordinary one.
func (b *browser) opens(t *testing.T, address string, settings ...chromedp.Action[chromedp.Void]) *person {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	p := &person{T: t, ctx: ctx, name: "reader", shots: b.shots, console: &bottest.Buffer{}}
	t.Cleanup(func() {
		closeTab()
		if wrong := p.console.String(); wrong != "" {
			t.Errorf("%s's page says:\n%s", p.name, wrong)
		}
	})
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	steps := append([]chromedp.Action[chromedp.Void]{chromedp.EmulateViewport(1280, 800)}, settings...)
	p.do(append(steps, chromedp.Navigate(address))...)
	return p
}

// alwaysInFront makes a tab behave as if it had the focus.
func alwaysInFront(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return chromedp.Void{}, err
}

// lendHands loads [personJS] before the page's own scripts.
func lendHands(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: personJS})
	return chromedp.Void{}, err
}

// hear notes the errors that the browser reports.
func (p *person) hear(event any) {
	switch ev := event.(type) {
	case *runtime.EventExceptionThrown:
		fmt.Fprintln(p.console, "exception:", ev.ExceptionDetails.Text, ev.ExceptionDetails.Exception.Description)
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError || ev.Type == runtime.ConsoleAPICalledTypeAssert {
			said, _ := json.Marshal(ev.Args)
			fmt.Fprintf(p.console, "error: %s\n", said)
		}
	case *log.EventEntryAdded:
		// A picture that is replaced while it loads fails without harm. [person.shot] waits
		// for those that stay.
		replaced := ev.Entry.Source == log.EntrySourceNetwork && strings.Contains(ev.Entry.URL, "/attachments/")
		if ev.Entry.Level == log.EntryLevelError && !replaced {
			fmt.Fprintln(p.console, "error:", ev.Entry.Text, ev.Entry.URL)
		}
	case *page.EventJavascriptDialogOpening:
		fmt.Fprintln(p.console, "dialog:", ev.Message)
	}
}

// do runs actions in the tab.
func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, world.Patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.fails(err)
	}
}

// ask calls a function of [personJS] and waits for its answer.
func ask[T any](p *person, function string, args ...any) T {
	p.Helper()
	var list []string
	for _, a := range args {
		raw, err := json.Marshal(a)
		if err != nil {
			p.Fatal(err)
		}
		list = append(list, string(raw))
	}
	call := "hands." + function + "(" + strings.Join(list, ", ") + ")"
	ctx, cancel := context.WithTimeout(p.ctx, world.Patience)
	defer cancel()
	answer, err := chromedp.Run(ctx, chromedp.Evaluate[T](call, chromedp.EvalAwaitPromise))
	if err != nil {
		p.fails(fmt.Errorf("%s: %w", call, err))
	}
	return answer
}

// fails ends the test with an error and the text of the page.
func (p *person) fails(err error) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, world.Patience)
	defer cancel()
	text, _ := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body?.innerText || ''"))
	p.Fatalf("%s: %v\n%s\n%s", p.name, err, p.console, text)
}

// click clicks the newest button with these words on a message.
func (p *person) click(words string) {
	p.Helper()
	p.clickOn("#messages", words, false)
}

// open opens a channel or a thread in the side bar by some words of its name.
func (p *person) open(words string) {
	p.Helper()
	p.clickOn("#channels", words, true)
	p.sees("#title", words)
}

// clickOn clicks a button in a part of the page. If the page moved meanwhile and the click
// missed, it clicks again.
func (p *person) clickOn(part, words string, some bool) {
	p.Helper()
	for range 10 {
		at := ask[struct{ X, Y float64 }](p, "aim", part, words, some)
		p.do(chromedp.MouseClickXY(at.X, at.Y))
		if ask[bool](p, "landed") {
			return
		}
	}
	p.fails(fmt.Errorf("%q cannot be clicked", words))
}

// pick picks the line that begins with these words, in the newest menu that has one.
func (p *person) pick(words string) {
	p.Helper()
	ask[string](p, "pick", words)
}

// types types into the element that has the focus.
func (p *person) types(keys string) {
	p.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// writes clicks the composer, types into it, and presses Enter.
func (p *person) writes(line string) {
	p.Helper()
	p.do(chromedp.Click(chromedp.CSS("#line")))
	p.types(line + "\r")
}

// sees waits until a part of the page has some words, as text or alt text.
func (p *person) sees(part, words string) {
	p.Helper()
	ask[bool](p, "sees", part, words)
}

// misses waits until no part of the page of a kind has some words.
func (p *person) misses(part, words string) {
	p.Helper()
	ask[bool](p, "misses", part, words)
}

// seesBoard waits until the newest public message is a board that has all of the words, and
// returns its whole text.
func (p *person) seesBoard(words ...string) string {
	p.Helper()
	var args []any
	for _, w := range words {
		args = append(args, w)
	}
	return ask[string](p, "board", args...)
}

// shot keeps a picture of the tab, once all that it shows is drawn.
func (p *person) shot(state string) {
	p.Helper()
	ask[bool](p, "drawn")
	p.picture(state)
}

// picture keeps a picture of the tab.
func (p *person) picture(state string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, world.Patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.fails(err)
	}
	if err := os.WriteFile(filepath.Join(p.shots, state+"-"+p.name+".png"), png, 0o644); err != nil {
		p.Fatal(err)
	}
}
