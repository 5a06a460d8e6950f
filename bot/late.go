package bot

import (
	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
)

// event handles an interaction in a channel, if it is young enough.
func (b *bot) event(i *discordgo.InteractionCreate, place Place) {
	defer b.recover("an interaction")
	verdict, left := b.ages.Judge(i.ID)
	if verdict == Dead {
		drop(b, i.ID, old, nil)
		return
	}
	b.interact(i, Request(i, place, b.self), min(b.DeferAfter, left))
}

// The reasons why an interaction is dropped.
const (
	old     = "old"
	refused = "refused"
)

// drop notes that an interaction is not carried out. Its person was told that Parlour did not
// respond, and may try again.
func drop(b *bot, id, why string, err error) {
	b.metrics.dropped.WithLabelValues(why).Inc()
	b.Log.Warn("an interaction came too late and is not carried out", "request", id, "why", why, "err", err)
}

// isTwin reports whether err says that Discord sent an event twice, and that its twin answers.
func isTwin(err error) bool { return refusal(err).Code == rest.CodeAnswered }
