package imaging_test

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/games/all"
	"parlour/imaging"
	"parlour/imaging/canvas"
)

// What is measured of a process of its own is done by this test again, in that process.
const measured = "PARLOUR_MEASURED"

// TestMain measures what a process of its own is started for, or runs the tests.
func TestMain(m *testing.M) {
	switch os.Getenv(measured) {
	case "first":
		fmt.Println(firstPicture(os.Getenv("PARLOUR_GAME")))
	case "resident":
		fmt.Println(residentAfter(60, 12))
	default:
		os.Exit(m.Run())
	}
}

// alone runs this test in a process of its own, and returns the number that it prints.
func alone(t testing.TB, what, game string) float64 {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), measured+"="+what, "PARLOUR_GAME="+game, "GOGC=100") // as Parlour runs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("a process that measures %s: %v", what, err)
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		t.Fatalf("a process that measures %s printed %q, want a number", what, out)
	}
	return n
}

// firstPicture returns how long the first picture of a process takes, in milliseconds.
func firstPicture(game string) float64 {
	for _, g := range all.Games() {
		if g.Info().Name != game {
			continue
		}
		t := &testing.B{}
		p := oneOfEach(t)[game]
		began := time.Now()
		mustDraw(t, p)
		return float64(time.Since(began)) / float64(time.Millisecond)
	}
	return -1
}

// residentAfter returns how much memory a process has, in MB of 2²⁰ bytes, after pictures of
// new positions at tables of all games in turn, in both palettes.
func residentAfter(tables, each int) float64 {
	t := &testing.B{}
	list := all.Games()
	for table := range tables {
		g := list[table%len(list)]
		positions := tableOf(t, g, table, each)
		for i := range each {
			p := positions[i%len(positions)]
			p.Palette = imaging.Palettes()[table%2]
			p.Names = []string{fmt.Sprint("Ann ", table), fmt.Sprint("Ben ", i), "Cleo", "Dora"}
			mustDraw(t, p)
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return -1
	}
	for line := range strings.Lines(string(status)) {
		if kB, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.ParseFloat(strings.Fields(kB)[0], 64)
			return n / 1024
		}
	}
	return -1
}

// BenchmarkFirstPicture measures the first picture of a process, of each game.
func BenchmarkFirstPicture(b *testing.B) {
	for _, g := range all.Games() {
		b.Run(g.Info().Name, func(b *testing.B) {
			sum, n := 0.0, 0
			for b.Loop() {
				sum, n = sum+alone(b, "first", g.Info().Name), n+1
			}
			b.ReportMetric(sum/float64(n), "ms/first")
		})
	}
}

// BenchmarkResident measures the memory of a process after 720 pictures of 60 tables.
func BenchmarkResident(b *testing.B) {
	sum, n := 0.0, 0
	for b.Loop() {
		sum, n = sum+alone(b, "resident", ""), n+1
	}
	b.ReportMetric(sum/float64(n), "MB")
}

// mostResident is the most memory that a process has after many pictures, in MB.
const mostResident = 70

// TestResident checks that pictures of many tables do not fill the memory.
func TestResident(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("this system does not say in /proc how much memory a process has")
	}
	if got := alone(t, "resident", ""); got <= 0 || got > mostResident {
		t.Errorf("after 720 pictures of 60 tables a process has %.0f MB, want at most %d", got, mostResident)
	}
}

// TestAllocations checks that a picture costs few allocations once its sprites are there. Its
// bytes are one.
func TestAllocations(t *testing.T) {
	for _, g := range all.Games() {
		pictures := fresh(t, g, 10)
		draw := func() {
			for _, p := range pictures {
				mustDraw(t, p)
			}
		}
		// It is run once before it is measured, which makes the sprites.
		if got := testing.AllocsPerRun(1, draw) / float64(len(pictures)); got > mostAllocations {
			t.Errorf("a picture of %s takes %.1f allocations, want at most %d", g.Info().Name, got, mostAllocations)
		}
		for _, s := range scenes(t, g) {
			if got := testing.AllocsPerRun(1, func() { mustDraw(t, s.picture) }); got > mostAllocationsOfAScene {
				t.Errorf("the picture %s takes %.0f allocations, want at most %d", s.name, got, mostAllocationsOfAScene)
			}
		}
	}
}

// mostAllocations is the most allocations of a picture, in the mean. A board takes three, and
// Permutu five.
const mostAllocations = 6

// mostAllocationsOfAScene is the most of a scene, which may have six boards, or be large.
const mostAllocationsOfAScene = 60

// TestSpritesHaveNoScore checks that a game's sprites are soon all there: what differs from
// one position to the next, as a score or a name does, is in none of them.
func TestSpritesHaveNoScore(t *testing.T) {
	for _, g := range all.Games() {
		canvas.ForgetSprites()
		pictures, half := fresh(t, g, 300), 0
		for i, p := range pictures {
			if i == len(pictures)/2 {
				half = canvas.CountSprites()
			}
			p.Names, p.Size = []string{"Ann", "Ben", "Cleo", "Dora"}, imaging.Smallest
			if _, err := imaging.Raw(p); err != nil {
				t.Fatal(err)
			}
		}
		if n := canvas.CountSprites(); n > half+half/4+5 {
			t.Errorf("%s has %d sprites after %d pictures, and %d after as many again", g.Info().Name, half, len(pictures)/2, n)
		}
	}
}
