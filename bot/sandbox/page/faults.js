'use strict';
// The panel that makes Discord fail: requests of the bot, and the gateway.

const faultForm = document.getElementById('fail');

// sorts are the kinds of fault of a request: the words, and the fields of a Fault.
const sorts = [
  ['rate limit (429)', { status: 429 }],
  ['rate limit of the whole bot (429)', { status: 429, global: true }],
  ['rate limit as a web page (429)', { status: 429, html: true }],
  ['500 internal error', { status: 500 }],
  ['502 bad gateway', { status: 502 }],
  ['503 unavailable', { status: 503 }],
  ['504 timeout', { status: 504 }],
  ['slow answer', {}],
  ['connection cut', { cut: true }],
  ['error with a code', { code: 50013 }],
];

// codes are the offered codes of an error. Another one can be typed.
const codes = {
  10003: 'Unknown Channel', 10007: 'Unknown Member', 10008: 'Unknown Message', 10062: 'Unknown interaction',
  30046: 'too many edits of old messages', 40003: 'direct messages opened too fast', 40060: 'already acknowledged',
  50001: 'Missing Access', 50007: 'cannot send messages to this user', 50013: 'Missing Permissions',
  50027: 'Invalid Webhook Token', 50035: 'Invalid Form Body', 50083: 'archived thread',
  50278: 'no mutual servers', 160004: 'a thread exists already',
};

// tell sends an action of the panel, and shows an error beside the control.
async function tell(node, body) {
  const res = await post('page/fault', body);
  complain(node, res.error);
  return res;
}

// readFault reads the form as a Fault.
function readFault() {
  const f = faultForm.elements;
  const fault = { route: f.route.value, times: Number(f.times.value), after: f.after.value === 'after', wait: Number(f.wait.value), ...sorts[f.sort.value][1] };
  if (fault.code) fault.code = Number(f.code.value);
  return fault;
}

// fitForm shows the field for a code only where one is needed, and proposes a wait.
function fitForm() {
  const f = faultForm.elements;
  const sort = sorts[f.sort.value][1];
  f.code.disabled = f.code.closest('label').hidden = !sort.code;
  f.wait.value = sort.status === 429 ? 1500 : Object.keys(sort).length ? 0 : 2000;
  f.wait.labels[0].firstElementChild.textContent = sort.status === 429 ? 'Retry after, ms' : 'Answer late by, ms';
}

// drawFaults lists the faults to come. If one with the focus is gone, its neighbour
// gets the focus.
function drawFaults() {
  const stage = view.stage || {};
  const faults = stage.faults || [];
  const words = [faults.length ? faults.length + ' to come' : '', stage.silent ? 'the gateway is silent' : ''];
  setText(document.getElementById('failing'), words.filter(Boolean).join(', '));
  setText(document.getElementById('silence'), stage.silent ? 'Speak again' : 'Fall silent');
  const list = document.getElementById('coming');
  const key = JSON.stringify(faults);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  const at = [...list.querySelectorAll('button')].indexOf(document.activeElement);
  list.replaceChildren(...faults.map((f) => el('li', {}, el('span', {}, f.text), ' ', el('button', {
    type: 'button', 'aria-label': 'Cancel ' + f.text, onclick: (ev) => tell(ev.currentTarget, { do: 'mend', id: f.id }),
  }, 'Cancel'))));
  if (at >= 0) (list.querySelectorAll('button')[Math.min(at, faults.length - 1)] || document.getElementById('mend')).focus();
}

// openPanel fetches the routes, and shows the developers' buttons on each message.
async function openPanel(on) {
  document.body.classList.toggle('failing', on);
  const route = faultForm.elements.route;
  if (!on || route.options.length > 1) return;
  const routes = await ask('page/routes');
  complain(route, routes.error);
  if (!routes.error) route.append(...routes.map((r) => el('option', {}, r)));
}

faultForm.elements.sort.append(...sorts.map(([words], i) => el('option', { value: String(i) }, words)));
document.getElementById('codes').append(...Object.entries(codes).map(([code, words]) => el('option', { value: code }, words)));
faultForm.elements.sort.addEventListener('change', fitForm);
faultForm.addEventListener('submit', (ev) => { ev.preventDefault(); tell(ev.submitter, { do: 'fail', fault: readFault() }); });
fitForm();
document.getElementById('mend').addEventListener('click', (ev) => tell(ev.currentTarget, { do: 'mend' }));
document.getElementById('silence').addEventListener('click', (ev) => {
  tell(ev.currentTarget, { do: 'gateway', what: view.stage?.silent ? 'speak' : 'silence' });
});
for (const node of document.querySelectorAll('[data-gateway]')) {
  node.addEventListener('click', () => {
    const number = Number(node.previousElementSibling?.querySelector('select')?.value);
    const what = node.dataset.gateway;
    tell(node, { do: 'gateway', what, ...{ close: { code: number }, refuse: { op: number, times: 1 }, repeat: { times: 1 } }[what] });
  });
}
document.getElementById('faults').addEventListener('toggle', (ev) => {
  if (ev.target.id === 'faults') openPanel(ev.target.open);
});
