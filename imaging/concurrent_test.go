package imaging

import (
	"bytes"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"parlour/imaging/canvas"
)

// TestConcurrent checks that pictures and GIFs that are drawn at the same time, from no
// sprites, are like those drawn alone. The race detector runs it in CI.
func TestConcurrent(t *testing.T) {
	one := oneOfEach(t)
	names := slices.Sorted(maps.Keys(one))
	want, wantGIF := map[string][]byte{}, map[string][]byte{}
	animated := func(name string) []byte {
		data, err := Animate([]Drawing{one[name]}, time.Second, time.Second)
		if err != nil {
			t.Error(err)
		}
		return data
	}
	for _, name := range names {
		want[name], wantGIF[name] = mustDraw(t, one[name]), animated(name)
	}
	canvas.ForgetSprites()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range names {
				name := names[(i+worker/2)%len(names)]
				if got, err := Draw(one[name]); err != nil || !bytes.Equal(got, want[name]) {
					t.Errorf("%s: Draw beside others gave %d bytes and %v, want the same %d", name, len(got), err, len(want[name]))
				}
				if got := animated(name); !bytes.Equal(got, wantGIF[name]) {
					t.Errorf("%s: Animate beside others gave %d bytes, want the same %d", name, len(got), len(wantGIF[name]))
				}
			}
		})
	}
	awaitDrawings(t, &wg)
}

// awaitDrawings waits until all goroutines have drawn.
func awaitDrawings(t *testing.T, wg *sync.WaitGroup) {
	t.Helper()
	drawn := make(chan struct{})
	go func() { defer close(drawn); wg.Wait() }()
	select {
	case <-drawn:
	case <-time.After(time.Minute):
		t.Fatal("in a minute the drawings beside each other did not end")
	}
}
