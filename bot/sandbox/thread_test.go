package sandbox

import "testing"

func TestThreads(t *testing.T) {
	scripts(t, Config{}, `
		## A thread starts from a message, once, and a message wakes it unless it is locked
		m := POST /channels/$games/messages {"content":"table"}
		th := POST /channels/$games/messages/$m/threads {"name":"Permute","auto_archive_duration":10080} ~ "type":11
		GET /channels/$th ~ "parent_id":"$games" ~ "id":"$m"
		POST /channels/$games/messages/$m/threads {"name":"Permute"} → 160004
		in := POST /channels/$th/messages {"content":"<@$ann>"}
		POST /channels/$th/messages/$in/threads {"name":"Permute"} → 50024
		GET /channels/$th/thread-members/$ann
		ann sees = Parlour: table (thread)
		ann sees ~ "thread":"$m"
		lock $th
		PATCH /channels/$th/messages/$in {"content":"x"} → 50083
		POST /channels/$th/messages {"content":"x"} → 50083
		ann in $th /go → commands cannot be used in an archived thread
		archive $th
		POST /channels/$th/messages {"content":"wake"}
		PATCH /channels/$th/messages/$in {"content":"x"}
		voice := channel voice 2
		m := POST /channels/$voice/messages {"content":"x"}
		POST /channels/$voice/messages/$m/threads {"name":"Permute"} → 50024
		PUT /channels/$th/thread-members/@me
		POST /channels/$games/threads {"name":"free","type":11}

		## A rename leaves a notice that stays, and two pass in ten minutes
		th := POST /channels/$games/threads {"name":"Permute","type":11}
		PATCH /channels/$th {"name":"Permute: Ann, Ben"}
		pass 5m
		PATCH /channels/$th {"name":"Permute: Ann, Ben"} # the same again
		ann in $th sees = *changed the name: Permute: Ann, Ben*
		GET /channels/$th/messages ~ [Permute: Ann, Ben]
		notice := ann in $th sees
		DELETE /channels/$th/messages/$notice → 50021
		PATCH /channels/$th/messages/$notice {"content":"x"} → 50021
		PATCH /channels/$th {"name":"x"} → 429 ~ "retry_after":300
		PATCH /channels/$th {"auto_archive_duration":1440} # that is no rename
		pass 5m
		PATCH /channels/$th {"name":"x"} # the first is ten minutes old

		## A mention adds people, with a notice unless it is in an edit, and nobody twice
		th := POST /channels/$games/threads {"name":"T","type":11}
		m := POST /channels/$th/messages {"content":"<@$ben><@$ben>"}
		POST /channels/$th/messages {"content":"<@$ben><@$cleo>","flags":4096}
		PATCH /channels/$th/messages/$m {"content":"<@$dan>"}
		PATCH /channels/$th/messages/$m {"content":"<@$eve>","allowed_mentions":{"parse":[]}}
		ann in $th sees = Parlour: <@$eve> (edited, pings ben) / *added Ben to the thread*
		... / Parlour: <@$ben><@$cleo> (silent) / *added Cleo to the thread*
		GET /channels/$th/thread-members/$dan
		GET /channels/$th/thread-members/$eve → 10007
		notice := ann in $th sees
		DELETE /channels/$th/messages/$notice → 50021
		2× PUT /channels/$th/thread-members/$eve
		ann in $th sees ~ added Eve to the thread
		GET /channels/$th/messages ~ [  <@$ben><@$cleo>  <@$eve>] # with three notices
		GET /channels/$th/thread-members/$eve

		## A private thread is for its members, and a mention adds people who see the channel
		th := POST /channels/$games/threads {"name":"T"} ~ "type":12
		GET /channels/$th ~ "invitable":true
		POST /channels/$th/messages {"content":"<@$ben>"}
		ben in $th sees = Parlour: <@$ben> (pings ben) / *added Ben to the thread*
		ben pings = Parlour (#T): @Ben
		PUT /channels/$th/thread-members/$cleo
		eve in $th sees = -
		cleo in $th sees ~ added Cleo
		grant eve ManageThreads
		eve in $th sees ~ added Cleo
		hide $games dan
		news := channel news 5
		PUT /channels/$th/thread-members/$dan → 50001
		deny CreatePrivateThreads
		POST /channels/$games/threads {"name":"T","type":12} → 50013
		POST /channels/$news/threads {"name":"T","type":12} → 50024

		## Members are asked for one by one, and its owner removes them from a private thread
		private := POST /channels/$games/threads {"name":"T","type":12}
		PUT /channels/$private/thread-members/$ben
		public := POST /channels/$games/threads {"name":"T","type":11}
		PUT /channels/$public/thread-members/$ben
		GET /channels/$private/thread-members/$ben?with_member=true ~ "id":"$private" ~ "user_id":"$ben" ~ "member":{
		... ~ "username":"ben"
		GET /channels/$private/thread-members/$eve → 10007
		GET /channels/$private/thread-members → 50001
		privilege 2
		GET /channels/$private/thread-members ~ "user_id":"$bot"},{ ~ "user_id":"$ben"}]
		DELETE /channels/$public/thread-members/$ben → 50013
		DELETE /channels/$private/thread-members/$ben
		DELETE /channels/$private/thread-members/$ben → 10007
		eve in $private sees = -
		ben in $private sees = -
		grant eve ManageThreads
		eve in $private sees = *added Ben to the thread* / *removed Ben from the thread*
		DELETE /channels/$private/thread-members/@me
		GET /channels/$private → 50001 # which the bot has left
		GET /channels/$games/thread-members/$bot → 50024

		## In a private thread without the bot an answer works, and nothing else until somebody adds it
		on go: answer 4 {"content":"here"}
		on go: more {"content":"and here"}
		th := secret ann ben
		read GUILD_CREATE
		ann in $th /go = Parlour: here
		asked ~ "app_permissions":"1126280011697216"
		POST /channels/$th/messages {"content":"x"} → 50001
		GET /channels/$th → 50001
		PUT /channels/$th/thread-members/@me → 50001
		allow ManageThreads
		read CHANNEL_UPDATE
		POST /channels/$th/messages {"content":"x"}
		deny ManageThreads
		read CHANNEL_UPDATE
		POST /channels/$th/messages {"content":"x"} → 50001
		ann in $th say <@$bot>, come in
		POST /channels/$th/messages {"content":"x"}
		read THREAD_CREATE ~ "id":"$th"
		read THREAD_MEMBERS_UPDATE ~ "id":"$th"

		## A closed thread is its owner's
		th := POST /channels/$games/threads {"name":"T","type":12,"invitable":false}
		PUT /channels/$th/thread-members/$ben
		ben in $th say <@$cleo>
		cleo in $th sees = -
		PATCH /channels/$th {"invitable":true} ~ "invitable":true
		PATCH /channels/$th {"auto_archive_duration":60} ~ "invitable":true
		ben in $th say <@$cleo>
		cleo in $th sees ~ added Cleo
		bens := secret ben
		thread-bot $bens
		shut $bens
		PUT /channels/$bens/thread-members/$cleo → 50013
		DELETE /channels/$bens/thread-members/$ben → 50013

		## Threads that are awake are listed for a server, and those that sleep for a channel
		one := POST /channels/$games/threads {"name":"one","type":11}
		pass 1s
		two := POST /channels/$games/threads {"name":"two","type":11}
		pass 1s
		three := POST /channels/$games/threads {"name":"three","type":11}
		hidden := POST /channels/$games/threads {"name":"hidden","type":12}
		pass 1s
		mine := POST /channels/$games/threads {"name":"mine","type":12}
		DELETE /channels/$hidden/thread-members/@me
		GET /guilds/$guild/threads/active ~ [mine three two one]
		archive $three
		pass 1s
		archive $one
		pass 1s
		archive $hidden
		pass 1s
		archive $mine
		GET /guilds/$guild/threads/active ~ [two]
		GET /channels/$games/threads/archived/public ~ [one three] ~ "has_more":false # the last to fall asleep first
		GET /channels/$games/threads/archived/public?before=2027-01-15T08:00:04Z ~ [three]
		GET /channels/$games/users/@me/threads/archived/private ~ [mine]
		GET /channels/$games/threads/archived/public?limit=0 → 50035
		GET /channels/$games/threads/archived/private → 50013
		allow ManageThreads
		GET /channels/$games/threads/archived/private?limit=2 ~ [mine hidden]
		pass 1s
		archive $two
		GET /channels/$games/threads/archived/public?limit=2 ~ [two one] ~ "has_more":true
		deny ReadMessageHistory
		GET /channels/$games/threads/archived/public → 50013

		## A silent thread is hidden after its duration, and sleeps after a week until a message comes
		on go: answer 4 {"content":"x","flags":64}
		th := POST /channels/$games/threads {"name":"T","type":11,"auto_archive_duration":60}
		pass 40m
		POST /channels/$th/messages {"content":"x"}
		pass 59m
		ann places !~ "hidden":true
		pass 1m
		ann places ~ "hidden":true !~ "archived":true
		ann in $th /go
		POST /channels/$th/messages {"content":"x"}
		ann places !~ "hidden":true
		pass 167h59m
		GET /channels/$th ~ "archived":false
		pass 1m
		ann places ~ "archived":true,"hidden":true
		GET /channels/$th ~ "archived":true
		ann in $th /go → commands cannot be used in an archived thread
		ann in $th say hello
		ann places !~ "archived":true !~ "hidden":true
		lock $th
		ann in $th say hello → this thread is locked

		## As many threads as may be are awake, and hidden ones make room
		news := channel news 5
		threads 3
		first := POST /channels/$games/threads {"name":"T","type":11,"auto_archive_duration":60}
		second := POST /channels/$lounge/threads {"name":"T","type":12,"auto_archive_duration":60}
		POST /channels/$news/threads {"name":"T","type":10,"auto_archive_duration":60}
		POST /channels/$games/threads {"name":"T","type":11} → 160006 # a fourth
		POST /channels/$games/threads {"name":"T","type":12} → 160006
		POST /channels/$news/threads {"name":"T","type":10} → 160007
		m := POST /channels/$games/messages {"content":"x"}
		POST /channels/$games/messages/$m/threads {"name":"T"} → 160006
		archive $first
		POST /channels/$games/threads {"name":"T","type":11} # in its place
		PATCH /channels/$first {"archived":false} → 160006
		POST /channels/$first/messages {"content":"x"} → 160006
		ann in $first say x → 160006
		GET /channels/$first ~ "archived":true
		POST /channels/$second/messages {"content":"x"}
		pass 1h
		PATCH /channels/$first {"archived":false} # others are hidden now
		GET /channels/$second ~ "archived":true
		GET /channels/$first ~ "archived":false

		## Public threads of an announcement channel have a type of their own
		news := channel news 5
		m := POST /channels/$news/messages {"content":"x"}
		th := POST /channels/$news/messages/$m/threads {"name":"T"} ~ "type":10
		GET /channels/$m # has the id of its message
		POST /channels/$news/threads {"name":"T","type":10} ~ "type":10
		POST /channels/$news/threads {"name":"T","type":11} → 50024
		POST /channels/$news/threads {"name":"T","type":12} → 50024
		POST /channels/$games/threads {"name":"T","type":10} → 50024
		POST /channels/$th/threads {"name":"T","type":10} → 50024
		POST /channels/$th/messages {"content":"<@$ann>"}
		ann in $th sees ~ added Ann to the thread
		deny-in $news SendMessagesInThreads
		POST /channels/$th/messages {"content":"x"} → 50013
		archive $th
		GET /channels/$news/threads/archived/public ~ "id":"$th" ~ "type":10 ~ [T]

		## A thread has its channel's rights, but one of its own to speak, and its lock is a moderator's
		th := POST /channels/$games/threads {"name":"T","type":11}
		deny SendMessages
		POST /channels/$th/messages {"content":"x"}
		deny SendMessagesInThreads
		POST /channels/$th/messages {"content":"x"} → 50013
		PATCH /channels/$th {"name":"mine","auto_archive_duration":60}
		PATCH /channels/$th {"locked":true} → 50013
		PATCH /channels/$th {"archived":true}
		PATCH /channels/$th {"name":"x"} → 50083 # asleep
		PATCH /channels/$th {"archived":false}
		lock $th
		PATCH /channels/$th {"archived":false} → 50013
		allow ManageThreads
		PATCH /channels/$th {"archived":false}
		deny ManageThreads
		PATCH /channels/$th {"name":"x"} → 50013 # locked
		allow ManageThreads
		PATCH /channels/$th {"locked":false}
		PATCH /channels/$th {"locked":true}
		PATCH /channels/$games {"name":"x"} → 50013 # no thread

		## An answer for all wakes a thread that is not locked, and an ephemeral one does not
		th := POST /channels/$games/threads {"name":"T","type":11}
		m := POST /channels/$th/messages {"content":"x","components":[<B b>]}
		archive $th
		on b: answer 7 {"content":"y"} → 50083
		on b: answer 4 {"content":"y","flags":64}
		ann click $m B
		GET /channels/$th ~ "archived":true
		off
		on b: answer 4 {"content":"y"}
		ann click $m B
		GET /channels/$th ~ "archived":false
		lock $th
		off
		on b: answer 4 {"content":"y"} → 50083
		on b: answer 4 {"content":"instead","flags":64}
		ann click $m B
		PATCH /channels/$th/messages/$m {"content":"y"} → 50083
		DELETE /channels/$th/messages/$m → 50083
		allow ManageThreads
		PATCH /channels/$th {"archived":false}
		deny ManageThreads
		PATCH /channels/$th/messages/$m {"content":"y"} → 160005 # locked and awake
		POST /channels/$th/messages {"content":"y"} → 160005
		archive $th
		DELETE /channels/$th/messages/$m
`)
}
