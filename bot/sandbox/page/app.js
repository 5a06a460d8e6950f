'use strict';
// The page as a whole: who one is, which channel is open, and what the server
// pushes.

const me = new URL(location.href).searchParams.get('as');
const box = document.getElementById('messages');
let view = { people: [], channels: [], commands: [], messages: [], pings: [], pingCount: 0 };
let open = location.hash.slice(1).split('/')[0];
let target = location.hash.slice(1).split('/')[1] || '';
let socket = null;
let heard = -1; // pings already shown
let fresh = true;
const drawn = new Map(); // message id to what it was drawn from
const read = new Map(); // channel id to its newest message when it was last open

const app = {
  people: () => view.people,
  channels: () => view.channels.filter((c) => c.kind !== 1),
  commands: () => view.commands || [],
  pinged: (m) => m.everyone || (m.pings || []).includes(me),
  open: (channel, message) => { show(channel, message); },
  waiting(text) {
    document.getElementById('state').dataset.waiting = text;
    document.getElementById('waiting')?.remove();
    if (text) { box.append(el('li', { id: 'waiting', class: 'faint' }, 'Sent ' + text + '…')); bottom(); }
  },
  // act sends an action and opens the modal it may bring.
  async act(action) {
    if (action.do !== 'complete') composer.clear();
    try {
      const r = await fetch('page/act', {
        method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ as: me, channel: view.open, ...action }),
      });
      if (!r.ok) return { error: await r.text() };
      const res = await r.json();
      if (res.modal) showModal(res.modal, app);
      return res;
    } catch {
      return { error: 'The sandbox cannot be reached.' };
    }
  },
  say: {
    user: (id) => view.people.find((p) => p.id === id)?.display || 'unknown-user',
    channel: (id) => { const c = view.channels.find((o) => o.id === id); return c ? label(c) : 'unknown'; },
    open: (channel, message) => show(channel, message),
  },
};
const composer = newComposer(app);

function label(c) { return c.kind === 1 ? 'Parlour' : c.name; }

// show opens a channel, at a message if one is named.
function show(channel, message) {
  document.body.classList.remove('side');
  target = message || '';
  if (channel !== open) composer.reset();
  open = channel;
  history.replaceState(null, '', '#' + channel + (message ? '/' + message : ''));
  if (view.open === channel && message) return jump();
  if (socket?.readyState === WebSocket.OPEN) socket.send(channel);
}

// jump goes to the message that a link named.
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

function bottom() { box.scrollTop = box.scrollHeight; }

// draw shows a new view, and touches only the messages that changed: a menu
// that is open stays open.
function draw(next) {
  const moved = next.open !== view.open;
  const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  view = next;
  read.set(view.open, view.channels.find((c) => c.id === view.open)?.last);
  if (moved) { box.replaceChildren(); drawn.clear(); }
  const keep = new Set(view.messages?.map((m) => m.id));
  for (const id of [...drawn.keys()]) {
    if (!keep.has(id)) { document.getElementById('m' + id)?.remove(); drawn.delete(id); }
  }
  for (const m of view.messages || []) drawMessage(m);
  const waiting = document.getElementById('waiting');
  if (waiting) box.append(waiting);
  const empty = document.getElementById('empty');
  if (drawn.size) empty?.remove();
  else if (!empty) box.append(el('li', { id: 'empty', class: 'faint' }, 'Nothing here yet. Type / to see what the bot can do.'));
  drawSide();
  toast();
  if (target && jump()) return;
  if (moved || atEnd) bottom();
}

function drawMessage(m) {
  const key = JSON.stringify(m);
  if (drawn.get(m.id) === key) return;
  const item = renderMessage(m, app);
  const old = document.getElementById('m' + m.id);
  if (old) old.replaceWith(item);
  else box.append(item);
  drawn.set(m.id, key);
  const stay = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  item.querySelectorAll('img').forEach((i) => i.addEventListener('load', () => { if (stay) bottom(); }));
}

// drawSide lists channels, each with its threads, and the direct channel.
function drawSide() {
  const entry = (c) => el('button', {
    type: 'button', class: [c.id === view.open ? 'on' : '', unread(c) ? 'unread' : '', c.kind === 11 ? 'sub' : ''].join(' '),
    'aria-current': c.id === view.open ? 'page' : null, onclick: () => show(c.id),
  }, mark(c) + label(c) + (c.archived ? ' (archived)' : ''));
  const nodes = [el('h2', {}, 'Channels')];
  for (const c of view.channels.filter((o) => o.kind !== 1 && !o.parent)) {
    nodes.push(entry(c), ...view.channels.filter((t) => t.parent === c.id).map(entry));
  }
  nodes.push(el('h2', {}, 'Direct messages'), ...view.channels.filter((c) => c.kind === 1).map(entry));
  document.getElementById('channels').replaceChildren(...nodes);
  const here = view.channels.find((c) => c.id === view.open);
  document.getElementById('title').textContent = here ? mark(here) + label(here) : 'No such channel';
  document.title = (here ? mark(here) + label(here) + ' · ' : '') + view.me.display + ' · Parlour sandbox';
  const state = document.getElementById('state');
  state.textContent = view.connected ? 'bot online' : 'bot offline';
  state.className = view.connected ? 'online' : 'offline';
  const who = document.getElementById('who');
  const people = view.people.filter((p) => !p.bot);
  if (who.dataset.key !== JSON.stringify(people)) {
    who.replaceChildren(...people.map((p) => el('option', { value: p.name, selected: p.name === me }, p.display)));
    who.dataset.key = JSON.stringify(people);
  }
}

function mark(c) { return { 1: '@', 2: '♪ ', 11: '↳ ' }[c.kind] || '#'; }

function unread(c) {
  if (!read.has(c.id)) read.set(c.id, c.last);
  return c.id !== view.open && c.last && read.get(c.id) !== c.last;
}

// toast shows the pings that came since the last view, as a phone would.
function toast() {
  const news = heard < 0 ? 0 : Math.min(view.pingCount - heard, view.pings.length);
  heard = view.pingCount;
  for (const n of news ? view.pings.slice(-news) : []) {
    const t = el('button', { type: 'button', class: 'toast', onclick: () => { t.remove(); show(n.channel, n.message); } },
      el('b', {}, n.from), el('span', {}, n.text));
    document.getElementById('toasts').append(t);
    setTimeout(() => t.remove(), 8000);
  }
}

// connect listens to the server, and tries again when it went away.
function connect() {
  const url = new URL('page/live?as=' + encodeURIComponent(me) + (fresh ? '&fresh=1' : ''), location.href);
  url.protocol = 'ws:';
  url.hash = '';
  socket = new WebSocket(url);
  socket.onopen = () => { fresh = false; document.body.classList.remove('lost'); if (open) socket.send(open); };
  socket.onmessage = (ev) => {
    const next = JSON.parse(ev.data);
    if (open && next.open !== open && next.channels.some((c) => c.id === open)) return; // not the one asked for yet
    open = next.open || open;
    draw(next);
  };
  socket.onclose = () => {
    document.body.classList.add('lost');
    const state = document.getElementById('state');
    state.textContent = 'sandbox gone, trying again';
    state.className = 'offline';
    setTimeout(connect, 1000);
  };
}

document.getElementById('who').addEventListener('change', (ev) => { location.href = '/?as=' + ev.target.value; });
document.getElementById('menu').addEventListener('click', (ev) => { ev.stopPropagation(); document.body.classList.toggle('side'); });
document.querySelector('main').addEventListener('click', () => document.body.classList.remove('side'));
window.addEventListener('hashchange', () => {
  const [channel, message] = location.hash.slice(1).split('/');
  if (channel) show(channel, message);
});
connect();
