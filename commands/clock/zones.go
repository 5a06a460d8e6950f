package clock

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // so that the zones are there where the machine has none
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// zonesText is the names that Zone knows, sorted, one a line. It has the older names of
// places too, as many a browser still says Asia/Calcutta. A test writes it, with -update.
//
//go:embed zones.txt
var zonesText string

var (
	zoneNames = strings.Fields(zonesText)
	zoneBy    = byFold(zoneNames)
)

// wellKnown is zones in which many people live, from west to east.
var wellKnown = []string{
	"Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago",
	"America/Mexico_City", "America/New_York", "America/Halifax", "America/Sao_Paulo", "UTC",
	"Europe/London", "Africa/Lagos", "Europe/Paris", "Europe/Berlin", "Africa/Cairo",
	"Africa/Johannesburg", "Europe/Istanbul", "Europe/Moscow", "Asia/Dubai", "Asia/Kolkata",
	"Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
}

// Zone returns a zone by its IANA name, and the name as it is spelt. Capitals, accents,
// hyphens, and whether there are spaces or underscores, make no difference. It knows
// the zones of places, and UTC.
func Zone(name string) (zone *time.Location, spelt string, ok bool) {
	spelt, ok = zoneBy[fold(name)]
	if !ok {
		return nil, "", false
	}
	zone, err := time.LoadLocation(spelt)
	if err != nil {
		return nil, "", false
	}
	return zone, spelt, true
}

// Zones returns at most so many names of zones that fit what was typed, best first: a
// name or its city, then cities that begin with it, then names that do, then names
// that contain it. Where nothing is typed they are well-known ones, from west to east.
func Zones(typed string, most int) []string {
	typed = fold(typed)
	if typed == "" {
		return spread(wellKnown, most)
	}
	var fitting [2 * misfit][]string // by how well, the well-known ones of each first
	for _, n := range zoneNames {
		if f := fit(n, typed); f < misfit {
			f = 2*f + fame(n)
			fitting[f] = append(fitting[f], n)
		}
	}
	all := slices.Concat(fitting[:]...)
	return all[:max(0, min(most, len(all)))]
}

// misfit is the fit of a name that does not fit at all.
const misfit = 4

// fit returns how well a name fits what was typed and folded; 0 is best.
func fit(name, typed string) int {
	name = fold(name)
	city := path.Base(name)
	switch {
	case name == typed, city == typed:
		return 0
	case strings.HasPrefix(city, typed):
		return 1
	case strings.HasPrefix(name, typed):
		return 2
	case strings.Contains(name, typed):
		return 3
	}
	return misfit
}

// fame is 0 for a zone that is well known, and 1 for others.
func fame(name string) int {
	if slices.Contains(wellKnown, name) {
		return 0
	}
	return 1
}

// spread returns at most so many of some names, evenly chosen.
func spread(names []string, most int) []string {
	n := max(0, min(most, len(names)))
	chosen := make([]string, n)
	for i := range chosen {
		chosen[i] = names[(2*i+1)*len(names)/(2*n)]
	}
	return chosen
}

// fold makes the same of names that differ only in how they are typed.
func fold(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || unicode.IsSpace(c) || unicode.Is(unicode.Mn, c) {
			return -1
		}
		return unicode.ToLower(c)
	}, norm.NFD.String(name))
}

func byFold(names []string) map[string]string {
	m := map[string]string{}
	for _, n := range names {
		m[fold(n)] = n
	}
	return m
}
