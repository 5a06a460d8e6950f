'use strict';
// The line in which a person writes plain text, or a command with its options.

// newComposer wires the composer up. app is what app.js offers.
function newComposer(app) {
  const line = document.getElementById('line');
  const list = document.getElementById('suggestions');
  const form = document.getElementById('command');
  const write = document.getElementById('write');
  const problem = document.getElementById('problem');
  let offered = []; // [label, about, pick]
  let at = -1; // the one that an arrow key selected
  let owner = line; // the input that they complete
  let command = null;
  let asked = 0; // questions to the bot; only the newest one's answer counts
  let timer = 0;

  const complain = (text) => { problem.textContent = text || ''; problem.hidden = !text; };

  function offer(items, input) {
    owner.removeAttribute('aria-activedescendant');
    owner.setAttribute('aria-expanded', 'false');
    owner = input || owner;
    offered = items.slice(0, 25);
    at = -1;
    list.hidden = offered.length === 0;
    list.replaceChildren(...offered.map(([label, about, pick], i) => el('li', {
      role: 'option', id: 'suggestion' + i, 'aria-selected': 'false', onmousedown: (ev) => { ev.preventDefault(); pick(); },
    }, el('b', {}, label), about ? el('span', { class: 'faint' }, about) : null)));
    owner.setAttribute('aria-expanded', String(offered.length > 0));
  }

  // quiet drops the offers and the open question, which were for other words.
  function quiet() {
    asked++;
    clearTimeout(timer);
    offer([]);
  }

  function select(i) {
    at = i;
    [...list.children].forEach((item, n) => item.setAttribute('aria-selected', String(n === at)));
    owner.setAttribute('aria-activedescendant', 'suggestion' + at);
    list.children[at].scrollIntoView({ block: 'nearest' });
  }

  // keys moves through the offers, and returns true if the key was for that. Enter
  // takes the typed words, unless an arrow key selected an offer or they name no command.
  function keys(ev) {
    if (!offered.length || ev.isComposing) return false;
    if (ev.key === 'ArrowDown') select((at + 1) % offered.length);
    else if (ev.key === 'ArrowUp') select((at <= 0 ? offered.length : at) - 1);
    else if (ev.key === 'Tab' && !ev.shiftKey) offered[Math.max(at, 0)][2]();
    else if (ev.key === 'Enter' && at >= 0) offered[at][2]();
    else if (ev.key === 'Escape') quiet();
    else return false;
    ev.preventDefault();
    return true;
  }

  // suggest offers the commands that begin with the typed words, and the options of the command
  // that they name.
  function suggest() {
    complain('');
    if (!line.value.startsWith('/')) return offer([], line);
    const typed = line.value.slice(1).toLowerCase();
    offer([...app.commands().filter((c) => c.title.startsWith(typed.trimEnd()))
      .map((c) => ['/' + c.title, c.description, () => start(c)]), ...optionsFor(typed)], line);
  }

  // named is the command that a lower-case line without its slash names.
  function named(typed) { return app.commands().find((c) => (typed + ' ').startsWith(c.title + ' ')); }

  // optionsFor offers the options of a typed command that are not given yet.
  function optionsFor(typed) {
    const c = typed.includes(' ') && named(typed);
    const given = c && typed.slice(c.title.length);
    if (!given) return [];
    const word = given.slice(given.lastIndexOf(' ') + 1);
    const pick = (o) => { line.value = line.value.slice(0, line.value.length - word.length) + o.name + ':'; suggest(); };
    return c.options.filter((o) => o.name.startsWith(word) && !given.includes(' ' + o.name + ':'))
      .map((o) => [o.name + ':', o.description + (o.required ? ' (required)' : ''), () => pick(o)]);
  }

  // start begins a command: its required options to fill in, the others to add.
  function start(c) {
    command = { title: c.title, options: c.options, fields: [] };
    line.value = '';
    quiet();
    complain('');
    if (c.options.length === 0) return run();
    form.hidden = false;
    write.hidden = true;
    form.replaceChildren(el('b', {}, '/' + c.title), el('span', { class: 'fields' }), el('span', { class: 'adders' }),
      el('span', { class: 'row end' },
        el('button', { type: 'button', class: 'btn secondary', onclick: stop }, 'Cancel'),
        el('button', { type: 'submit', class: 'btn primary' }, 'Send')));
    c.options.filter((o) => o.required).forEach(add);
    adders();
    (command.fields.length ? command.fields[0].input : form.querySelector('[type=submit]')).focus(); // Enter sends
  }

  // begin is start for a command that is mentioned, if it can be used here.
  function begin(name) {
    const c = app.commands().find((o) => o.name === name);
    if (c) start(c);
    else complain('/' + name + ' can\'t be used here.');
  }

  function stop() {
    command = null;
    quiet();
    form.hidden = true;
    write.hidden = false;
    line.focus();
  }

  // adders are buttons for the options that have no field yet.
  function adders() {
    const left = command.options.filter((o) => !command.fields.some((f) => f.option === o));
    form.querySelector('.adders').replaceChildren(...left.map((o) => el('button', {
      type: 'button', class: 'add', title: o.description, onclick: () => { add(o).input.focus(); adders(); },
    }, '+ ' + o.name)));
  }

  // add puts a field for an option: a select for choices and people, else text.
  function add(option) {
    const field = { option, picked: null };
    field.input = input(option);
    const drop = option.required ? null : el('button', { type: 'button', class: 'plain', 'aria-label': 'Remove ' + option.name, onclick: () => {
      command.fields = command.fields.filter((f) => f !== field);
      box.remove();
      adders();
      (command.fields.at(-1)?.input || form.querySelector('.add')).focus();
    } }, '×');
    const box = el('div', { class: 'field' }, el('label', {}, el('span', {}, option.name), field.input), drop,
      el('small', { class: 'faint' }, option.description));
    form.querySelector('.fields').append(box);
    command.fields.push(field);
    wire(field);
    return field;
  }

  function input(option) {
    if (option.type === 11) return upload(option);
    const sort = optionSorts[option.type];
    const fixed = option.choices || (option.type === 5 ? [{ name: 'True', value: true }, { name: 'False', value: false }] : null)
      || (sort ? pickable(app, sort, option.channel_types).map((o) => ({ name: o.label, value: o.value })) : null);
    const attrs = { 'aria-label': option.name + ': ' + option.description, required: option.required || false };
    if (!fixed) {
      const number = option.type === 4 || option.type === 10;
      return el('input', { ...attrs, autocomplete: 'off', size: 20, inputmode: number ? 'decimal' : null });
    }
    return el('select', attrs, el('option', { value: '' }, '…'), ...fixed.map((c) => el('option', { value: String(c.value) }, c.name)));
  }

  // upload is a field for a file, which is sent at once; its value is the file's id.
  function upload(option) {
    const sent = el('input', { type: 'file', 'aria-label': option.name + ': ' + option.description, required: option.required || false });
    sent.addEventListener('change', async () => {
      const file = sent.files[0];
      const field = command?.fields.find((f) => f.input === sent);
      if (!file || !field) return;
      const res = await ask('page/upload?' + new URLSearchParams({ as: me, name: file.name }), { method: 'POST', body: file });
      complain(res.error);
      field.picked = res.error ? null : { name: file.name, value: res.message };
    });
    return sent;
  }

  // wire asks the bot for completions while a person types. A choice that was picked
  // shows its name and sends its value.
  function wire(field) {
    if (!field.option.autocomplete) return;
    combobox(field.input);
    const pick = (c) => { quiet(); field.input.value = c.name; field.picked = c; };
    const ask = async () => {
      quiet();
      if (!command) return;
      const mine = asked;
      const res = await app.act({ do: 'complete', command: command.title, focused: field.option.name, options: values(field) });
      if (mine !== asked || !command || document.activeElement !== field.input) return;
      complain(res.error);
      offer((res.choices || []).map((c) => [c.name, '', () => pick(c)]), field.input);
    };
    field.input.addEventListener('input', () => { field.picked = null; quiet(); timer = setTimeout(ask, 150); });
    field.input.addEventListener('focus', ask);
    field.input.addEventListener('blur', quiet);
  }

  function combobox(input) {
    const roles = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': 'suggestions', 'aria-expanded': 'false' };
    for (const [key, value] of Object.entries(roles)) input.setAttribute(key, value);
  }

  // values are the options with a value, and the one being typed even if it is empty.
  function values(typing) {
    return command.fields
      .map((f) => ({ name: f.option.name, value: f.picked ? f.picked.value : f.input.value, f }))
      .filter((o) => o.value !== '' || o.f === typing).map(({ name, value }) => ({ name, value }));
  }

  async function run() {
    const action = { do: 'run', command: command.title, options: values() };
    stop();
    app.waiting('/' + action.command);
    const res = await app.act(action);
    app.waiting('');
    if (res.error && !command) complain('/' + action.command + ': ' + res.error);
  }

  // mentions writes @Ben as Discord's client sends it, so that it mentions Ben.
  function mentions(text) {
    return text.replace(/@([\p{L}\p{N}_-]+)/gu, (all, name) => {
      const p = app.people().find((o) => o.display.toLowerCase() === name.toLowerCase());
      const r = app.roles().find((o) => o.display === name && name !== 'everyone');
      return p ? '<@' + p.id + '>' : r ? '<@&' + r.id + '>' : all;
    });
  }

  async function send() {
    const text = line.value.trim();
    if (!text) return;
    const slash = text.startsWith('/');
    const c = slash && named(text.slice(1).toLowerCase());
    if (c && c.title.length === text.length - 1) return start(c);
    if (slash && !c) suggest(); // Enter takes the first, as at Discord
    if (slash && !c && offered.length) return offered[0][2]();
    line.value = '';
    quiet();
    complain('');
    if (slash) app.waiting(text.split(' ', 2).join(' '));
    const res = await app.act({ do: slash ? 'slash' : 'say', line: slash ? text : mentions(text) });
    app.waiting('');
    if (res.error) {
      complain(res.error);
      if (!line.value) line.value = text;
    }
  }

  line.addEventListener('input', suggest);
  line.addEventListener('focus', suggest);
  line.addEventListener('blur', quiet);
  combobox(line);
  line.addEventListener('keydown', keys);
  form.addEventListener('keydown', (ev) => { if (!keys(ev) && ev.key === 'Escape') stop(); });
  form.addEventListener('submit', (ev) => { ev.preventDefault(); run(); });
  write.addEventListener('submit', (ev) => { ev.preventDefault(); send(); });
  return { begin, clear() { complain(''); }, reset() { if (command) stop(); complain(''); quiet(); } };
}
