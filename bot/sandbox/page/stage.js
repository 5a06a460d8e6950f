'use strict';
// The panel's people and places: closed direct messages, members, the bot's
// permissions, and whether it runs.

const permissions = ['ViewChannel', 'SendMessages', 'AttachFiles', 'EmbedLinks', 'ReadMessageHistory', 'CreatePublicThreads', 'SendMessagesInThreads'];

// manners are the columns of the table of people: the words, the list in the stage,
// whether that lists the people for whom it is false, and the two actions.
const manners = [
  ['takes DMs', 'closed', true, 'open-dms', 'close-dms'],
  ['in the server', 'left', true, 'join', 'leave'],
  ['has the app', 'installed', false, 'install', 'uninstall'],
];

function world(node, what, more) {
  return tell(node, { do: 'world', what, ...more });
}

// tick is a box that asks the sandbox for a change, and shows the present state.
function tick(name, on, off, more) {
  const node = el('input', { type: 'checkbox', 'aria-label': name });
  node.addEventListener('change', async () => {
    const res = await world(node, node.checked ? on : off, more());
    if (res.error) node.checked = !node.checked;
  });
  return node;
}

// tongue is a menu of the languages that a person's client can have.
function tongue(name, display, languages) {
  const node = el('select', { 'aria-label': display + ' language' },
    ...languages.map((l) => el('option', { value: l }, new Intl.DisplayNames([l], { type: 'language' }).of(l))));
  node.addEventListener('change', () => world(node, 'language', { person: name, language: node.value }));
  return node;
}

// drawStage shows the world as it is.
function drawStage() {
  const stage = { bot: true, ...view.stage };
  drawEnd(stage.ended);
  drawFolk(stage);
  const here = view.channels.find((c) => c.id === view.open);
  setText(document.getElementById('here'), here ? 'The bot in ' + mark(here) + label(here) : 'No channel is open');
  for (const node of document.querySelectorAll('#may input')) node.checked = !(stage.denied || []).includes(node.value);
  document.getElementById('may').hidden = !here || direct(here);
  document.getElementById('delete-channel').hidden = !here || direct(here);
  for (const id of ['archive', 'lock']) document.getElementById(id).hidden = !here || !isThread(here);
  document.getElementById('private-thread').hidden = here?.kind !== 0;
  document.getElementById('thread-bot').hidden = here?.kind !== 12;
  setText(document.getElementById('bot'), stage.bot ? 'Remove the bot from the server' : 'Bring the bot back to the server');
}

// drawEnd says that the bot ended, and why.
function drawEnd(why) {
  const bar = document.getElementById('ended');
  const had = bar.contains(document.activeElement);
  bar.hidden = !why;
  setText(bar.querySelector('span'), why ? 'The bot ended: ' + why : '');
  if (had && !why) document.getElementById('line').focus();
}

// drawFolk lists everybody, whether they are in the server or not.
function drawFolk(stage) {
  const folk = document.getElementById('folk');
  const key = JSON.stringify(view.cast.map(({ name, display }) => [name, display]));
  if (folk.dataset.key !== key) {
    folk.dataset.key = key;
    folk.replaceChildren(...view.cast.map(({ name, display }) => el('tr', {}, el('th', { scope: 'row' }, display),
      ...manners.map(([words, , , on, off]) => el('td', {}, el('label', {}, tick(display + ' ' + words, on, off, () => ({ person: name }))))),
      el('td', {}, tongue(name, display, stage.languages || [])))));
  }
  view.cast.forEach(({ locale }, row) => { folk.rows[row].querySelector('select').value = locale || 'en-US'; });
  view.cast.forEach(({ name }, row) => manners.forEach(([, list, not], column) => {
    folk.rows[row].cells[column + 1].querySelector('input').checked = (stage[list] || []).includes(name) !== not;
  }));
}

// deleteButton deletes a message as a moderator does. It shows while the panel is
// open.
function deleteButton(m) {
  return el('button', { type: 'button', class: 'plain delete', onclick: (ev) => world(ev.currentTarget, 'delete-message', { channel: m.channel, message: m.id }) }, 'Delete');
}

document.getElementById('may').append(...permissions.map((p) => {
  const box = tick(p, 'allow', 'deny', () => ({ channel: view.open, permission: p }));
  box.value = p;
  return el('label', {}, box, ' ' + p);
}));
for (const id of ['archive', 'lock', 'delete-channel', 'private-thread', 'thread-bot']) {
  document.getElementById(id).addEventListener('click', (ev) => world(ev.currentTarget, id, { channel: view.open, person: view.me.name }));
}
document.getElementById('bot').addEventListener('click', (ev) => world(ev.currentTarget, view.stage?.bot === false ? 'invite-bot' : 'remove-bot'));
document.querySelector('#ended button').addEventListener('click', (ev) => tell(ev.currentTarget, { do: 'start-bot' }));
