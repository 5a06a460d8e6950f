'use strict';
// What the bot sent: its newest requests and the gateway's events, in red if they break
// Discord's rules. A row that is opened shows the whole exchange.

const exchanges = document.getElementById('exchanges');
const rows = new Map(); // an exchange's id to its row
let sentKey = '';

// drawSent lists the exchanges, and shows beside the heading how many are wrong, and above
// the list how many count towards Discord's limit. Rows that are there stay, and do not move
// while they are in sight.
function drawSent(sent, broken, counted) {
  const key = JSON.stringify([sent, broken, counted]);
  if (key === sentKey) return;
  sentKey = key;
  setText(document.getElementById('counted'), 'So far ' + counted + (counted === 1 ? ' request counts' : ' requests count') + ' towards the 50 a second that Discord allows.');
  const text = !broken ? '' : broken === 1 ? '1 breaks Discord’s rules' : broken + ' break Discord’s rules';
  setText(document.getElementById('broken'), text);
  const atEnd = exchanges.scrollHeight - exchanges.scrollTop - exchanges.clientHeight < 30;
  const keep = new Set((sent || []).map(idOf));
  for (const [id, row] of rows) if (!keep.has(id) && !inUse(row)) rows.delete(id);
  const anchor = [...rows.values()].find((row) => row.getBoundingClientRect().bottom > exchanges.getBoundingClientRect().top);
  const before = anchor?.getBoundingClientRect().top;
  [...exchanges.children].filter((row) => rows.get(row.dataset.id) !== row).forEach((row) => row.remove());
  for (const x of sent || []) drawExchange(x);
  if (!rows.size) exchanges.append(el('li', { class: 'faint' }, 'Nothing yet.'));
  if (atEnd && !exchanges.querySelector('details[open]')) exchanges.scrollTop = exchanges.scrollHeight;
  else if (anchor) exchanges.scrollTop += anchor.getBoundingClientRect().top - before;
}

// idOf is different for every exchange, even after the sandbox has started again.
function idOf(x) { return x.nr + ' ' + x.time; }

// inUse returns whether somebody reads a row. Such a row stays even if it is old.
function inUse(row) {
  return row.querySelector('details').open || row.contains(document.activeElement);
}

// drawExchange adds a row, or updates it, because an exchange is judged later.
function drawExchange(x) {
  const row = rows.get(idOf(x)) || newRow(x);
  const key = JSON.stringify(x);
  if (row.dataset.key === key) return;
  row.dataset.key = key;
  const wrong = [x.wrong, x.wrongAnswer && 'The sandbox’s own answer: ' + x.wrongAnswer].filter(Boolean).join('\n');
  row.className = wrong ? 'wrong' : eventful(x) ? 'faint' : '';
  row.querySelector('summary').replaceChildren(
    el('time', { datetime: x.time }, new Date(x.time).toLocaleTimeString()), ' ',
    el('b', {}, x.method), ' ', el('span', { class: 'path' }, x.path), ' ', statusText(x),
    x.fault ? el('span', { class: 'fault' }, 'fault: ' + x.fault) : '');
  setText(row.querySelector('.why'), wrong);
  row.querySelector('.why').hidden = !wrong;
}

// eventful returns whether x is an event of the gateway, which has no request and no
// status.
function eventful(x) { return x.method === 'GATEWAY'; }

function statusText(x) {
  if (eventful(x)) return '';
  return el('span', {}, x.status > 0 ? String(x.status) : 'cut');
}

// newRow is a row at the end of the list, still empty.
function newRow(x) {
  const whole = el('div', { class: 'whole' });
  const details = el('details', {}, el('summary', {}), whole);
  details.addEventListener('toggle', async () => {
    if (!details.open || whole.children.length) return;
    const res = await ask('page/exchange?nr=' + x.nr);
    const error = res.error && 'This exchange cannot be shown: ' + res.error;
    whole.replaceChildren(...(error ? [el('p', { class: 'problem', role: 'alert' }, error)]
      : eventful(x) ? json('Event', res.answer)
      : [...json('Request', res.request), ...json('Answer', res.answer)]));
  });
  const row = el('li', { 'data-id': idOf(x) }, details, el('pre', { class: 'why', hidden: true }));
  rows.set(idOf(x), row);
  exchanges.append(row);
  return row;
}

function json(title, value) {
  const empty = value === undefined || value === null;
  return [el('b', {}, title), el('pre', {}, empty ? 'nothing' : JSON.stringify(value, null, 2))];
}

// When it is opened, the list shows its newest rows.
document.getElementById('sent').addEventListener('toggle', () => { exchanges.scrollTop = exchanges.scrollHeight; });
