'use strict';
// The messages of the open channel, and their announcements for a screen reader.

const box = document.getElementById('messages');
const drawn = new Map(); // message id to the data that it was drawn from
const actors = 'button, select, a, input, [tabindex="0"]';

function bottom() { box.scrollTop = box.scrollHeight; }

function nearEnd() { return box.scrollHeight - box.scrollTop - box.clientHeight < 60; }

// below tells a person who has scrolled up of a message that came at the end, and leads to it.
const below = document.getElementById('below');
below.addEventListener('click', () => {
  below.hidden = true;
  bottom();
  box.focus({ preventScroll: true });
});

// A log that shows its end goes on to show it when it gets less room.
let atBottom = true;
box.addEventListener('scroll', () => {
  atBottom = nearEnd();
  if (atBottom) below.hidden = true;
});
new ResizeObserver(() => { if (atBottom) bottom(); }).observe(box);

// drawLog draws only messages that changed, so that an open menu stays open. A channel
// that was just opened is not announced.
function drawLog(moved) {
  if (moved) { box.replaceChildren(); drawn.clear(); }
  const keep = new Set(view.messages?.map((m) => m.id));
  const newest = view.messages?.at(-1)?.id;
  if (moved) below.hidden = true;
  else if (!nearEnd() && newest && !drawn.has(newest)) below.hidden = false;
  for (const id of [...drawn.keys()]) {
    if (!keep.has(id)) { removeMessage(document.getElementById('m' + id)); drawn.delete(id); }
  }
  for (const m of view.messages || []) {
    const before = drawn.get(m.id);
    if (drawMessage(m) && !moved) announce(m, before && JSON.parse(before));
  }
  const waiting = document.getElementById('waiting');
  if (waiting) box.append(waiting);
  drawEmpty();
}

// drawEmpty says how to begin in a channel without messages.
function drawEmpty() {
  const commands = app.commands();
  const first = commands.find((c) => c.title.startsWith('play')) || commands[0];
  const how = drawn.size || !first || !view.connected ? '' : 'Type /' + first.title + ' … to begin.';
  setText(document.getElementById('begin'), how);
  document.getElementById('empty')?.remove();
  if (!drawn.size) box.append(el('li', { id: 'empty', class: 'faint' }, view.open ? 'Nothing here yet. ' + how : 'This channel is gone.'));
}

// drawMessage draws a message if it changed, and returns whether it did.
function drawMessage(m) {
  const key = JSON.stringify(m);
  if (drawn.get(m.id) === key) return false;
  const item = renderMessage(m, app);
  const old = document.getElementById('m' + m.id);
  if (old) replaceMessage(old, item);
  else box.append(item);
  drawn.set(m.id, key);
  const stay = nearEnd();
  item.querySelectorAll('img').forEach((i) => i.addEventListener('load', () => { if (stay) bottom(); }));
  return true;
}

// removeMessage removes a message. Its focus goes to the message that takes its
// place, or to the composer.
function removeMessage(item) {
  const had = item?.contains(document.activeElement);
  const next = [item?.nextElementSibling, item?.previousElementSibling].find((n) => n?.matches('.message'));
  if (item) item.dataset.stale = '1';
  item?.remove();
  if (had) (next || document.getElementById('line')).focus({ preventScroll: true });
}

// replaceMessage replaces a message by a new drawing. The focus stays on the component
// of the same id, or on one of its kind in that place, or goes to the message.
function replaceMessage(old, item) {
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  const ofKind = (node, list) => [...list.querySelectorAll(actors)].filter((n) => n.matches('[data-key]') === node.matches('[data-key]'));
  const index = focus && ofKind(focus, old).indexOf(focus);
  old.dataset.stale = '1';
  old.replaceWith(item);
  if (!focus) return;
  const now = ofKind(focus, item);
  const same = focus.dataset.key && now.find((n) => n.dataset.key === focus.dataset.key);
  const next = [same, now[index]].find((n) => n && !n.disabled && n.checkVisibility() && n.tagName === focus.tagName);
  (next || item).focus({ preventScroll: true });
}

// maxSaid is how many announcements are kept until a screen reader has read them.
const maxSaid = 5;

// announce announces a message that is new or says something else than before. It
// reads the words, or those of its picture if it has none, and no buttons.
function announce(m, before) {
  const words = (o) => plainText(partWords(o.components || []).join(' ') || o.content || '', app.say) || o.attachments?.[0]?.alt || '';
  if (m.by.name === me || !words(m) || before && words(m) === words(before)) return;
  const said = document.getElementById('said');
  said.append(el('p', {}, m.by.display + (m.ephemeral ? ', only to you: ' : ': ') + words(m)));
  while (said.children.length > maxSaid) said.firstChild.remove();
}
