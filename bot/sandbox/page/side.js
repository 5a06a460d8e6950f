'use strict';
// The side bar: channels, threads, direct messages, and the person.

const read = new Map(); // channel id to its newest message when it was last open
let firstView = true; // until one is drawn: what it has counts as read
const entries = new Map(); // the buttons of the side bar, by channel id
const directKinds = [1, 3]; // a direct channel, and one of several people
const threadKinds = [10, 11, 12]; // of an announcement channel, of any other, and private
const unfolded = new Set(); // ids of the channels whose hidden threads are shown

function label(c) { return c.name || view.bot; }

function mark(c) { return { 1: '@', 2: '♪ ', 3: '@', 10: '↳ ', 11: '↳ ', 12: '🔒 ' }[c.kind] || '#'; }

function direct(c) { return directKinds.includes(c.kind); }

function isThread(c) { return threadKinds.includes(c.kind); }

// drawSide lists each server's channels with their threads, and direct messages.
function drawSide() {
  const home = view.home; // the first server
  const listed = view.channels.filter((c) => !direct(c) && !c.parent);
  const servers = [...new Set(listed.map((c) => c.server))];
  const nodes = servers.flatMap((server) => [
    heading(server === home ? 'Channels' : server),
    ...listed.filter((c) => c.server === server)
      .flatMap((c) => [entry(c), ...threadsOf(c)]),
  ]);
  nodes.push(heading('Direct messages'), ...view.channels.filter(direct).map(entry));
  firstView = false;
  drawMenu();
  const nav = document.getElementById('channels');
  const had = nav.contains(document.activeElement) ? document.activeElement : null;
  if (nodes.some((n, i) => nav.children[i] !== n) || nav.children.length !== nodes.length) nav.replaceChildren(...nodes);
  if (!had) return;
  if (had.isConnected) had.focus({ preventScroll: true });
  else nav.querySelector('.on')?.focus();
}

// threadsOf lists a channel's threads. Those that are hidden and have nothing new are behind a
// button, as Discord has them behind its own.
function threadsOf(c) {
  const all = view.channels.filter((t) => t.parent === c.id);
  all.forEach(meet);
  const hidden = all.filter((t) => t.hidden && t.id !== view.open && !unread(t));
  const nodes = all.filter((t) => !hidden.includes(t)).map(entry);
  if (hidden.length) nodes.push(fold(c, hidden.length));
  if (unfolded.has(c.id)) nodes.push(...hidden.map(entry));
  return nodes;
}

// fold is the button that shows a channel's hidden threads, or puts them away.
function fold(c, count) {
  const key = 'hidden ' + c.id;
  if (!entries.has(key)) {
    entries.set(key, el('button', { type: 'button', class: 'sub faint', onclick: () => {
      if (!unfolded.delete(c.id)) unfolded.add(c.id);
      drawSide();
    } }));
  }
  const node = entries.get(key);
  setText(node, count + (count === 1 ? ' hidden thread' : ' hidden threads'));
  node.setAttribute('aria-expanded', String(unfolded.has(c.id)));
  return node;
}

function heading(text) {
  if (!entries.has(text)) entries.set(text, el('h2', {}, text));
  return entries.get(text);
}

// entry is a channel's button. It is the same one at every push, to keep its focus.
function entry(c) {
  if (!entries.has(c.id)) entries.set(c.id, el('button', { type: 'button', onclick: () => go(c.id) }));
  const node = entries.get(c.id);
  meet(c);
  setText(node, mark(c) + label(c) + (c.archived ? ' (archived)' : c.hidden ? ' (hidden)' : ''));
  badge(node, c);
  node.className = [c.id === view.open ? 'on' : '', unread(c) ? 'unread' : '', isThread(c) ? 'sub' : ''].join(' ');
  if (c.id === view.open) node.setAttribute('aria-current', 'page');
  else node.removeAttribute('aria-current');
  return node;
}

// meet begins to count what was read in a channel. One that comes later is new with all that it has: a view may
// be the first one with the channel and with messages in it.
function meet(c) {
  if (!read.has(c.id)) read.set(c.id, firstView ? c.last : '');
}

function unread(c) {
  return c.id !== view.open && c.last && newer(c.last, read.get(c.id));
}

// newer returns whether a message is newer than another, which may be none.
function newer(id, than) { return !than || (id.length - than.length || (id < than ? -1 : id > than)) > 0; }

// markRead notes the newest message that was seen in a channel.
function markRead(channel, last) {
  if (!read.has(channel) || last && newer(last, read.get(channel))) read.set(channel, last);
}

// unreadPings are the pings of a channel that were not read.
function unreadPings(c) {
  return view.pings.filter((p) => p.channel === c.id && c.id !== view.open && newer(p.message, read.get(c.id)));
}

// drawMenu shows on the button of a phone's side bar how many pings wait behind it.
function drawMenu() {
  const menu = document.getElementById('menu');
  const count = view.channels.flatMap(unreadPings).length;
  if (count) menu.dataset.badge = count;
  else delete menu.dataset.badge;
  menu.setAttribute('aria-label', 'Channels' + (count ? ', ' + count + (count === 1 ? ' unread mention' : ' unread mentions') : ''));
}

// badge shows how many pings of a channel were not read. One whose message was deleted
// stays until a newer message is read, as it does in Discord.
function badge(node, c) {
  const pings = unreadPings(c);
  if (pings.length) node.dataset.badge = pings.length;
  else delete node.dataset.badge;
  node.title = pings.some((p) => p.gone) ? 'A message that pinged you was deleted before you read it: its badge stays.' : '';
}

// drawTop shows the server, the channel, the person, and whether a bot is connected.
function drawTop() {
  setText(document.getElementById('home'), view.home);
  const here = view.channels.find((c) => c.id === view.open);
  document.getElementById('title').textContent = here ? mark(here) + label(here) : 'No such channel';
  document.getElementById('composer').hidden = !here;
  document.title = (here ? mark(here) + label(here) + ' · ' : '') + view.me.display + ' · ' + view.home + ' sandbox';
  const state = document.getElementById('state');
  setText(state, view.connected ? 'bot online' : 'bot offline');
  state.className = view.connected ? 'online' : 'offline';
  setText(document.getElementById('self'), view.me.display + (view.connected ? '' : ' · bot offline'));
  const who = document.getElementById('who');
  const people = JSON.stringify(view.cast);
  if (who.dataset.key !== people) {
    who.replaceChildren(...view.cast.map((p) => el('option', { value: p.name, selected: p.name === me }, p.display)));
    who.dataset.key = people;
    const other = view.cast.find((p) => p.name !== me);
    if (other) document.getElementById('other').href = '/?as=' + other.name;
  }
}

// drawNoBot says how a bot of the developer's own finds the sandbox, until one is connected.
function drawNoBot() {
  document.getElementById('nobot').hidden = !view.api || view.connected;
  if (!view.api) return;
  setText(document.getElementById('api'), view.api);
  setText(document.getElementById('whose'), ' for a bot of your own');
}

// drawer shows or hides the side bar on a phone, and keeps the focus in sight.
function drawer(on) {
  const side = document.getElementById('side');
  const menu = document.getElementById('menu');
  const had = side.contains(document.activeElement);
  document.body.classList.toggle('side', on);
  menu.setAttribute('aria-expanded', String(on));
  if (on) side.querySelector('.on')?.focus();
  else if (had && menu.offsetParent) menu.focus();
}

document.getElementById('menu').addEventListener('click', (ev) => {
  ev.stopPropagation();
  drawer(!document.body.classList.contains('side'));
});
document.querySelector('main').addEventListener('click', () => drawer(false));
document.addEventListener('keydown', (ev) => {
  if (ev.key === 'Escape' && document.body.classList.contains('side')) drawer(false);
});
sendWhenMeant(document.getElementById('who'), me, () => {
  location.href = '/?as=' + document.getElementById('who').value;
});
