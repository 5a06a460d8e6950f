package bot

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
	"parlour/commands/match"
)

// A panel that is noted late, after its person has pressed in it, neither closes what the press made of it nor has that
// closed with its own turn. A newer panel of the same person and match closes it.
func TestAPanelThatIsNotedLate(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	const opened, pressed, newer = "1500000000000000000", "1500000000500000000", "1500000001000000000"
	exchange := func(id string, message *pressedMessage) *exchange {
		r := commands.Request{By: commands.Person{ID: "7"}}
		return &exchange{b: d.b, interaction: &interaction{ID: id, Token: "token " + id, Message: message}, request: r, alone: message != nil}
	}
	inPanel := &pressedMessage{ID: "9", By: &discordgo.MessageInteractionMetadata{ID: opened}}
	d.b.panels.Keep(opened, exchange(pressed, inPanel).token())
	exchange(opened, nil).keepPanel(false, &match.Moment{Match: "m", Turn: 1})
	if kept := d.b.panels.Of(opened, d.b.Now()); kept.Until != nil {
		t.Errorf("while the press in it is answered the panel is kept as %+v, want it left to the press", kept)
	}
	exchange(pressed, inPanel).keepPanel(true, &match.Moment{Match: "m", Turn: 2})
	exchange(opened, nil).keepPanel(false, &match.Moment{Match: "m", Turn: 1})
	exchange(opened, nil).keepPanel(false, nil)
	if kept := d.b.panels.Of(opened, d.b.Now()); kept.Text != "token "+pressed || kept.Going || kept.Until.Turn != 2 {
		t.Errorf("the panel is kept as %+v, want it as the press left it", kept)
	}
	exchange(newer, nil).keepPanel(false, &match.Moment{Match: "m", Turn: 2})
	if kept := d.b.panels.Of(opened, d.b.Now()); kept.Text != "" && !kept.Going {
		t.Errorf("beside a newer panel the older one is %+v, want it closed", kept)
	}
}
