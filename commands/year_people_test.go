package commands_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"parlour/commands"
	"parlour/commands/publish"
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

// citizen returns a person by id, and player the person of a seat.
func (y *year) citizen(id string) *citizen { return y.byID[id] }

func (y *year) player(m *played, seat int) *citizen { return y.byID[m.head.Players[seat].ID] }

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
		if i%7 == 2 {
			y.person(some(), func() { y.types(c, "settings", "auto-away", "off") })
		}
		switch i % 12 {
		case 3, 9, 11:
			y.Plan(some(), func() { c.left, y.Left[c.id] = y.Now(), true })
		case 5:
			y.Plan(some(), func() { c.closed = true })
			y.person(some(), func() { c.closed = false; y.types(c, "settings", "dms", "on") })
		case 7:
			y.person(y.from.Add(y.chance.UpTo(length/4)), func() { y.types(c, "settings", "dms", "off") })
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
	y.types(c, "away", "until", fmt.Sprintf("%d days", days))
	if y.chance.IntN(3) == 0 {
		y.within(time.Duration(days)*24*time.Hour, func() { y.types(c, "away", "until", "back") })
	}
}

// putOff has a person who is short of time be away for a day and come back within it: their turn would then end
// at once.
func (y *year) putOff(c *citizen) {
	y.types(c, "away", "until", "1 day")
	y.within(day, func() { y.types(c, "away", "until", "back") })
}

// types has a person give a command with one option.
func (y *year) types(c *citizen, command, option, value string) {
	y.ask(c, command, commands.Request{Command: command, Options: map[string]string{option: value}})
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

// A discord is what goes wrong with the calls of a simulated Discord.
type discord struct {
	removed map[string]bool // servers that the bot was removed from
	failed  time.Time       // when a call last failed
	fails   int             // how many calls have failed
	failing float64         // how likely a call fails for a moment
}

// connect makes the channel of the year.
func (y *year) connect() {
	y.discord = discord{removed: map[string]bool{}, failing: usualFailing}
	y.Channel = world.NewChannel(y.Clock, func(c world.Call, why string) {
		kind := badMessage
		if c.Guest || strings.HasPrefix(c.Channel, world.Friends) {
			kind = intruded
		}
		y.judge.Fault(kind, "%s in %s: %s", c.Op, c.Channel, why)
	})
	y.Before, y.After, y.SleepsAfter = y.may, y.saw, 3*day
	y.Arranged.Rooms = map[string]publish.Room{}
	for i := range channels { // of which not everybody views the last
		y.Arranged.Rooms[serverID+strconv.Itoa(i)] = publish.Room{View: map[string]bool{serverID: i < channels-1}}
	}
	y.NewID = func(string) string { return y.id() }
	y.Late = func(c world.Call) {
		if c.Op == world.ToPost {
			y.judge.Happened("boards among friends that could not be posted")
		}
	}
}

// usualFailing is how likely a call fails, and how likely the answer to a message is lost, on a
// good day.
const usualFailing = 0.005

// errPassing is the failure of a call that may be tried again.
var errPassing = errors.New("503")

// call begins every call: the process may die in it, and it may fail.
func (y *year) call() error {
	if err := y.fuse.Burn(); err != nil {
		return err
	}
	if y.chance.Float64() < y.failing**yearTrouble {
		y.fail()
		return errPassing
	}
	return nil
}

// fail notes that a call fails.
func (y *year) fail() { y.failed, y.fails = y.Now(), y.fails+1 }

// Ids of servers. Those of their channels begin with them.
const (
	serverID = "1"
	doomedID = "2" // a server from which the bot is removed
)

// channels is how many channels the first server has.
const channels = 12

// serverOf returns the server of a channel.
func (y *year) serverOf(channel string) string {
	if id, thread := strings.CutPrefix(channel, world.Thread); thread {
		return y.serverOf(y.ByID(id).Channel)
	}
	return channel[:1]
}

// may begins every call: the process may die in it, and it may fail.
func (y *year) may(_ context.Context, c world.Call) error {
	if err := y.call(); err != nil || c.Guest || c.Op == world.ToOpen {
		return err
	}
	if c.Op == world.ToFind {
		if c.Channel == "" {
			y.judge.Fault(intruded, "somebody is looked for")
		}
		if y.removed[c.Channel] {
			return publish.ErrGone
		}
		return nil
	}
	if who, direct := strings.CutPrefix(c.Channel, world.DM); direct {
		if y.citizen(who).closed {
			return publish.ErrClosed
		}
	} else if y.removed[y.serverOf(c.Channel)] {
		return publish.ErrForbidden
	}
	return nil
}

// saw sees what was carried out. The process may die before it hears of it, or the answer be lost.
func (y *year) saw(c world.Call, p *world.Post) error {
	switch c.Op {
	case world.ToPost:
		if c.Again {
			y.judge.Happened("same nonce")
			break
		}
		y.posted(p)
		if c.Guest {
			y.judge.Happened("boards among friends")
			y.judge.again(p)
		}
		if y.chance.Float64() < y.failing**yearTrouble {
			y.judge.Happened("lost answers")
			y.fail()
			return io.ErrUnexpectedEOF
		}
	case world.ToDelete:
		if !c.Again {
			y.judge.deleted(p)
		}
	case world.ToRouse:
		y.judge.Happened("threads roused")
		return nil
	case world.ToRead:
		y.judge.Happened("channels read")
		return nil
	case world.ToRename, world.ToInvite, world.ToOpen, world.ToFind:
		return nil
	}
	return y.fuse.Burn()
}

// posted has the judge see a message that was posted.
func (y *year) posted(p *world.Post) {
	if *yearLog {
		fmt.Println(y.Now().UTC(), "post", p.Channel, p.Nonce, strings.ReplaceAll(p.Newest().Content, "\n", " / "))
	}
	y.judge.posted(p)
}

// planTrouble plans stops of the process, times in which the gateway is shut, and times in which
// many calls fail.
func (y *year) planTrouble() {
	length := y.end.Sub(y.from)
	for _, d := range []time.Duration{
		20 * time.Second, 2 * time.Minute, 10 * time.Minute, 45 * time.Minute, 70 * time.Minute, 5 * time.Hour, 26 * time.Hour, 60 * time.Hour,
	} {
		for range 1 + y.days/180 {
			y.person(y.from.Add(y.chance.UpTo(length)), func() {
				y.keepAlive()
				y.stop(d)
			})
		}
	}
	for range 1 + y.days/12 {
		y.Plan(y.from.Add(y.chance.UpTo(length)), func() { y.shutFor(y.chance.UpTo(world.OneOf(y.chance, time.Minute, 20*time.Minute, 5*time.Hour))) })
		y.Plan(y.from.Add(y.chance.UpTo(length)), func() { y.failFor(y.chance.UpTo(6 * time.Hour)) })
	}
	y.Plan(y.from.Add(length*2/3), func() { y.removed[doomedID] = true })
}

// downtime returns how long a process that has died stays down.
func (y *year) downtime() time.Duration {
	if y.chance.IntN(10) < 7 {
		return time.Second + y.chance.UpTo(40*time.Second)
	}
	return time.Minute + y.chance.UpTo(world.OneOf(y.chance, 3*time.Minute, 10*time.Minute, 100*time.Minute))
}

// shutFor shuts the gateway for a while.
func (y *year) shutFor(d time.Duration) {
	if !y.working() {
		return
	}
	y.keepAlive()
	y.judge.away(y.Now())
	y.shut = true
	y.judge.Happened("gateway shut")
	y.Plan(y.Now().Add(d), func() {
		if y.shut = false; y.up {
			y.reached()
			y.beat()
			y.revive()
		}
	})
}

// failFor has many calls fail for a while.
func (y *year) failFor(d time.Duration) {
	y.judge.hard(y.Now(), y.Now().Add(d+time.Minute))
	y.failing = world.OneOf(y.chance, 0.3, 0.7, 1)
	y.Plan(y.Now().Add(d), func() { y.failing = usualFailing })
}
