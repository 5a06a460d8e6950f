package clock

import (
	"archive/zip"
	"context"
	"flag"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the names of the zones anew")

// regions are the first parts of the names of places. Other names are of offsets, of countries by
// disused names, and of Unix itself.
var regions = []string{"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}

// TestZoneNames checks that all names are of zones that come with Go, as time/tzdata has the same.
// A newer Go may have more; with -update the list is written anew.
func TestZoneNames(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("within a minute there is no Go whose zones could be read: ", err)
	}
	file, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("this Go comes without zones: ", err)
	}
	defer file.Close()
	want := []string{"UTC"}
	for _, f := range file.File {
		region, place, _ := strings.Cut(f.Name, "/")
		if slices.Contains(regions, region) && place != "" {
			want = append(want, f.Name)
		}
	}
	slices.Sort(want)
	if *update {
		if err := os.WriteFile("zones.txt", []byte(strings.Join(want, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, n := range zoneNames {
		if !slices.Contains(want, n) {
			t.Errorf("zones.txt has %s, and this Go knows no such place (go test ./commands/clock -update writes it)", n)
		}
	}
	if len(zoneNames) < len(want) {
		t.Logf("this Go knows %d places more (go test ./commands/clock -update adds them)", len(want)-len(zoneNames))
	}
}

func TestZonesAreEmbedded(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "zones.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range file.Imports {
		if i.Path.Value == `"time/tzdata"` {
			return
		}
	}
	t.Error("a binary knows no zone on a machine that has none")
}

func TestEveryNameIsAZone(t *testing.T) {
	if len(zoneNames) < 400 || len(zoneBy) != len(zoneNames) {
		t.Errorf("there are %d names, and %d when they are folded", len(zoneNames), len(zoneBy))
	}
	for _, n := range zoneNames {
		for _, typed := range []string{n, strings.ToUpper(n), strings.ToLower(strings.ReplaceAll(n, "_", " "))} {
			zone, spelt, ok := Zone(typed)
			if !ok || spelt != n || zone.String() != n {
				t.Errorf("Zone(%q) = %v, %q, %v", typed, zone, spelt, ok)
			}
		}
	}
}

func TestZone(t *testing.T) {
	for _, c := range table(`
		Europe/Berlin          | Europe/Berlin
		"  europe/BERLIN "     | Europe/Berlin
		america/new york       | America/New_York
		america/new_york       | America/New_York
		America/São Paulo      | America/Sao_Paulo
		europe/zürich          | Europe/Zurich
		america/port au prince | America/Port-au-Prince
		utc                    | UTC
		asia/calcutta          | Asia/Calcutta
		""                     |
		" "                    |
		Local                  |
		local                  |
		berlin                 |
		Europe                 |
		Europe/                |
		Europe/..              |
		../Europe/Berlin       |
		Europe/../UTC          |
		/etc/localtime         |
		Etc/GMT+3              |
		posix/Europe/Berlin    |
		Factory                |
		zone.tab               |
		"Europe/Berlin\x00"    |
		Europe/Berlin,UTC      |
	`) {
		zone, spelt, ok := Zone(c[0])
		if spelt != c[1] || ok != (c[1] != "") || ok != (zone != nil) {
			t.Errorf("Zone of %q = %v, %q, %v", c, zone, spelt, ok)
		}
	}
}

func TestZones(t *testing.T) {
	for _, c := range table(`
		berlin        | 25 | Europe/Berlin
		EUROPE/berlin | 25 | Europe/Berlin
		lon           | 25 | Europe/London, Arctic/Longyearbyen, America/Blanc-Sablon, America/Miquelon
		new y         | 25 | America/New_York
		york          | 25 | America/New_York
		são p         | 25 | America/Sao_Paulo
		louisville    | 25 | America/Kentucky/Louisville, America/Louisville
		ro            | 3  | America/Rosario, Antarctica/Rothera, Europe/Rome
		europe        | 5  | Europe/Berlin, Europe/Istanbul, Europe/London, Europe/Moscow, Europe/Paris
		utc           | 25 | UTC
		""            | 3  | America/Chicago, Europe/Paris, Asia/Bangkok
		" "           | 1  | Europe/Paris
		""            | 0  |
		""            | -1 |
		a             | 0  |
		a             | -1 |
		atlantis      | 25 |
		..            | 25 |
	`) {
		if got := Zones(c[0], number(t, c[1])); strings.Join(got, ", ") != c[2] {
			t.Errorf("Zones of %q = %q", c, got)
		}
	}
}

func TestWellKnownZonesGoFromWestToEast(t *testing.T) {
	all := Zones("", 25)
	if len(all) != 25 {
		t.Errorf("%d well-known zones, want 25, as many as Discord shows", len(all))
	}
	before := -24 * 3600
	for _, n := range all {
		zone, spelt, ok := Zone(n)
		if !ok || spelt != n {
			t.Fatalf("Zone(%q) = %q, %v", n, spelt, ok)
		}
		_, winter := time.Date(2026, 1, 1, 0, 0, 0, 0, zone).Zone()
		_, summer := time.Date(2026, 7, 1, 0, 0, 0, 0, zone).Zone()
		if standard := min(winter, summer); standard < before {
			t.Errorf("%s is west of the one before it", n)
		} else {
			before = standard
		}
	}
}
