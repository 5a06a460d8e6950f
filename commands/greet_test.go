package commands_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// A server is greeted once, in its system channel or else through the person who added Parlour, by a message that
// pings nobody. The time that passes in between is longer than a nonce hides a second one.
func TestHello(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"in the system channel, once, after a restart too": `
			greet lounge ann
			= #lounge, message 1:
			= Hello, I'm Parlour. I host board games, one move at a time.
			= ` + "/play starts a game. /rules explains each one. /help has the rest." + `
			= ` + "/privacy shows what I keep about you. I forget you if you ask." + `
			= ` + "Do you manage this server? /doctor checks that I can do all I need." + `
			- pings
			pass 6m
			greet lounge ann
			- message
			restart
			greet lounge ann
			- message`,
		"not where Parlour has been for longer": `
			greet lounge ann 1h
			- message
			greet lounge ann 9600h
			- message
			greet lounge ann 1000000h
			- message
			greet lounge ann -1m
			= #lounge, message 1:`, // this clock is behind that of Discord
		"not where Parlour is not to serve: it leaves a server that adds it again": `
			hand guild 11000000000000000010 block
			pass 1m
			greet lounge ann 10m
			servers
			- message
			- leaves
			greet lounge ann
			- message
			servers
			= (Parlour leaves the server 11000000000000000010)`,
		"directly where it is forbidden to write": `
			locked lounge
			greet lounge ann
			= to ann, message d1:
			= I've just joined Ann's \*place\*.
			= ` + "Use /doctor there to check that I can do all I need." + `
			pass 6m
			greet lounge ann
			- message`,
		"directly where the channel is gone": `
			deleted lounge
			greet lounge ann
			= to ann, message d1:`,
		"directly where there is none": `
			greet none ann
			= to ann, message d1:
			pass 6m
			greet lounge ann
			- message`,
		"to nobody who takes no direct messages, then or later": `
			refuses ann closed
			greet none ann
			takes ann
			greet none ann
			- message
			about ann no_direct
			= no_direct: true`,
		"to nobody with whom no channel can be opened": `
			hurries ann
			greet none ann
			takes ann
			greet none ann
			- message
			about ann no_direct
			= no_direct: true`,
		"to nobody while no message can be sent": `
			fails
			refuses ann
			greet lounge ann
			greet none ann
			- message`,
		"to nobody where nobody is known": `
			greet none
			greet none
			- message`,
	} {
		t.Run(name, func(t *testing.T) { newTalk(t).tell(t, script) })
	}
}

// wantHellos checks how many hellos there are.
func (w *talk) wantHellos(t *testing.T, when string, want int) {
	t.Helper()
	if got := len(w.Posts) + len(w.DMs); got != want {
		t.Errorf("%s there are %d hellos, want %d\n%s", when, got, want, &w.out)
	}
}

// Where the budget of direct messages is used up, nobody gets a hello, and nobody is noted as taking none. Nor is
// there one where the server is not known.
func TestTheHelloHasABudget(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.with(func(c *commands.Config) { c.Budget = commands.Budget{Day: 1} })
	w.service.Greet(commands.Joined{Guild: "1", At: w.Now(), By: "ben"})
	w.service.Greet(commands.Joined{At: w.Now(), System: "lounge", By: "ann"})
	w.wantHellos(t, "from one server", 1)
	w.tell(t, `
		greet none ann
		- message
		about ann no_direct
		= no_direct: null
	`)
}

// Of two processes that hear of a server at once, one greets it.
func TestOfTwoProcessesOneGreets(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	other := w.service
	w.over(world.Once(w.store, false, func(a world.Access) bool { return a.Record.Kind == storage.Servers.Name() }, func() {
		w.service = other
		w.steps(t, "greet lounge ann", "pass 6m")
	}))
	w.steps(t, "greet lounge ann")
	w.wantHellos(t, "after both", 1)
}

// While the store cannot be reached the hello waits, for an hour and until the bot ends.
func TestTheHelloWaitsForTheStore(t *testing.T) {
	t.Parallel()
	for back, want := range map[time.Duration]int{3 * time.Minute: 1, 2 * time.Hour: 0} {
		w := newTalk(t)
		begin := w.Now()
		fuse := w.fills(0)
		w.with(func(c *commands.Config) {
			c.Wait = func(_ context.Context, d time.Duration) error {
				if w.Pass(d); w.Now().Sub(begin) >= back {
					fuse.PutOut()
				}
				return nil
			}
		})
		w.steps(t, "greet lounge ann")
		w.wantHellos(t, "the store is back after "+strconv.Itoa(int(back.Minutes()))+" minutes:", want)
	}
	w := newTalk(t)
	ctx, stop := context.WithCancel(t.Context())
	w.fills(0)
	w.with(func(c *commands.Config) {
		c.Aside = func(do func(context.Context)) { do(ctx) }
		c.Wait = func(ctx context.Context, _ time.Duration) error { stop(); return ctx.Err() }
	})
	w.steps(t, "greet lounge ann")
	w.wantHellos(t, "as the bot ends meanwhile", 0)
	w.with(func(c *commands.Config) { c.Store, c.Aside = w.store, nil })
	w.steps(t, "greet lounge ann")
	w.wantHellos(t, "after the next start", 1)
}

// A process whose lease is over says nothing until it has another one.
func TestNoHelloWithoutALease(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	now := w.Now
	member, err := fleet.Join(t.Context(), storetest.Shared{Store: w.store, Clock: now}, now, nil)
	if err != nil {
		t.Fatal(err)
	}
	waits := 0
	w.with(func(c *commands.Config) {
		c.Fleet = member
		c.Wait = func(ctx context.Context, _ time.Duration) error {
			waits++
			w.wantHellos(t, "while the lease is over", 0)
			_, err := member.Look(ctx)
			return err
		}
	})
	w.steps(t, "pass 1m", "greet lounge ann")
	if w.wantHellos(t, "with a new lease", 1); waits != 1 {
		t.Errorf("it has waited %d times, want once", waits)
	}
}
