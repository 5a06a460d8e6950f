package permutu

import (
	"strconv"

	"parlour/games"
)

// Scenes gives games of one, two, three and six seats, from the first position to the end.
func (Game) Scenes() []games.Scene {
	scene := func(name string, seats, symbols int, seed byte, line string) games.Scene {
		options := map[string]string{"symbols": strconv.Itoa(symbols), "distinct": no, "start": seat0}
		return games.Scene{
			Name: name, Setup: games.Setup{Game: "permutu", Rules: rules, Seats: seats, Seed: games.Seed{seed},
				Options: options},
			Log: games.Line(seats, line), Seat: games.Spectator,
		}
	}
	start := scene("26-six-start", 6, 26, 1, "")
	start.Setup.Options["start"] = quick
	const half = `
		24g 12b 3g 10g 2r 22g 6g 23b 16r 13r 2* 12*
		9g 14r 7g 16* 4b 1b`
	const two = half + ` 5b 11r 9* 23* 15* 17b`
	return []games.Scene{
		start,
		scene("26-six-middle", 6, 26, 4, `
			13b 9g 10g 11g 4r 20b 15g 2r 23b leave 12r 7b
			19g 17r 16r 4:leave 22r 18r 3r 3* 5:8r 8* 11* 26r
			5:1b 25g`),
		scene("26-six-end", 6, 26, 2, `
			26r 6b 19r 21b 12b 2b 11g 24b 5b 17g 4b 13b
			3g 15g 25g 5* 9b 7g 10b 1g 20r 18b 6* 14g
			26* 15* 22r 18* 4* 25* 7* 2* 8b 17* 14* 12*
			23* 20* 9* 21* 13* 22* 8* 11* 19* 24* 5:16* 3*
			10* 3:1*`),
		scene("26-two", 2, 26, 1, two),
		scene("26-two-better", 2, 26, 1, two).WithBetter(1, "24*"),
		scene("26-contrast", 2, 26, 1, two).InContrast(),
		scene("26-two-step", 2, 26, 1, half).AsMaking(0),
		scene("4-three-step", 3, 4, 5, "1r 4b 2b").AsMaking(0),
		scene("20-three-preview", 3, 20, 3, "15g 7r 12b 3g 20b 5r 8g 1g 9b 4r 2b 16g 10g 17g 7*").AsPreview(),
		scene("26-two-end", 2, 26, 1, `
			4r 22r 12r 14b 5g 2b 6b 24b 18g 21g 19b 15b
			8g 7r 17r 13g 22* 11g 14* 20b 15* 16g 20* 12*
			10* 26g 9* 1b 16* 24* 8* 26* 1* 25* 7* 17*
			5* 13* 4* 11* 2* 3* 6* 19* 18* 23* 1:21*`),
		scene("12-solo", 1, 12, 1, "5b 10r 7b 11b 6r 2g 8b 4r 1r 10* 4*"),
		scene("12-solo-end", 1, 12, 1, "4b 2b 1b 2* 9* 8* 3* 4* 7* 6* 5* 1* 10* 12* 11*"),
	}
}
