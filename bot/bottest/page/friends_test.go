package page_test

import (
	"testing"

	"parlour/bot/bottest"
)

// friendsByClicks has two people play in their DM, where the board is the panel.
func friendsByClicks(t *testing.T, b *browser) {
	r := bottest.New(t)
	r.Discord.Stage().Befriend()
	ann, ben := b.sit(r, t, "ann"), b.sit(r, t, "ben")
	ann.open("ann & ben")
	ben.open("ann & ben")
	ann.writes("/play game:magic opponent:@ben first:me")
	ben.sees("#messages", "Ann challenges you to Rubik's Magic.")
	ben.shot("80-challenge")
	ben.click("Accept")
	people := []*person{ann, ben}
	ann.seesBoard("here we go. Ann moves first.")
	for ply, buttons := range [][]string{{"Move", "a3", "Confirm"}, {"a3 →", "d4", "Confirm"}, {"d4 ↑", "d1", "Confirm"}} {
		mover, other := people[ply%2], people[1-ply%2]
		for _, button := range buttons {
			mover.click(button)
		}
		other.seesBoard("@"+map[string]string{"ann": "Ann", "ben": "Ben"}[other.name]+", your turn.", "To move")
		other.sees("#messages", []string{"Ann moves first.", "1. Ann places a3 light", "2. Ben flips a3 →, places d4 light"}[ply])
		other.picturesFit()
		other.shot("81-ply" + string(rune('1'+ply)))
	}
	ben.click("Move")
	ben.seesBoard("Which tile do you flip?")
	ben.shot("82-steps")
	ben.fits()
}
