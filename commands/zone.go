package commands

import (
	"context"

	"parlour/storage"
)

// maxZone bounds a time zone as it is typed, in characters.
const maxZone = 60

// tellZone opens the form for a time zone, and takes what was typed there.
func tellZone(ctx context.Context, h *host, c call) (Reply, error) {
	if c.Typed == nil {
		return h.form(c, "zone", maxZone), nil
	}
	c.Options = map[string]string{optionZone: *c.Typed}
	due, err := set(ctx, h, &c, func(own *storage.Person) error { return apply(h, own, c.Options) })
	if err != nil {
		return Reply{}, err
	}
	reply := tell(h.say(c, "zone.done", "Zone", c.Own.Zone))
	reply.Due = due
	return reply, nil
}
