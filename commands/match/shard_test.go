package match

import "testing"

// A server is on the shard that Discord's formula says, and direct messages are on the first.
func TestWhereAServerIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		guild string
		of    int
		want  int
	}{
		{"41771983423143937", 1, 0}, {"41771983423143937", 2, 0}, {"41771983423143937", 16, 6},
		{"1100000000000000010", 4, 3}, {"1100000000004195304", 4, 0}, {"1100000000000000010", 16, 3},
		{"", 16, 0}, {"games", 16, 0},
	} {
		for n := range c.of {
			if has := (Shard{n, c.of}).Has(c.guild); has != (n == c.want) {
				t.Errorf("shard %d/%d has the server %q: %v, want it on %d", n, c.of, c.guild, has, c.want)
			}
		}
	}
	if got := (Shard{3, 16}).Uptime(); got != "3/16" {
		t.Errorf("the uptime of shard 3 of 16 is %q", got)
	}
	if got := WholeShard.Uptime(); got != "" {
		t.Errorf("the uptime without shards is %q, want that of before", got)
	}
}
