package page_test

import (
	"testing"

	"parlour/bot/bottest"
)

// changesInPlace shows an onlooker a board that a press changes in its place, and messages
// that come silently, are noted by Discord, or are deleted.
func changesInPlace(t *testing.T, b *browser) {
	r := bottest.NewToyRig(t, bottest.Toys())
	ben := b.sit(r.Rig, t, "ben")
	ben.open("Permute")
	ben.misses(".notice", "added") // players come to their thread without one
	ben.sees("#messages", "here we go. Ann moves first.")
	r.Toys("ann", "step", r.Board.ID)
	ben.sees("#m"+r.Board.ID, "a step by Ann")
	ben.sees("#m"+r.Board.ID, "(edited)")
	ben.misses("#messages", "here we go. Ann moves first.")
	ben.shot("50-edited")
	quiet := r.Posts(r.Channel, map[string]any{"content": "A quiet word.", "flags": 1 << 12})
	ben.sees("#m"+quiet, "silent")
	r.Discord.Stage().DeleteMessage(quiet)
	ben.misses("#messages", "A quiet word.")
	ben.clickOn("#channels", "games", true)
	ping := r.Posts(r.Channel, map[string]any{"content": r.Discord.User("ben").Mention() + ", quick!"})
	ben.sees("#toasts", "quick!")
	ben.sees(`#channels [data-badge="1"]`, "Permute")
	r.Discord.Stage().DeleteMessage(ping)
	ben.sees(`#channels [data-badge="1"][title*="deleted"]`, "Permute")
	ben.shot("51-ghost")
	ben.clickOn("#sent", "What the bot sent", true)
	ben.sees("#counted", "towards the 50 a second that Discord allows.")
	ben.fits()
}
