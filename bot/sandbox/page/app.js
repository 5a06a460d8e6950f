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
let asked = ''; // the channel that the socket was opened with
let fresh = true;
const drawn = new Map(); // message id to what it was drawn from
const read = new Map(); // channel id to its newest message when it was last open
const entries = new Map(); // what the side bar lists, by channel id

const app = {
  people: () => view.people,
  channels: () => view.channels.filter((c) => c.kind !== 1),
  commands: () => view.commands || [],
  pinged: (m) => m.everyone || (m.pings || []).includes(me),
  open: (channel, message) => { go(channel, message); },
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
    open: (channel, message) => go(channel, message),
  },
};
const composer = newComposer(app);

function label(c) { return c.kind === 1 ? 'Parlour' : c.name; }

// go opens a channel as a person does: Back leads away from it again.
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

// drawer shows or hides the side bar on a phone.
function drawer(on) {
  document.body.classList.toggle('side', on);
  document.getElementById('menu').setAttribute('aria-expanded', String(on));
}

function notice(text) {
  const node = document.getElementById('notice');
  node.textContent = text;
  node.hidden = !text;
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
    if (!keep.has(id)) { removeMessage(document.getElementById('m' + id)); drawn.delete(id); }
  }
  for (const m of view.messages || []) drawMessage(m);
  const waiting = document.getElementById('waiting');
  if (waiting) box.append(waiting);
  drawEmpty();
  drawSide();
  drawTop();
  drawSent(view.sent, view.broken);
  toast();
  if (target && jump()) return;
  if (moved || atEnd) bottom();
}

// drawEmpty says how to begin where nothing was said yet.
function drawEmpty() {
  const commands = app.commands();
  const first = commands.find((c) => c.title.startsWith('play')) || commands[0];
  const how = drawn.size || !first || !view.connected ? '' : 'Type /' + first.title + ' … to begin.';
  document.getElementById('begin').textContent = how;
  document.getElementById('empty')?.remove();
  if (!drawn.size) box.append(el('li', { id: 'empty', class: 'faint' }, view.open ? 'Nothing here yet. ' + how : 'This channel is gone.'));
}

// removeMessage takes a message away; the focus it had goes to the next one.
function removeMessage(item) {
  const had = item?.contains(document.activeElement);
  const next = item?.nextElementSibling || item?.previousElementSibling;
  if (item) item.dataset.stale = '1';
  item?.remove();
  if (had && next?.matches('.message')) next.focus({ preventScroll: true });
}

const actors = 'button, select, a, input, [tabindex="0"]';

// replaceMessage puts a new drawing in place; the focus stays on the component of
// the same id, or at the same place.
function replaceMessage(old, item) {
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  const index = [...old.querySelectorAll(actors)].indexOf(focus);
  old.dataset.stale = '1';
  old.replaceWith(item);
  if (!focus) return;
  const now = [...item.querySelectorAll(actors)];
  const same = focus.dataset.key && now.find((n) => n.dataset.key === focus.dataset.key);
  const able = same && !same.disabled ? same : now[index] && !now[index].disabled ? now[index] : item;
  able.focus({ preventScroll: true });
}

function drawMessage(m) {
  const key = JSON.stringify(m);
  if (drawn.get(m.id) === key) return;
  const item = renderMessage(m, app);
  const old = document.getElementById('m' + m.id);
  if (old) replaceMessage(old, item);
  else box.append(item);
  drawn.set(m.id, key);
  const stay = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  item.querySelectorAll('img').forEach((i) => i.addEventListener('load', () => { if (stay) bottom(); }));
}

// drawSide lists channels, each with its threads, and the direct channel.
function drawSide() {
  const nodes = [heading('Channels')];
  for (const c of view.channels.filter((o) => o.kind !== 1 && !o.parent)) {
    nodes.push(entry(c), ...view.channels.filter((t) => t.parent === c.id).map(entry));
  }
  nodes.push(heading('Direct messages'), ...view.channels.filter((c) => c.kind === 1).map(entry));
  const nav = document.getElementById('channels');
  const had = nav.contains(document.activeElement) ? document.activeElement : null;
  if (nodes.some((n, i) => nav.children[i] !== n) || nav.children.length !== nodes.length) nav.replaceChildren(...nodes);
  if (had?.isConnected) had.focus({ preventScroll: true });
}

function heading(text) {
  if (!entries.has(text)) entries.set(text, el('h2', {}, text));
  return entries.get(text);
}

// entry is a channel's button: the same one at every push, which keeps the focus.
function entry(c) {
  if (!entries.has(c.id)) entries.set(c.id, el('button', { type: 'button', onclick: () => go(c.id) }));
  const node = entries.get(c.id);
  const text = mark(c) + label(c) + (c.archived ? ' (archived)' : '');
  if (node.textContent !== text) node.textContent = text;
  node.className = [c.id === view.open ? 'on' : '', unread(c) ? 'unread' : '', c.kind === 11 ? 'sub' : ''].join(' ');
  if (c.id === view.open) node.setAttribute('aria-current', 'page');
  else node.removeAttribute('aria-current');
  return node;
}

// drawTop says where one is, who one is, and whether a bot is there.
function drawTop() {
  const here = view.channels.find((c) => c.id === view.open);
  document.getElementById('title').textContent = here ? mark(here) + label(here) : 'No such channel';
  document.getElementById('composer').hidden = !here;
  document.title = (here ? mark(here) + label(here) + ' · ' : '') + view.me.display + ' · Parlour sandbox';
  const state = document.getElementById('state');
  const text = view.connected ? 'bot online' : 'bot offline';
  if (state.textContent !== text) state.textContent = text; // it is read aloud when set
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

// maxToasts is how many notifications are shown at once.
const maxToasts = 2;

// toast shows the pings that came since the last view, as a phone would: not
// those of the channel that is in sight. A server that began anew counts anew.
function toast() {
  const news = heard < 0 ? 0 : Math.min(Math.max(0, view.pingCount - heard), view.pings.length);
  heard = view.pingCount;
  const box = document.getElementById('toasts');
  for (const t of [...box.children]) if (t.dataset.channel === view.open) t.remove();
  for (const n of news ? view.pings.slice(-news) : []) {
    if (n.channel === view.open && document.visibilityState === 'visible') continue;
    const t = el('div', { class: 'toast', 'data-channel': n.channel },
      el('button', { type: 'button', onclick: () => { t.remove(); go(n.channel, n.message); } },
        el('b', {}, n.from), el('span', {}, plainText(n.text))),
      el('button', { type: 'button', 'aria-label': 'Close notification', onclick: () => t.remove() }, '×'));
    box.append(t);
    while (box.children.length > maxToasts) box.firstChild.remove();
    setTimeout(() => t.remove(), 8000);
  }
}

// connect listens to the server, and tries again when it went away.
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
    state.textContent = 'sandbox gone, trying again';
    state.className = 'offline';
    setTimeout(connect, 1000);
  };
}

// take draws a view of the channel that was asked for, or of the one that the
// server shows because that is gone.
function take(next) {
  const lost = next.gone && next.gone === open;
  if (open && next.open !== open && !lost) return; // not the one asked for yet
  const first = !open;
  open = next.open;
  if (lost) composer.reset();
  draw(next);
  if (!lost && !first) return;
  history.replaceState(null, '', '#' + open);
  if (lost) notice('The channel you had open is gone' + (open ? '; this is ' + document.getElementById('title').textContent + '.' : '.'));
}

document.getElementById('who').addEventListener('change', (ev) => { location.href = '/?as=' + ev.target.value; });
document.getElementById('menu').addEventListener('click', (ev) => { ev.stopPropagation(); drawer(!document.body.classList.contains('side')); });
document.querySelector('main').addEventListener('click', () => drawer(false));
document.addEventListener('keydown', (ev) => {
  if (ev.key !== 'Escape' || !document.body.classList.contains('side')) return;
  drawer(false);
  document.getElementById('menu').focus();
});
window.addEventListener('hashchange', () => {
  const [channel, message] = location.hash.slice(1).split('/');
  if (channel && (channel !== open || message)) show(channel, message);
});
connect();
