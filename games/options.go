package games

import (
	"maps"
	"slices"
	"strings"
)

// Complete returns the options as [Info.Filled] does. It returns a [*Refusal] for an
// option that the game does not have and for a value that no table may choose.
func (i Info) Complete(options map[string]string) (map[string]string, error) {
	for _, o := range i.Options {
		if v := o.Of(options); !slices.Contains(o.Values, v) {
			return nil, Refuse("refuse.option.value", "Option", o.Name, "Value", v, "Values", Quoted(o.Values))
		}
	}
	if err := i.onlyKnown(options); err != nil {
		return nil, err
	}
	return i.Filled(options), nil
}

// Filled returns options, of any values, with the defaults of the others: complete, as a [Setup] has them.
func (i Info) Filled(options map[string]string) map[string]string {
	full := map[string]string{}
	maps.Copy(full, options)
	for _, o := range i.Options {
		if full[o.Name] = o.Of(options); o.Later && full[o.Name] == o.Default {
			delete(full, o.Name)
		}
	}
	return full
}

// Of returns the value of the option among some options, its default where they leave it out.
func (o Option) Of(options map[string]string) string {
	if v, given := options[o.Name]; given {
		return v
	}
	return o.Default
}

// Option returns the option of a name.
func (i Info) Option(name string) Option {
	return i.Options[slices.IndexFunc(i.Options, func(o Option) bool { return o.Name == name })]
}

// onlyKnown refuses options of which the game does not have one.
func (i Info) onlyKnown(options map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !slices.ContainsFunc(i.Options, func(o Option) bool { return o.Name == name }) {
			return i.noOption(name)
		}
	}
	return nil
}

// Setup returns a setup for as few seats as can be by the newest rules, with options as name, value, name, value, and
// the default of each other one.
func (i Info) Setup(options ...string) Setup {
	given := map[string]string{}
	for n := 0; n < len(options); n += 2 {
		given[options[n]] = options[n+1]
	}
	filled := i.Filled(given)
	return Setup{Game: i.Name, Rules: i.Rules, Seats: i.With(filled).MinSeats, Options: filled}
}

// noOption refuses an option that the game does not have.
func (i Info) noOption(name string) error {
	var names Either
	for _, o := range i.Options {
		names = append(names, o.Name)
	}
	return Refuse("refuse.option.name", "Game", i.Title, "Option", name, "Options", names)
}

// With returns what is known of a game with such options: with a swap it is for two.
func (i Info) With(options map[string]string) Info {
	if options[SwapOption] == "on" {
		i.MinSeats, i.MaxSeats = 2, 2
	}
	return i
}

// Players returns the number of players in words: "2 players", "1 to 6 players".
func (i Info) Players() Text {
	if i.MinSeats == i.MaxSeats {
		return Say("players.exactly", "Count", i.MinSeats)
	}
	return Say("players.range", "Least", i.MinSeats, "Most", i.MaxSeats)
}

// ExperimentMark ends the title of every game that is an experiment, so that each place that names
// the game says so.
const ExperimentMark = " (experiment)"

// Brief returns the title of a game as the name of a match has it, where an experiment's mark is short.
func (i Info) Brief() string { return strings.Replace(i.Title, ExperimentMark, " (exp.)", 1) }

// About returns what a game says of itself in a line; an experiment is called one first.
func (i Info) About() Text {
	about := Say(i.Name + ".about")
	if i.Experiment {
		return Say("about.experiment", "About", about)
	}
	return about
}

// Check returns [ErrRules] for unknown rules, and a [*Refusal] for a wrong number of seats
// and for an option that is missing or unknown. The game itself checks the values.
func (i Info) Check(s Setup) error {
	if s.Rules < 1 || s.Rules > i.Rules {
		return ErrRules
	}
	if s.Seats < i.MinSeats || s.Seats > i.MaxSeats {
		return Refuse("refuse.seats", "Game", i.Title, "Seats", s.Seats, "Players", i.Players())
	}
	if two := i.With(s.Options); s.Seats < two.MinSeats || s.Seats > two.MaxSeats {
		return Refuse("refuse.swap-seats")
	}
	for _, o := range i.Options {
		if _, given := s.Options[o.Name]; !given && !o.Later {
			return Refuse("refuse.option.missing", "Game", i.Title, "Option", o.Name)
		}
	}
	return i.onlyKnown(s.Options)
}

// DealsOpenly reports whether everybody sees all that a game draws, from its first position on.
func (i Info) DealsOpenly() bool { return i.Chance && !i.Hidden }

// CommonDeal reports whether two games that are played at once may begin from the same position, dealt or not: nothing
// of it is hidden, and nothing is drawn later, so that neither game tells what the other hides. Package gametest holds
// each game to it.
func (i Info) CommonDeal() bool { return !i.Hidden }
