package rest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/gateway"
	"parlour/bot/sandbox/world"
)

// Faults makes Discord fail on demand: the REST API ([Faults.Fail], [Faults.Limit])
// and the gateway (by [gateway.Faults]). [Faults.Mend] ends what was planned.
type Faults struct {
	*gateway.Faults
	state   *world.State
	gateway *gateway.Gateway
	plan    *fault.Plan
	rest    *API
}

// NewFaults returns the faults of a gateway and of an API, which share a plan.
func NewFaults(st *world.State, g *gateway.Gateway, plan *fault.Plan, rs *API) *Faults {
	return &Faults{Faults: gateway.NewFaults(st, g, plan), state: st, gateway: g, plan: plan, rest: rs}
}

// Fail makes the next requests fail, and returns the fault's id for [Faults.Mend]. Of
// several faults of a route the oldest strikes first. A fault that makes no sense is
// refused with a sentence.
func (f *Faults) Fail(next fault.Fault) (id int, err error) {
	next.Fill()
	if err := next.Check(Routes()); err != nil {
		return 0, err
	}
	return f.plan.Add(fault.Pending{Left: cmp.Or(next.Times, 1), Request: &next}), nil
}

// Pending returns the faults that have not struck as often as planned, oldest first.
func (f *Faults) Pending() []fault.PendingFault {
	f.state.Lock()
	defer f.state.Unlock()
	return f.plan.Pending()
}

// Mend ends faults early, by id. Without ids it ends all of them and the gateway's
// silence.
func (f *Faults) Mend(ids ...int) {
	f.state.Lock()
	defer f.state.Unlock()
	f.plan.Mend(ids)
	if len(ids) == 0 {
		f.gateway.CatchUp()
		f.gateway.Hush(false)
	}
	f.state.Bump()
}

// Await waits until all faults have struck as often as planned. It does not wait for
// faults that last until [Faults.Mend], nor for an answer that is late.
func (f *Faults) Await(ctx context.Context) error {
	err := f.state.Await(ctx, func() bool {
		return !f.plan.Left()
	})
	if err != nil {
		return fmt.Errorf("waiting for faults to come: %w: %v", err, f.Pending())
	}
	return nil
}

// Routes returns the routes of the sandbox, sorted.
func Routes() []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(routes)), maps.Keys(openRoutes))
	slices.Sort(all)
	return all
}
