package bot_test

import "testing"

// changesInPlace shows an onlooker a board that a press changes in its place, and messages
// that come silently, are noted by Discord, or are deleted.
func changesInPlace(t *testing.T, b *browser) {
	r := newToyRig(t, nil)
	ben := b.sit(r.rig, t, "ben")
	ben.open("Permute")
	ben.misses(".notice", "added") // players come to their thread without one
	ben.sees("#messages", "here we go. Ann moves first.")
	r.press("ann", "step", r.board.ID)
	ben.sees("#m"+r.board.ID, "a step by Ann")
	ben.sees("#m"+r.board.ID, "(edited)")
	ben.misses("#messages", "here we go. Ann moves first.")
	ben.shot("50-edited")
	quiet := r.posts(r.channel, map[string]any{"content": "A quiet word.", "flags": 1 << 12})
	ben.sees("#m"+quiet, "silent")
	r.discord.Stage().DeleteMessage(quiet)
	ben.misses("#messages", "A quiet word.")
	ben.clickOn("#channels", "games", true)
	ping := r.posts(r.channel, map[string]any{"content": r.discord.User("ben").Mention() + ", quick!"})
	ben.sees("#toasts", "quick!")
	ben.sees(`#channels [data-badge="1"]`, "Permute")
	r.discord.Stage().DeleteMessage(ping)
	ben.sees(`#channels [data-badge="1"][title*="deleted"]`, "Permute")
	ben.shot("51-ghost")
	ben.clickOn("#sent", "What the bot sent", true)
	ben.sees("#counted", "towards the 50 a second that Discord allows.")
	ben.fits()
}
