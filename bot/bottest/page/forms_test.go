package page_test

import (
	"testing"

	"parlour/bot/bottest"
)

// formsByClicks sets the options of a table and what a server sets by forms. A form that is refused opens once more as it
// was filled in.
func formsByClicks(t *testing.T, b *browser) {
	r := bottest.New(t)
	ann := b.sit(r, t, "ann")
	fill := func(script string) {
		ann.sees("#modal", "Submit")
		evaluate[bool](ann, `(() => { const form = document.getElementById('modal'); `+script+`; return true })()`)
		ann.clickOn("#modal", "Submit", false)
	}
	ann.writes("/play game:permute")
	ann.click("Options")
	fill(`form.querySelectorAll('select')[0].value = '12'; form.querySelectorAll('select')[1].value = '1h';
		form.querySelector('[value="rated-game"]').click(); form.querySelector('[value="blocks"]').click()`)
	ann.sees("#messages", "Rated games have a clock of at least 12 hours a move.")
	ann.click("Open the form again")
	ann.sees("#modal", "Permute: options")
	ann.shot("62-options")
	fill(`form.querySelector('[value="rated-game"]').click()`)
	ann.sees("#messages", "Set: 12×12, blocks of two and 1 hour per move.")
	ann.sees("#messages", "12×12 · blocks of two · 1 hour per move")

	ann.writes("/server zone:Europe/Berlin")
	ann.click("Posts and pings")
	ann.sees("#modal", "Channel for results")
	ann.shot("63-server")
	fill(`form.querySelectorAll('select')[0].selectedIndex = 1; form.querySelector('[value="off"]').click()`)
	ann.sees("#messages", "Changed: Channel for results and Each month's standings.")
	ann.fits()
	if all := r.Discord.Violations(); len(all) > 0 {
		t.Errorf("a form broke a rule: %+v", all)
	}
}
