package commands_test

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"parlour/commands"
	"parlour/commands/world"
)

// yearZones are the zones of people, and no zone: north and south, without changes of the clocks,
// and with changes of an hour and of half an hour.
var yearZones = []string{
	"", "America/New_York", "America/Los_Angeles", "America/Sao_Paulo", "America/St_Johns", "Europe/Berlin", "Europe/London",
	"Africa/Cairo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Adelaide", "Australia/Lord_Howe", "Pacific/Auckland",
}

// A citizen is a person in a simulated year.
type citizen struct {
	id, name string
	left     time.Time // when they left every server for good; zero if they did not
	closed   bool      // whether they take no direct messages
	lazy     float64   // how likely they are to let a turn pass
}

// A town is the people of a simulated year, and what one of them is doing.
type town struct {
	people  []*citizen
	byID    map[string]*citizen
	doing   string           // the verb of the request that is being handled
	said    string           // the last answer of the service
	asking  commands.Request // that is being handled
	circles []circle
}

// citizen returns a person by id.
func (y *year) citizen(id string) *citizen { return y.byID[id] }

// settle makes the people and plans their year.
func (y *year) settle() {
	y.byID = map[string]*citizen{}
	length := y.end.Sub(y.from)
	some := func() time.Time { return y.from.Add(y.chance.UpTo(length)) }
	for i := range y.scale.people {
		c := &citizen{id: y.id(), name: "P" + strconv.Itoa(i), lazy: 0.03}
		if i%10 == 0 {
			c.lazy = 0.3
		}
		y.town.people, y.byID[c.id] = append(y.town.people, c), c
		if i%8 > 0 {
			y.person(y.from.Add(y.chance.UpTo(24*time.Hour)), func() { y.moveTo(c, yearZones[i%len(yearZones)]) })
		}
		for range y.chance.IntN(2 + y.days/120) {
			y.person(some(), func() { y.moveTo(c, world.OneOf(y.chance, yearZones...)) })
		}
		for range y.chance.IntN(3) {
			y.person(some(), func() { y.goAway(c) })
		}
		switch i % 12 {
		case 3, 9, 11:
			y.Plan(some(), func() { c.left, y.Left[c.id] = y.Now(), true })
		case 5:
			y.Plan(some(), func() { c.closed = true })
			y.person(some(), func() {
				c.closed = false
				y.ask(c, "dms", commands.Request{Command: "settings", Options: map[string]string{"dms": "on"}})
			})
		case 7:
			y.person(some(), func() {
				y.ask(c, "dms", commands.Request{Command: "settings", Options: map[string]string{"dms": "off"}})
			})
		}
	}
	y.befriend()
}

// moveTo has a person set a zone, with quiet hours, reminders and a digest at random.
func (y *year) moveTo(c *citizen, zone string) {
	o := map[string]string{"zone": zone, "remind": y.chance.Weigh("default 6, none 1, 25 75 1, 90 1, 10 50 90 99 1")}
	if zone == "" {
		o["zone"] = "none"
	} else {
		o["quiet"] = y.chance.Weigh("default 6, none 2, 23:30-6:30 1, 0:00-9:00 1, 20:00-11:00 1, 9:00-12:00 1, 2:30-8:00 1, 22:00-2:30 1")
		o["digest"] = y.chance.Weigh("none 6, 12:30 2, 18:15 1")
	}
	y.ask(c, "settings", commands.Request{Command: "settings", Options: o})
}

// goAway has a person away for some days, of whom some come back early.
func (y *year) goAway(c *citizen) {
	days := 1 + y.chance.IntN(14)
	y.awayUntil(c, fmt.Sprintf("%d days", days))
	if y.chance.IntN(3) == 0 {
		y.person(y.Now().Add(y.chance.UpTo(time.Duration(days)*24*time.Hour)), func() { y.awayUntil(c, "back") })
	}
}

// putOff has a person who is short of time be away for a day and come back within it: their turn would then end
// at once.
func (y *year) putOff(c *citizen) {
	y.awayUntil(c, "1 day")
	y.person(y.Now().Add(y.chance.UpTo(day)), func() { y.awayUntil(c, "back") })
}

func (y *year) awayUntil(c *citizen, typed string) {
	y.ask(c, "away", commands.Request{Command: "away", Options: map[string]string{"until": typed}})
}

// ask has a person send a request, and publishes what it changed.
func (y *year) ask(c *citizen, doing string, r commands.Request) {
	if !c.left.IsZero() || !y.working() {
		return
	}
	r.ID, r.By, r.Lang, r.PlaceLang = y.id(), commands.Person{ID: c.id, Name: c.name, Sees: true}, "en-GB", "en-US"
	if r.Channel == "" {
		r.Guild, r.Channel = serverID, serverID+"01"
	}
	r.Guest = strings.HasPrefix(r.Channel, world.Friends)
	y.light()
	y.doing, y.asking = doing, r
	reply := y.service.Handle(y.t.Context(), r)
	y.doing, y.said = "", reply.Message.Content
	switch {
	case r.Guest:
		y.answersThere(r, reply)
	case reply.Public:
		y.answered(r, reply)
	}
	for _, unshown := range reply.Due {
		_ = y.service.Publish(y.t.Context(), unshown) // a failed publication is due again later
	}
	y.asking = commands.Request{}
	y.revive()
}

// press has a person press a button of a match.
func (y *year) press(c *citizen, m *played, verb string, steps ...string) {
	button := strings.Join(append([]string{"1", m.head.ID, strconv.Itoa(y.turn(m)), verb}, steps...), ":")
	if m.head.Guest {
		y.pressThere(c, m, verb, button)
		return
	}
	y.ask(c, verb, commands.Request{Button: button, Guild: m.head.Guild, Channel: m.head.Channel})
}

// present returns a random person who has not left.
func (y *year) present() *citizen {
	for {
		if c := world.OneOf(y.chance, y.town.people...); c.left.IsZero() {
			return c
		}
	}
}
