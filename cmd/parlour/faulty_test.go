package main

import (
	"maps"
	"reflect"
	"slices"
	"testing"
)

// The same seed has the same faults, of every kind, and as many as are wanted.
func TestFaultsAreDrawn(t *testing.T) {
	draw := func(seed uint64) (all []string) {
		p := &faultyProxy{seed: seed, count: map[string]int{}}
		for range 4000 {
			m := drawMishap(p.dice(aRequest))
			kind, _ := p.gatewayFault(aPacket, onEvent)
			all = append(all, m.kind, kind)
		}
		return all
	}
	first := draw(1)
	if !reflect.DeepEqual(first, draw(1)) || reflect.DeepEqual(first, draw(2)) {
		t.Error("one seed draws different faults, or two draw the same")
	}
	kinds, failed := map[string]bool{}, [2]int{}
	for n, kind := range first {
		if kind != "" {
			kinds[kind] = true
			failed[n%2]++
		}
	}
	if len(kinds) != 18 {
		t.Errorf("these faults are drawn: %v, want 18 kinds", slices.Sorted(maps.Keys(kinds)))
	}
	if failed[0] < 900 || failed[0] > 1100 || failed[1] < 580 || failed[1] > 760 {
		t.Errorf("of 4000 requests %d fail and of as many packets %d, want a quarter and a sixth", failed[0], failed[1])
	}
}
