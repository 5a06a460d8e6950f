'use strict';
// What the bot sent: its newest requests, and in red what breaks Discord's rules.

let sentKey = '';

// drawSent lists the requests, and says beside the heading how many are wrong.
function drawSent(sent, broken) {
  const key = JSON.stringify([sent, broken]);
  if (key === sentKey) return;
  sentKey = key;
  const count = document.getElementById('broken');
  const text = !broken ? '' : broken === 1 ? '1 breaks Discord’s rules' : broken + ' break Discord’s rules';
  if (count.textContent !== text) count.textContent = text; // it is read aloud when set
  const list = document.getElementById('exchanges');
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 30;
  list.replaceChildren(...(sent || []).map(drawExchange));
  if (!list.children.length) list.append(el('li', { class: 'faint' }, 'Nothing yet.'));
  if (atEnd) list.scrollTop = list.scrollHeight;
}

// drawExchange is one request with its status, and what is wrong with it.
function drawExchange(x) {
  const wrong = [x.wrong, x.wrongAnswer && 'The sandbox’s own answer: ' + x.wrongAnswer].filter(Boolean).join('\n');
  return el('li', { class: wrong ? 'wrong' : '' },
    el('time', { datetime: x.time }, new Date(x.time).toLocaleTimeString()), ' ',
    el('b', {}, x.method), ' ', el('span', { class: 'path' }, x.path), ' ', el('span', {}, x.status > 0 ? String(x.status) : 'cut'),
    wrong ? el('pre', {}, wrong) : null);
}

// Opened, the list shows its newest.
document.getElementById('sent').addEventListener('toggle', () => {
  const list = document.getElementById('exchanges');
  list.scrollTop = list.scrollHeight;
});
