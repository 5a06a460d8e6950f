'use strict';
// A message, its pictures, buttons and menus.

const buttonStyles = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

// renderMessage makes the list item of a message. app is what app.js offers.
function renderMessage(m, app) {
  if (m.notice) return noticeLine(m);
  const item = el('li', { class: 'message' + (m.ephemeral ? ' private' : '') + (app.pinged(m) ? ' pinged' : ''), id: 'm' + m.id, tabindex: '-1' });
  item.append(el('span', { class: 'face' + (m.by.bot ? ' bot' : ''), 'aria-hidden': 'true', 'data-who': m.by.name }, m.by.display.slice(0, 1)));
  const body = el('div', { class: 'body' });
  item.append(body);
  if (m.used) body.append(el('div', { class: 'context' }, m.used));
  else if (m.replyTo) body.append(replyLine(m, app));
  body.append(el('div', { class: 'head' },
    el('b', {}, m.by.display), m.by.bot ? el('span', { class: 'tag' }, 'bot') : null,
    el('time', { datetime: m.time, title: new Date(m.time).toLocaleString() }, clock(m.time)),
    m.silent ? el('span', { class: 'faint', title: 'It notified nobody' }, '🔕 silent') : null,
    m.edited ? el('span', { class: 'faint' }, '(edited)') : null));
  if (m.thinking) body.append(el('div', { class: 'thinking' }, m.by.display + ' is thinking…'));
  if (m.content) body.append(el('div', { class: 'content' }, markdown(m.content, app.say)));
  for (const e of m.embeds || []) body.append(embed(e, app));
  for (const a of m.attachments || []) body.append(attachment(a));
  if (m.components) body.append(...m.components.map((c) => part(c, m, app)));
  else for (const row of m.rows || []) body.append(el('div', { class: 'row' }, ...row.map((c) => component(c, m, app))));
  body.append(el('p', { class: 'problem', role: 'alert', hidden: true }));
  if (m.thread) {
    body.append(el('button', { type: 'button', class: 'thread', onclick: () => app.open(m.thread) }, '↳ ' + (m.threadName || 'Thread')));
  }
  if (m.ephemeral) body.append(privateLine(m, app));
  if (m.by.bot && !m.ephemeral) body.append(deleteButton(m));
  if (!m.ephemeral) body.append(...apps(m, app));
  return item;
}

// apps is a menu of the commands for this message and for its author.
function apps(m, app) {
  const on = [...app.onMessages().map((name) => ({ do: 'on-message', command: name, label: name })),
    ...app.onUsers().map((name) => ({ do: 'on-user', command: name, id: m.by.id, label: name + ' (' + m.by.display + ')' }))];
  if (!on.length) return [];
  const select = el('select', { class: 'apps', 'aria-label': 'Apps' }, el('option', { value: '' }, 'Apps…'),
    ...on.map((o, i) => el('option', { value: String(i) }, o.label)));
  sendWhenMeant(select, '', async () => {
    const { label, ...action } = on[Number(select.value)];
    select.value = '';
    app.waiting(label);
    await use(select, m, app, action);
    app.waiting('');
  });
  return [select];
}

// noticeLine is what Discord itself writes when somebody does something.
function noticeLine(m) {
  return el('li', { class: 'message notice', id: 'm' + m.id, tabindex: '-1' },
    el('span', { 'aria-hidden': 'true' }, '→'), el('div', { class: 'faint' }, m.by.display + ' ' + m.notice + '.'));
}

function clock(time) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(undefined, today ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' });
}

function replyLine(m, app) {
  const text = m.reply ? 'In reply to: ' + plainText(m.reply).slice(0, 80) : 'The message it answers was deleted';
  return el('button', { type: 'button', class: 'context', onclick: () => app.open(m.channel, m.replyTo) }, text);
}

function privateLine(m, app) {
  return el('div', { class: 'faint only' }, 'Only you can see this · ',
    el('button', { type: 'button', class: 'plain', onclick: () => app.act({ do: 'dismiss', message: m.id }) }, 'Dismiss message'));
}

// attachment makes a file's link, or a picture, whose room is reserved before it loads.
function attachment(a) {
  const path = new URL(a.url).pathname;
  if (!/^image\//.test(a.type)) {
    return el('a', { class: 'file', href: path, download: a.name }, '📄 ' + a.name);
  }
  const size = a.width ? { width: a.width, height: a.height } : {};
  const link = el('a', { class: 'picture', href: path, target: '_blank', rel: 'noopener' },
    el('img', { src: path, alt: a.alt, title: a.alt, ...size }),
    a.alt ? null : el('span', { class: 'noalt' }, 'no alt text'));
  if (a.width) {
    link.style.setProperty('--width', a.width);
    link.style.setProperty('--height', a.height);
  }
  return link;
}

function embed(e, app) {
  const box = el('div', { class: 'embed' });
  if (e.author) box.append(el('div', {}, el('small', {}, e.author.name)));
  if (e.title) box.append(el('b', {}, inline(e.title, app.say)));
  if (e.description) box.append(el('div', {}, markdown(e.description, app.say)));
  for (const f of e.fields || []) box.append(el('div', {}, el('b', {}, f.name), el('div', {}, markdown(f.value, app.say))));
  for (const p of [e.thumbnail, e.image]) if (p) box.append(embedPicture(p));
  if (e.footer) box.append(el('div', {}, el('small', {}, e.footer.text)));
  return box;
}

// embedPicture is a picture of an embed: a file of the message, or a link to another site,
// which the page does not ask.
function embedPicture(p) {
  const at = new URL(p.url);
  if (at.host !== location.host) return el('a', { class: 'file', href: p.url, target: '_blank', rel: 'noopener noreferrer' }, '🖼 ' + at.host);
  return el('img', { src: at.pathname, alt: '', ...(p.width ? { width: p.width, height: p.height } : {}) });
}

// component makes a button or a menu. An error of its action is shown under the
// message.
function component(c, m, app) {
  if (c.type === 2) return button(c, m, app);
  return menu(c, m, app);
}

function button(c, m, app) {
  const label = [c.emoji, c.label].filter(Boolean).join(' ');
  const look = 'btn ' + (buttonStyles[c.style] || 'secondary');
  if (c.style === 5) return el('a', { class: look, href: c.url, target: '_blank', rel: 'noopener noreferrer' }, label + ' ↗');
  return el('button', {
    type: 'button', class: look, disabled: c.disabled, 'data-key': c.customID,
    onclick: (ev) => use(ev.currentTarget, m, app, { do: 'click', id: c.customID }),
  }, label);
}

// use sends a click, and ignores further ones until the bot answers. It does not
// disable the button meanwhile, because that would take the keyboard's focus away.
async function use(node, m, app, action) {
  if (node.classList.contains('busy')) return {};
  node.setAttribute('aria-disabled', 'true');
  node.classList.add('busy');
  const res = await app.act({ ...action, message: m.id });
  node.removeAttribute('aria-disabled');
  node.classList.remove('busy');
  const problem = document.querySelector('#m' + m.id + ' .problem');
  if (problem) {
    problem.textContent = res.error || '';
    problem.hidden = !res.error;
    if (res.error) problem.scrollIntoView({ block: 'nearest' });
  }
  return res;
}

// menu is a select for one value, and a list of boxes for several.
function menu(c, m, app) {
  const options = c.type === 3 ? c.options || [] : targets(c, app);
  const holder = c.placeholder || 'Make a selection';
  if (c.maxValues > 1) return manyMenu(c, m, app, options, holder);
  const select = el('select', { class: 'menu', disabled: c.disabled, 'aria-label': holder, 'data-key': c.customID });
  const preset = options.some((o) => o.default);
  if (!preset) select.append(el('option', { value: '', disabled: true, selected: true }, holder));
  options.forEach((o, i) => select.append(el('option', { value: String(i), selected: o.default || false },
    o.description ? o.label + ' – ' + o.description : o.label)));
  const before = select.value;
  sendWhenMeant(select, before, async () => {
    const res = await use(select, m, app, { do: 'choose', id: c.customID, values: [options[Number(select.value)].value] });
    if (res.error) select.value = before;
  });
  return select;
}

// menuSorts are what the menus of each type offer, and optionSorts the options of commands.
const menuSorts = { 5: 'user', 6: 'role', 7: 'mention', 8: 'channel' };
const optionSorts = { 6: 'user', 7: 'channel', 8: 'role', 9: 'mention' };

// pickable lists what there is of a sort to pick. A mention is a user or a role; kinds are those of
// channels, none for all.
function pickable(app, sort, kinds) {
  if (sort === 'channel') return app.channels().filter((c) => !kinds || kinds.includes(c.kind)).map((c) => ({ label: '#' + c.name, value: c.id }));
  return [...(sort === 'role' ? [] : app.people()), ...(sort === 'user' ? [] : app.roles())].map((o) => ({ label: '@' + o.display, value: o.id }));
}

// targets are what a menu without options of its own offers.
function targets(c, app) {
  return pickable(app, menuSorts[c.type], c.channelTypes).map((o) => ({ ...o, default: (c.defaults || []).includes(o.value) }));
}

// sendWhenMeant sends a pointer's choice at once. Keys change a closed menu at every
// press, so their choice is sent by Enter or when the focus leaves.
function sendWhenMeant(select, before, send) {
  let keyed = false;
  let pending = false;
  const settle = () => { if (pending) { pending = false; send(); } };
  select.addEventListener('pointerdown', () => { keyed = false; });
  select.addEventListener('keydown', (ev) => {
    keyed = ev.key !== 'Enter'; // Enter picks from a list that is open
    if (ev.key === 'Escape') { pending = false; select.value = before; }
    if (ev.key === 'Enter' && pending) { ev.preventDefault(); settle(); }
  });
  select.addEventListener('change', () => {
    pending = select.value !== before;
    if (!keyed) settle();
  });
  // The focus also leaves if the message is drawn anew.
  select.addEventListener('blur', () => { if (!select.closest('[data-stale]')) settle(); });
}

function manyMenu(c, m, app, options, holder) {
  const boxes = options.map((o) => el('input', { type: 'checkbox', checked: o.default || false, disabled: c.disabled }));
  const send = el('button', { type: 'button', class: 'btn secondary', disabled: c.disabled }, 'Done');
  const values = () => options.filter((_, i) => boxes[i].checked).map((o) => o.value);
  const check = () => { const n = values().length; send.disabled = c.disabled || n < c.minValues || n > c.maxValues; };
  boxes.forEach((b) => b.addEventListener('change', check));
  send.addEventListener('click', () => use(send, m, app, { do: 'choose', id: c.customID, values: values() }));
  check();
  const range = c.minValues === c.maxValues ? String(c.maxValues) : c.minValues + ' to ' + c.maxValues;
  return el('fieldset', { class: 'many' }, el('legend', {}, holder + ' (' + range + ')'),
    ...options.map((o, i) => el('label', {}, boxes[i], ' ' + o.label)), send);
}
