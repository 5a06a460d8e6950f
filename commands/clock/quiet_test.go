package clock

import (
	"testing"

	"parlour/storage"
)

func TestQuietHours(t *testing.T) {
	for _, c := range table(`
		Europe/Berlin       | 22:00 | 08:00 | 2026-06-01 19:59 |                  |
		Europe/Berlin       | 22:00 | 08:00 | 2026-06-01 20:00 | 2026-06-01 20:00 | 2026-06-02 06:00
		Europe/Berlin       | 22:00 | 08:00 | 2026-06-02 05:59 | 2026-06-01 20:00 | 2026-06-02 06:00
		Europe/Berlin       | 22:00 | 08:00 | 2026-06-02 06:00 |                  |
		Europe/Berlin       | 13:00 | 14:30 | 2026-06-02 11:10 | 2026-06-02 11:00 | 2026-06-02 12:30
		Europe/Berlin       | 13:00 | 13:00 | 2026-06-02 11:00 |                  |
		Europe/Berlin       | 00:00 | 08:00 | 2026-06-01 22:00 | 2026-06-01 22:00 | 2026-06-02 06:00
		Europe/Berlin       | 22:00 | 00:00 | 2026-06-01 21:00 | 2026-06-01 20:00 | 2026-06-01 22:00
		Asia/Kathmandu      | 22:00 | 08:00 | 2026-06-01 20:00 | 2026-06-01 16:15 | 2026-06-02 02:15
		# Nights on which the clocks change are longer or shorter.
		Europe/Berlin       | 22:00 | 08:00 | 2026-03-28 23:00 | 2026-03-28 21:00 | 2026-03-29 06:00
		Europe/Berlin       | 22:00 | 08:00 | 2026-10-24 23:00 | 2026-10-24 20:00 | 2026-10-25 07:00
		Australia/Lord_Howe | 22:00 | 08:00 | 2026-04-04 14:00 | 2026-04-04 11:00 | 2026-04-04 21:30
		# A beginning or an end that is skipped comes when the clocks go forward.
		Europe/Berlin       | 02:30 | 08:00 | 2026-03-29 01:00 | 2026-03-29 01:00 | 2026-03-29 06:00
		Europe/Berlin       | 22:00 | 02:30 | 2026-03-29 00:59 | 2026-03-28 21:00 | 2026-03-29 01:00
		Europe/Berlin       | 02:15 | 02:45 | 2026-03-29 01:00 |                  |
		Australia/Lord_Howe | 22:00 | 02:15 | 2026-10-03 15:29 | 2026-10-03 11:30 | 2026-10-03 15:30
		America/Sao_Paulo   | 00:00 | 08:00 | 2018-11-04 03:00 | 2018-11-04 03:00 | 2018-11-04 10:00
		America/Sao_Paulo   | 22:00 | 00:00 | 2018-11-04 02:59 | 2018-11-04 01:00 | 2018-11-04 03:00
		# A time that comes twice begins at its first and ends at its last.
		Europe/Berlin       | 02:30 | 08:00 | 2026-10-25 01:00 | 2026-10-25 00:30 | 2026-10-25 07:00
		Europe/Berlin       | 22:00 | 02:30 | 2026-10-25 01:00 | 2026-10-24 20:00 | 2026-10-25 01:30
		Europe/Berlin       | 22:00 | 02:00 | 2026-10-25 00:59 | 2026-10-24 20:00 | 2026-10-25 01:00
		Europe/Berlin       | 02:15 | 02:45 | 2026-10-25 00:50 | 2026-10-25 00:15 | 2026-10-25 01:45
		America/New_York    | 01:30 | 08:00 | 2026-11-01 05:30 | 2026-11-01 05:30 | 2026-11-01 13:00
		Australia/Lord_Howe | 01:45 | 08:00 | 2026-04-04 14:45 | 2026-04-04 14:45 | 2026-04-04 21:30
		America/Sao_Paulo   | 23:30 | 08:00 | 2019-02-17 01:30 | 2019-02-17 01:30 | 2019-02-17 11:00
		America/Sao_Paulo   | 20:00 | 23:30 | 2019-02-17 02:15 | 2019-02-16 22:00 | 2019-02-17 02:30
		# Quiet hours that meet because the clocks change are one stretch.
		Europe/Berlin       | 02:45 | 02:15 | 2026-03-29 00:59 | 2026-03-28 01:45 | 2026-03-30 00:15
		Pacific/Apia        | 22:00 | 08:00 | 2011-12-30 09:00 | 2011-12-30 08:00 | 2011-12-30 18:00
	`) {
		from, _ := parseMinute(c[1])
		to, _ := parseMinute(c[2])
		q := Quiet{Window: storage.Window{From: from, To: to}, Zone: zoneOf(t, c[0])}
		got, ok := q.At(utc(t, c[3]))
		if ok != (c[4] != "") || ok && (!got.From.Equal(utc(t, c[4])) || !got.To.Equal(utc(t, c[5]))) {
			t.Errorf("%q: %v, %v", c, got, ok)
		}
	}
}

func TestQuietNeedsAZone(t *testing.T) {
	q := Quiet{Window: storage.Window{From: 0, To: 23 * 60}}
	if got, ok := q.At(utc(t, "2026-06-01 12:00")); ok {
		t.Errorf("it is quiet %v", got)
	}
}

func TestDaily(t *testing.T) {
	for _, c := range table(`
		Europe/Berlin       | 09:00 | 2026-06-01 06:59 | 2026-06-01 07:00
		Europe/Berlin       | 09:00 | 2026-06-01 07:00 | 2026-06-02 07:00
		Europe/Berlin       | 00:00 | 2026-06-01 07:00 | 2026-06-01 22:00
		Europe/Berlin       | 09:00 | 2026-12-31 23:30 | 2027-01-01 08:00
		Asia/Kathmandu      | 09:00 | 2026-06-01 00:00 | 2026-06-01 03:15
		# A minute that is skipped comes once, when the clocks go forward.
		Europe/Berlin       | 02:30 | 2026-03-28 12:00 | 2026-03-29 01:00
		Europe/Berlin       | 02:30 | 2026-03-29 01:00 | 2026-03-30 00:30
		America/Sao_Paulo   | 00:00 | 2018-11-03 12:00 | 2018-11-04 03:00
		America/Sao_Paulo   | 00:00 | 2018-11-04 03:00 | 2018-11-05 02:00
		# 23:00 on the 28th was 00:00 on the 29th.
		America/Nuuk        | 23:30 | 2026-03-28 12:00 | 2026-03-29 00:59
		America/Nuuk        | 23:30 | 2026-03-29 00:59 | 2026-03-30 00:30
		America/Nuuk        | 00:00 | 2026-03-29 00:59 | 2026-03-29 01:00
		# There was no 30th.
		Pacific/Apia        | 09:00 | 2011-12-29 19:00 | 2011-12-30 19:00
		Pacific/Apia        | 09:00 | 2011-12-29 18:59 | 2011-12-29 19:00
		# A minute that comes twice.
		Europe/Berlin       | 02:30 | 2026-10-24 12:00 | 2026-10-25 00:30
		Europe/Berlin       | 02:30 | 2026-10-25 00:30 | 2026-10-26 01:30
		Australia/Lord_Howe | 01:45 | 2026-04-04 12:00 | 2026-04-04 14:45
		Australia/Lord_Howe | 01:45 | 2026-04-04 14:45 | 2026-04-05 15:15
		America/Sao_Paulo   | 23:30 | 2019-02-16 12:00 | 2019-02-17 01:30
		America/Sao_Paulo   | 23:30 | 2019-02-17 01:30 | 2019-02-18 02:30
	`) {
		minute, _ := parseMinute(c[1])
		if got := Daily(minute, zoneOf(t, c[0]), utc(t, c[2])); !got.Equal(utc(t, c[3])) {
			t.Errorf("Daily of %q = %v", c, got)
		}
	}
	if got, want := Daily(9*60, nil, utc(t, "2026-06-01 12:00")), utc(t, "2026-06-02 09:00"); !got.Equal(want) {
		t.Errorf("Daily(540, nil) = %v, want %v", got, want)
	}
}
