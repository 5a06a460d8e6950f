'use strict';
// The whole page: which channel is open, and the views that the server sends.

let view = { cast: [], people: [], channels: [], commands: [], messages: [], pings: [], pingCount: 0 };
let open = location.hash.slice(1).split('/')[0];
let target = location.hash.slice(1).split('/')[1] || '';
let socket = null;
let asked = ''; // the channel that the socket was opened with
let fresh = true;

const app = {
  people: () => view.people.filter((p) => p.here),
  channels: () => {
    const here = view.channels.find((c) => c.id === view.open);
    return view.channels.filter((c) => !direct(c) && (!here || direct(here) || c.server === here.server));
  },
  roles: () => view.roles || [],
  onUsers: () => view.onUsers || [],
  onMessages: () => view.onMessages || [],
  commands: () => view.commands || [],
  pinged: (m) => m.everyone || (m.pings || []).includes(me),
  open: (channel, message) => { go(channel, message); },
  waiting(text) {
    document.getElementById('state').dataset.waiting = text;
    document.getElementById('waiting')?.remove();
    if (text) { box.append(el('li', { id: 'waiting', class: 'faint' }, 'Sent ' + text + '…')); bottom(); }
  },
  // act sends an action, and opens the modal if the answer has one.
  async act(action) {
    if (action.do !== 'complete') {
      composer.clear();
      notice('');
      document.getElementById('help').open = false; // a person who acts has read it
    }
    const res = await post('page/act', { as: me, channel: view.open, ...action });
    if (res.modal) showModal(res.modal, app);
    return res;
  },
  say: {
    user: (id) => view.people.find((p) => p.id === id)?.display || 'unknown-user',
    role: (id) => (view.roles || []).find((r) => r.id === id)?.display || 'unknown-role',
    channel: (id) => { const c = view.channels.find((o) => o.id === id); return c ? label(c) : 'unknown'; },
    open: (channel, message) => go(channel, message),
    command: (name) => composer.begin(name),
  },
};
const composer = newComposer(app);

// go opens a channel for a person, so that Back leads to the one before.
function go(channel, message) {
  const hash = '#' + channel + (message ? '/' + message : '');
  if (hash !== location.hash) history.pushState(null, '', hash);
  show(channel, message);
}

// show opens a channel, at a message if one is named.
function show(channel, message) {
  drawer(false);
  notice('');
  target = message || '';
  if (channel !== open) composer.reset();
  open = channel;
  if (view.open === channel && message) return jump();
  if (socket?.readyState === WebSocket.OPEN) socket.send(channel);
}

// jump goes to the message of a link.
function jump() {
  const item = document.getElementById('m' + target);
  target = '';
  if (!item) return false;
  item.scrollIntoView({ block: 'center' });
  item.classList.add('flash');
  item.focus({ preventScroll: true });
  setTimeout(() => item.classList.remove('flash'), 2000);
  return true;
}

// noticeTime is how long a notice stays, if its person does nothing before.
const noticeTime = 10000; // ms
let noticeTimer = 0;

function notice(text) {
  const node = document.getElementById('notice');
  clearTimeout(noticeTimer);
  node.textContent = text;
  node.hidden = !text;
  if (text) noticeTimer = setTimeout(() => notice(''), noticeTime);
}

// offered are the commands in the menus of messages, which are drawn anew when they change.
function offered(v) { return JSON.stringify([v.onUsers, v.onMessages]); }

// draw shows a new view.
function draw(next) {
  const moved = next.open !== view.open || offered(next) !== offered(view);
  const atEnd = nearEnd();
  view = next;
  markRead(view.open, view.channels.find((c) => c.id === view.open)?.last);
  drawLog(moved);
  drawSide();
  drawTop();
  drawNoBot();
  drawSent(view.sent, view.broken, view.counted);
  drawFaults();
  drawStage();
  toast();
  if (target && jump()) return;
  if (moved || atEnd) bottom();
}

// connect listens to the server, and connects again when the connection is lost.
function connect() {
  const url = new URL('page/live', location.href);
  url.search = new URLSearchParams({ as: me, open, ...(fresh ? { fresh: '1' } : {}) });
  url.protocol = 'ws:';
  url.hash = '';
  asked = open;
  socket = new WebSocket(url);
  socket.onopen = () => { fresh = false; document.body.classList.remove('lost'); if (open !== asked) socket.send(open); };
  socket.onmessage = (ev) => take(JSON.parse(ev.data));
  socket.onclose = () => {
    document.body.classList.add('lost');
    const state = document.getElementById('state');
    setText(state, 'sandbox gone, trying again');
    state.className = 'offline';
    setTimeout(connect, 1000);
  };
}

// take draws a view, if it is of the channel that was asked for, or of another that
// the server shows because that one is gone.
function take(next) {
  const lost = next.gone && next.gone === open;
  if (open && next.open !== open && !lost) return; // a view from before the channel was opened
  const first = !open;
  const led = lost && view.open && view.open !== open; // by a link or by Back
  if (led && next.channels?.some((c) => c.id === view.open)) {
    history.replaceState(null, '', '#' + view.open);
    show(view.open);
    return notice('That channel is gone, or you cannot see it.');
  }
  open = next.open;
  if (lost) composer.reset();
  draw(next);
  if (!lost && !first) return;
  history.replaceState(null, '', '#' + open);
  if (lost) notice((led ? 'That channel is gone' : 'The channel you had open is gone') + (open ? '; this is ' + document.getElementById('title').textContent + '.' : '.'));
}

window.addEventListener('hashchange', () => {
  const [channel, message] = location.hash.slice(1).split('/');
  if (channel && (channel !== open || message)) show(channel, message);
});
connect();
