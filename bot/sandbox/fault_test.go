package sandbox

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestFaults(t *testing.T) {
	scripts(t, Config{}, `
		## A fault answers as Discord does, instead of the request
		fail {"status":429,"wait":1500}
		POST /channels/$games/messages {"content":"x"} = 429, 0 of 5 ~ Content-Type: application/json ~ Retry-After: 2
		... ~ {"global":false,"message":"You are being rate limited.","retry_after":1.5}
		... ~ X-Ratelimit-Reset: 1800000001.500
		... ~ X-Ratelimit-Reset-After: 1.500 ~ X-Ratelimit-Bucket: ~ X-Ratelimit-Scope: user !~ X-Ratelimit-Global
		traffic = 429 429
		fail {"status":429,"wait":3600000,"global":true}
		POST /channels/$games/messages {"content":"x"} = 429 ~ Retry-After: 3600 ~ X-Ratelimit-Global: true
		... ~ {"global":true,"message":"You are being rate limited.","retry_after":3600} ~ X-Ratelimit-Scope: global
		... !~ X-Ratelimit-Bucket
		traffic = 429 429 for the whole bot
		fail {"status":429,"html":true}
		POST /channels/$games/messages {"content":"x"} = 429 ~ <!DOCTYPE html> ~ Content-Type: text/html; charset=UTF-8
		... ~ Retry-After: 1 !~ X-Ratelimit
		traffic = 429 429 as a web page
		fail {"code":30046}
		POST /channels/$games/messages {"content":"x"} = 429, 0 of 5 ~ {"code":30046,"global":false,
		..."message":"Maximum number of
		... edits to messages older than 1 hour reached. Try again later","retry_after":1}
		traffic = 429 429 with code 30046
		fail {"code":40003}
		POST /channels/$games/messages {"content":"x"} = 403 ~ {"code":40003,
		..."message":"You are opening direct messages too fast."}
		traffic = 403 403 with code 40003
		fail {"status":500}
		POST /channels/$games/messages {"content":"x"} = 500 ~ {"code":0,"message":"500: Internal Server Error"}
		traffic = 500 500
		fail {"status":502}
		POST /channels/$games/messages {"content":"x"} = 502 ~ <!DOCTYPE html> ~ Content-Type: text/html; charset=UTF-8
		traffic = 502 502 as a web page
		fail {"status":503,"html":true}
		POST /channels/$games/messages {"content":"x"} = 503 ~ <!DOCTYPE html>
		traffic = 503 503 as a web page
		fail {"status":504,"wait":1}
		POST /channels/$games/messages {"content":"x"} = 504 ~ {"code":0,"message":"504: Gateway Timeout"}
		traffic = 504 504 1ms late
		fail {"code":50013}
		POST /channels/$games/messages {"content":"x"} = 403 ~ {"code":50013,"message":"Missing Permissions"}
		traffic = 403 403 with code 50013
		fail {"code":99,"status":400}
		POST /channels/$games/messages {"content":"x"} = 400 ~ {"code":99,"message":"400: Bad Request"}
		traffic = 400 400 with code 99
		fail {"status":404,"route":"POST /channels/{channel}/messages"}
		POST /channels/$games/messages {"content":"x"} = 404 ~ {"code":0,"message":"404: Not Found"}
		traffic = 404 404
		ann sees =
		broken =
		POST /channels/$games/messages {"content":"x"}
		ann sees = Parlour: x

		## An answer is lost after the request took effect
		fail {"status":500,"after":true}
		POST /channels/$games/messages {"content":"once"} = 500
		traffic = 500 500 after it took effect
		fail {"status":502,"after":true}
		POST /channels/$games/messages {"content":"once"} = 502
		traffic = 502 502 as a web page after it took effect
		fail {"cut":true,"after":true}
		POST /channels/$games/messages {"content":"once"} = no answer
		traffic = 0 no answer after it took effect
		fail {"cut":true,"after":true,"wait":1}
		POST /channels/$games/messages {"content":"once"} = no answer
		ann sees = Parlour: once / Parlour: once / Parlour: once / Parlour: once

		## A connection is cut before
		fail {"cut":true}
		POST /channels/$games/messages {"content":"x"} = no answer
		traffic = 0 no answer ~ "request":{"content":"x"}
		ann sees =

		## A fault hides no broken rule
		fail {"status":500,"after":true}
		POST /channels/$games/messages {"content":"«2001x»"} = 500
		broken ~ content: Must be 2000

		## Faults come in turn, and are mended
		fail {"status":503,"times":-1,"route":"POST /channels/{channel}/messages"}
		fail {"status":500,"times":2}
		fail {"status":404,"route":"GET /users/@me"}
		pending = 503 to every POST /channels/{channel}/messages; 500 to the next 2 × request; 404 to the next GET /users/@me
		POST /channels/$games/messages {"content":"x"} = 503
		GET /users/@me = 500
		do {"do":"mend","id":1}
		do {"do":"mend","id":1234}
		POST /channels/$games/messages {"content":"x"} = 500
		GET /users/@me = 404
		pending =
		POST /channels/$games/messages {"content":"x"}
		GET /users/@me
		fail {"status":500,"times":-1}
		fail {"cut":true}
		do {"do":"mend","id":4}
		pending = no answer to the next request
		mend
		pending =
		POST /channels/$games/messages {"content":"x"}

		## A fault that makes no sense is refused
		fail {} → a fault needs a status, a code, a cut or a wait
		fail {"status":500,"route":"POST /nonsense"} → there is no route POST /nonsense
		fail {"status":500,"times":-2} → once or more
		fail {"wait":-1} → a fault waits for nothing up to a day
		fail {"wait":-9223372036854775808} → up to a day
		fail {"wait":86400001} → up to a day
		fail {"wait":9223372036854775807} → up to a day
		fail {"status":200} → 200 is not a fault
		fail {"status":505} → 505 is not a fault
		fail {"status":500,"cut":true} → the cut or the status
		fail {"status":429,"after":true} → had no effect
		fail {"code":50013,"after":true} → had no effect
		fail {"status":500,"global":true} → for the whole bot
		fail {"status":429,"global":true,"html":true} → for the whole bot
		fail {"status":403,"html":true} → web page
		fail {"cut":true,"html":true} → web page
		fail {"status":503,"code":1} → codes
		pending =

		## The routes of an interaction fail like others
		fail {"cut":true,"after":true,"route":"POST /interactions/{interaction}/{token}/callback"}
		fail {"status":503,"route":"POST /webhooks/{app}/{token}"}
		on go: answer 4 {"content":"x"} = no answer
		on go: more {"content":"y"} → 503
		ann /go = Parlour: x

		## The page makes Discord fail, and no other page does
		POST //page/fault {"do":"fail","fault":{"status":500}} = 403
		POST //page/fault {"do":"fail","fault":{"status":500}} Origin:http://evil.example = 403
		POST //page/fault {"do":"fail","fault":{"status":500}} Origin:null = 403
		POST //page/fault {]} Origin:$url = 400
		pending =
		POST //page/fault {"do":"fail","fault":{"status":500}} Origin:$url
		pending = 500 to the next request
		POST //page/fault {"do":"fail","fault":{}} Origin:$url
		... ~ {"error":"A fault needs a status, a code, a cut or a wait
		GET //page/routes ~ ["DELETE /applications/{app}/commands/{command}","DELETE /applications/ ~ "GET /users/@me"
		... ~ "POST /channels/{channel}/messages" ~ "POST /interactions/{interaction}/{token}/callback"

		## What a developer does to the gateway and the world may make no sense
		do {"do":"nonsense"} → that asks for something unknown
		do {"do":"gateway","what":"nonsense"} → that asks the gateway for something unknown
		close 1 → the gateway does not close with 1: take one of 4000
		refuse 3 1 → a hello is refused with op 7, op 9 or a final code such as 4004, not with 3
		do {"do":"world","what":"nonsense"} → that asks for something unknown
		leave mallory → there is nobody named mallory: there are ann, ben, cleo, dan, eve
		delete-message 1 → there is no such message
		delete-channel $ann_dm → only a channel or a thread of a server can be deleted
		delete-channel $lounge
		delete-channel $games → this is the last channel of the server: it stays
		deny Fly → there is no permission Fly: there are AddReactions, AttachFiles,
		do {"do":"world","what":"deny","permission":"SendMessages","channel":"99"}
		... → the bot's permissions are those of a channel
		archive $games → only a thread can be put to sleep or locked
		lock 99 → only a thread can be put to sleep or locked
		thread-bot $games → only a thread can be put to sleep or locked, or take in the bot
		do {"do":"world","what":"private-thread","channel":"$games"} → there is nobody named
		do {"do":"world","what":"private-thread","channel":"$ann_dm","person":"ann"}
		... → a private thread starts in a channel
		do {"do":"world","what":"private-thread","channel":"$games","person":"ben"}
		ben places ~ "name":"private","kind":12
		cleo in $private sees = -

		## A person closes direct messages, leaves, comes back and installs the app
		close-dms ben
		leave cleo
		install dan
		deny AttachFiles
		page ann
		shows ~ "stage":{"faults":[],"silent":false,"closed":["ben"],"left":["cleo"],"installed":["dan"],
		..."denied":["AttachFiles"],
		..."bot":true,"ended":"",
		open-dms ben
		join cleo
		uninstall dan
		allow AttachFiles
		remove-bot
		silence
		fail {"status":500,"times":2}
		GET /users/@me = 500
		shows ~ "stage":{"faults":[{"id":1,"text":"500 to the next request"}],"silent":true,"closed":[],"left":[],
		..."installed":[],
		..."denied":[],"bot":false,"ended":"", ~ "fault":"500" ~ "broken":0
`)
}

// An answer is late, and a bot that gives up during the wait does not know whether its request had an effect.
func TestSlowAnswers(t *testing.T) {
	for _, c := range []struct{ after, sees, late, given string }{
		{"false", "Parlour: late", "200 the answer 20ms late", "0 the answer 1h0m0s late"},
		{"true", "Parlour: late / Parlour: x", "200 the answer 20ms late after it took effect", "200 the answer 1h0m0s late after it took effect"},
	} {
		for _, ends := range []error{context.Canceled, nil} { // or the sandbox ends
			p := newScript(t, Config{})
			p.line(`fail {"wait":20,"after":` + c.after + "}")
			began := time.Now()
			if p.line(`POST /channels/$games/messages {"content":"late"}`); time.Since(began) < 20*time.Millisecond {
				t.Errorf("the slow answer came after %v", time.Since(began))
			}
			p.line("traffic = " + c.late)
			p.line(`fail {"wait":3600000,"after":` + c.after + "}")
			ctx, cancel := context.WithCancel(within(t))
			ended := make(chan error, 1)
			go func() {
				r, _ := http.NewRequestWithContext(ctx, "POST", p.s.URL()+"/api/v9/channels/"+games+"/messages", strings.NewReader(`{"content":"x"}`))
				r.Header.Set("Authorization", "Bot "+p.s.Token())
				_, err := client.Do(r)
				ended <- err
			}()
			p.line("struck")
			p.line("soon ann sees = " + c.sees)
			if ends == nil {
				_ = p.s.Close()
			}
			cancel()
			if err := next(t, ended, "the request to end"); err == nil || ends != nil && !errors.Is(err, ends) {
				t.Errorf("the request ended with %v", err)
			}
			p.line("soon traffic = " + c.given)
			p.line("ann sees = " + c.sees)
		}
	}
}

// A bot that ended is started again on the page.
func TestABotThatEnded(t *testing.T) {
	p := newScript(t, Config{})
	ended := make(chan error)
	go func() { ended <- p.s.Ended(within(t), errors.New("the token is refused")) }()
	p.run(`no bot
		page ann
		shows ~ "ended":"The token is refused"
		do {"do":"start-bot"}
		shows ~ "ended":""`)
	if err := next(t, ended, "the page to start the bot"); err != nil {
		t.Errorf("the bot is not started again: %v", err)
	}
}
