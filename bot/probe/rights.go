package probe

import (
	"fmt"

	"parlour/commands/publish"
)

// The kind of a text channel, and two permissions.
const (
	textChannel   = 0
	viewChannel   = 1 << 10
	administrator = 1 << 3
)

// mostRooms bounds the channels that are looked into.
const mostRooms = 20

// rights are the rules about who may view what.
var rights = []rule{
	tried("Whether a channel may be viewed follows from the roles and the overwrites as documented: everybody's, then those of roles together, then one's own.",
		"as computed", func(t *try) string {
			l, roles := t.layout()
			otherwise := 0
			for id := range l.Rooms {
				got := t.do("GET", in(id)+"?limit=1", nil, nil)
				if views := got.String() != "403, 50001"; views != l.Views(t.me, roles, id) {
					otherwise++
				}
			}
			if otherwise > 0 {
				return fmt.Sprintf("%d of %d channels otherwise", otherwise, len(l.Rooms))
			}
			return "as computed"
		}),
	tried("Every channel of a server lists its overwrites, also one that the bot may not view.", "yes", func(t *try) string {
		var all []struct {
			Overwrites *[]struct{} `json:"permission_overwrites"`
		}
		t.need("GET", "guilds/"+t.guild+"/channels", nil, &all)
		for _, c := range all {
			if c.Overwrites == nil {
				return yes(false)
			}
		}
		return yes(len(all) > 0)
	}),
}

// layout reads who may view the text channels of the server, at most so many, and the roles of the bot there.
func (t *try) layout() (l publish.Layout, own []string) {
	var roles []struct {
		ID  string
		May int64 `json:"permissions,string"`
	}
	var self struct{ Roles []string }
	var channels []struct {
		ID         string
		Type       int
		Overwrites []struct {
			ID    string
			Allow int64 `json:",string"`
			Deny  int64 `json:",string"`
		} `json:"permission_overwrites"`
	}
	t.need("GET", "guilds/"+t.guild+"/roles", nil, &roles)
	t.need("GET", "guilds/"+t.guild+"/members/"+t.me, nil, &self)
	t.need("GET", "guilds/"+t.guild+"/channels", nil, &channels)
	l = publish.Layout{Guild: t.guild, Owner: t.owner, Viewers: map[string]bool{}, Admins: map[string]bool{}, Rooms: map[string]publish.Room{}}
	for _, r := range roles {
		l.Viewers[r.ID] = r.May&viewChannel != 0
		l.Admins[r.ID] = r.May&administrator != 0
	}
	for _, c := range channels {
		if c.Type != textChannel || len(l.Rooms) == mostRooms {
			continue
		}
		room := publish.Room{View: map[string]bool{}}
		for _, o := range c.Overwrites {
			if allowed := o.Allow&viewChannel != 0; allowed || o.Deny&viewChannel != 0 {
				room.View[o.ID] = allowed
			}
		}
		l.Rooms[c.ID] = room
	}
	return l, self.Roles
}
