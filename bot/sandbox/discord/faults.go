package discord

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"parlour/bot/sandbox/fault"
)

// Faults makes Discord fail on demand: the REST API ([Faults.Fail], [Faults.Limit])
// and the gateway (by [GatewayFaults]). [Faults.Mend] ends what was planned.
type Faults struct {
	*GatewayFaults
	rest *API
}

// NewFaults returns the faults of an API and of its gateway.
func NewFaults(rs *API) *Faults { return &Faults{newGatewayFaults(rs.gateway), rs} }

// Fail makes the next requests fail, and returns the fault's id for [Faults.Mend]. Of
// several faults of a route the oldest strikes first. A fault that makes no sense is
// refused with a sentence.
func (f *Faults) Fail(next fault.Fault) (id int, err error) {
	next.Fill()
	if err := next.Check(Routes()); err != nil {
		return 0, err
	}
	return f.rest.plan.Add(fault.Pending{Left: cmp.Or(next.Times, 1), Request: &next}), nil
}

// Pending returns the faults that have not struck as often as planned, oldest first.
func (f *Faults) Pending() []fault.PendingFault {
	f.rest.state.Lock()
	defer f.rest.state.Unlock()
	return f.rest.plan.Pending()
}

// Mend ends faults early, by id. Without ids it ends all of them and the gateway's
// silence.
func (f *Faults) Mend(ids ...int) {
	f.rest.state.Lock()
	defer f.rest.state.Unlock()
	f.rest.plan.Mend(ids)
	if len(ids) == 0 {
		f.rest.gateway.CatchUp()
		f.rest.gateway.Hush(false)
	}
	f.rest.state.Bump()
}

// Await waits until all faults have struck as often as planned. It does not wait for
// faults that last until [Faults.Mend], nor for an answer that is late.
func (f *Faults) Await(ctx context.Context) error {
	err := f.rest.state.Await(ctx, func() bool {
		return !f.rest.plan.Left()
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
