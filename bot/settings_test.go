package bot_test

import (
	"strings"
	"testing"

	"parlour/bot/sandbox"
	"parlour/imaging"
	"parlour/storage"
)

// A person chooses a palette by its name, in a server or in the bot's DM, or by the menu of
// the answer. The choice survives a restart, and a table has the palette of the person who
// opened it.
func TestSettings(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games, dm := r.discord.Channel("games"), r.discord.User("ann").DM()
	r.wantPalette(r.slash("ann", games, "/settings").Content, "classic")
	r.wantPalette(r.slash("ann", games, "/settings palette:high contrast").Content, "high contrast")
	r.stop()
	r.start()
	if own, err := storage.People.Get(r.ctx, r.store, r.discord.User("ann").ID()); err != nil || own.Palette != "contrast" {
		t.Errorf("ann has set %+v (%v), want contrast", own, err)
	}
	shown := r.slash("ann", dm, "/settings")
	r.wantPalette(shown.Content, "high contrast")
	options := shown.Rows[0][0].Options
	for i, name := range imaging.Palettes() {
		if len(options) <= i || options[i].Value != name || strings.HasPrefix(options[i].Label, "palette.") {
			t.Errorf("the menu of palettes is %+v, want %s with a name for it", options, name)
		}
	}
	r.challenge(games, "")
	r.wantPalette(r.choose("ann", shown, "classic").Content, "classic")
	heads, err := r.store.OfPlayer(r.ctx, r.discord.User("ben").ID(), true, storage.All)
	if err != nil || len(heads) != 1 || heads[0].Palette != "contrast" {
		t.Errorf("ben plays %+v (%v), want one game at a table of high contrast", heads, err)
	}
}

func (r *rig) wantPalette(said, palette string) {
	r.t.Helper()
	if !strings.HasPrefix(said, "Boards are **"+palette+"** for you") {
		r.t.Errorf("/settings was answered with %q, want %s", said, palette)
	}
}

// A button below a board that one person sees shows it as text, to players and onlookers, and so does the flag of
// /board.
func TestTextBoard(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, board := r.challenge(r.discord.Channel("games"), "")
	byButton := r.click("ann", r.click("ann", board, "Board"), "Text")
	said := boardOf(byButton)
	if len(byButton.Attachments) > 0 || !byButton.Ephemeral || !strings.Contains(said, "```\n 9 YOYO") {
		t.Errorf("Text was answered with %+v, want a board as text for ann alone", byButton)
	}
	if seen := boardOf(r.click("cleo", r.click("cleo", board, "Board"), "Text")); seen != said {
		t.Errorf("Text was answered to cleo with %q, want %q", seen, said)
	}
	if byFlag := r.slash("ann", channel, "/board text:true"); boardOf(byFlag) != said || len(byFlag.Attachments) > 0 {
		t.Errorf("/board text:true was answered with %+v, want what Text says", byFlag)
	}
	if picture := r.slash("ann", channel, "/board text:false"); len(picture.Attachments) != 1 {
		t.Errorf("/board text:false was answered with %+v, want a picture", picture)
	}
}

// boardOf returns the text of a board without the link to the newest message of the match.
// That link may change a moment after the message is seen.
func boardOf(m sandbox.Message) string {
	said, _, _ := strings.Cut(m.Content, "\n[Board]")
	return said
}
