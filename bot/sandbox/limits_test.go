package sandbox

import (
	"fmt"
	"testing"
)

// slowly makes limits pass so slowly that none passes in a test.
const slowly = 1e-3

func TestLimits(t *testing.T) {
	scripts(t, Config{Haste: slowly}, `
		## Five messages pass in a channel, and five edits beside them
		no bot
		POST /channels/$games/messages {"content":"x"} = 200, 4 of 5
		POST /channels/$games/messages {"content":7} = 400, 3 of 5
		POST /channels/$games/messages {"content":"x"} = 200, 2 of 5
		POST /channels/$games/messages {"content":"x"} = 200, 1 of 5
		m := POST /channels/$games/messages {"content":"x"} = 200, 0 of 5
		POST /channels/$games/messages {"content":"x"} = 429, 0 of 5 ~ X-Ratelimit-Scope: user ~ X-Ratelimit-Bucket:
		... ~ Retry-After:
		... ~ X-Ratelimit-Reset: ~ X-Ratelimit-Reset-After: !~ X-Ratelimit-Global
		POST /channels/$lounge/messages {"content":"x"} = 200, 4 of 5
		PATCH /channels/$games/messages/$m {"content":"y"} = 200, 4 of 5
		POST /channels/1/messages {} = 404, 4 of 5 # not there
		counts = 9 1 0 0 0

		## A deletion is in the bucket of the message's age, and one of nothing in that of the youngest
		no bot
		a := POST /channels/$games/messages {"content":"x"}
		b := POST /channels/$games/messages {"content":"x"}
		c := POST /channels/$games/messages {"content":"x"}
		DELETE /channels/$games/messages/$a = 204, 4 of 5
		DELETE /channels/$games/messages/$a = 404, 3 of 5 # gone
		pass 11s
		DELETE /channels/$games/messages/$b = 204, 2 of 3
		pass 360h
		DELETE /channels/$games/messages/$c = 204, 29 of 30

		## Fifty requests of a bot pass in a second, and answers and follow-ups beside them
		on go: answer 4 {"content":"x"}
		on go: more {"content":"x"}
		49× GET /users/$ann
		GET /users/$ben = 429 ~ X-Ratelimit-Global: true ~ X-Ratelimit-Scope: global ~ Retry-After:
		... !~ X-Ratelimit-Bucket
		GET /gateway
		counts = 52 1 1 0 0
		ann /go

		## Five follow-ups pass in two seconds, and thirty in a channel in a minute
		on go: answer 4 {"content":"x"}
		on go: 5× more {"content":"y"}
		6× ann /go
		counts = 1 0 1 6 0
		on go: more {"content":"y"} = 429, 0 of 5
		ann in $lounge /go
		counts = 1 1 1 7 0
		off
		on go: answer 4 {"content":"x"} = 204
		on go: 5× more {"content":"y"} → 429 ~ "retry_after": ~ X-Ratelimit-Scope: shared
		ann /go
		counts = 1 6 1 8 0

		## Every other route has a bucket too
		on go: answer 4 {"content":"x"}
		on go: edit {"content":"y"} = 200, 4 of 5
		PATCH /channels/$games {} = 403, 9 of 10
		GET /users/@me = 200, 49 of 50
		POST /channels/$games/typing = 204, 4 of 5
		POST /channels/$games/threads {"name":"t","type":11} = 201
		ann /go
`)
	scripts(t, Config{Haste: 100}, `
		## A limit passes with its time
		no bot
		12× soon POST /channels/$games/messages {"content":"x"}
`)
	var people string
	for n := range 25 {
		people += fmt.Sprintf("person p%d\nPOST /users/@me/channels {\"recipient_id\":\"$p%d\"}\n", n, n)
	}
	scripts(t, Config{Haste: 1e-2}, `
		## Twenty-five direct channels are opened in a while, and those that are open stay so
		no bot
		limit POST_/users/@me/channels 100 1h
`+people+`
		POST /users/@me/channels {"recipient_id":"$ann"} → 40003
		POST /users/@me/channels {"recipient_id":"$p3"}
`)
	scripts(t, Config{}, `
		## A limit of one's own takes the place of Discord's
		no bot
		POST /channels/$games/messages {"content":"x"} = 200, 4 of 5
		limit POST_/channels/{channel}/messages 2 90s
		POST /channels/$games/messages {"content":"x"} = 200, 1 of 2
		pass 30s
		POST /channels/$games/messages {"content":"x"} = 200, 0 of 2 ~ X-Ratelimit-Reset: 1800000090.000
		... ~ X-Ratelimit-Reset-After: 60.000 ~ X-Ratelimit-Bucket: 174f56f8cc86a6b7 !~ Retry-After
		... !~ X-Ratelimit-Scope
		POST /channels/$games/messages {"content":"x"} = 429, 0 of 2 ~ X-Ratelimit-Reset: 1800000090.000
		... ~ X-Ratelimit-Reset-After: 60.000 ~ X-Ratelimit-Bucket: 174f56f8cc86a6b7 ~ Retry-After: 60
		... ~ X-Ratelimit-Scope: user
		POST /channels/$lounge/messages {"content":"x"} = 200, 1 of 2
		ann sees = Parlour: x / Parlour: x / Parlour: x
		pass 1m
		POST /channels/$games/messages {"content":"x"} = 200, 1 of 2
		limit POST_/channels/{channel}/messages 0 0s
		POST /channels/$games/messages {"content":"x"} = 200, 4 of 5
`)
}
