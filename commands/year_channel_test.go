package commands_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"parlour/commands/publish"
	"parlour/commands/world"
)

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
