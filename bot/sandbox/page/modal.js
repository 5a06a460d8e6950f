'use strict';
// A modal: a form of the bot's in a dialog.

// showModal shows a modal, and sends it. app is what app.js offers.
function showModal(modal, app) {
  const box = document.getElementById('modal');
  const fields = modal.inputs.map((i) => modalField(i, app));
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true });
  const send = el('button', { type: 'submit', class: 'btn primary' }, 'Submit');
  const form = el('form', {}, el('h2', { id: 'modal-title' }, modal.title), ...fields.map((f) => f.node), problem,
    el('div', { class: 'row end' }, el('button', { type: 'button', class: 'btn secondary', onclick: () => box.close() }, 'Cancel'), send));
  form.addEventListener('submit', async (ev) => {
    ev.preventDefault();
    send.disabled = true;
    const res = await submit();
    send.disabled = false;
    problem.textContent = res.error || '';
    problem.hidden = !res.error;
    if (res.error) send.focus(); // disabling it took the focus away
    else box.close();
  });
  async function submit() {
    const given = {};
    for (const f of fields.filter((o) => o.give)) {
      const value = await f.give();
      if (value.error) return value;
      given[f.id] = value;
    }
    return app.act({ do: 'submit', id: modal.id, fields: given });
  }
  const opener = document.activeElement.dataset.key;
  box.onclose = () => returnFocus(opener);
  box.replaceChildren(form);
  box.showModal();
}

// modalField makes a field: its node, and what it gives, which may be an error.
function modalField(i, app) {
  const about = i.description ? el('small', { class: 'faint' }, i.description) : null;
  const labelled = (input, give) => ({
    id: i.customID, give, node: el('label', {}, el('span', {}, i.label + (i.required ? ' *' : '')), about, input),
  });
  switch (i.type) {
    case 10: return { node: el('div', { class: 'content' }, markdown(i.text, app.say)) };
    case 4: {
      const input = modalInput(i);
      return labelled(input, () => input.value);
    }
    case 19: {
      const input = el('input', { type: 'file', multiple: i.maxValues > 1, required: i.required });
      input.addEventListener('change', () => ranged(input, input.files.length, i));
      return labelled(input, () => uploads([...input.files]));
    }
    case 23: {
      const input = el('input', { type: 'checkbox', checked: i.picked[0] === 'true' });
      return { id: i.customID, give: () => [String(input.checked)], node: el('label', { class: 'tick' }, input, ' ' + i.label, about) };
    }
  }
  const options = i.options || targets({ ...i, defaults: i.picked }, app);
  const picked = (o) => o.default || false;
  if (i.maxValues === 1 && i.type < 9) {
    const input = el('select', { class: 'menu', required: i.required }, el('option', { value: '' }, i.placeholder || '…'),
      ...options.map((o) => el('option', { value: o.value, selected: picked(o) }, o.description ? o.label + ' – ' + o.description : o.label)));
    return labelled(input, () => (input.value ? [input.value] : []));
  }
  const boxes = options.map((o) => el('input', { type: i.type === 21 ? 'radio' : 'checkbox', name: i.customID, value: o.value, checked: picked(o) }));
  const values = () => boxes.filter((b) => b.checked).map((b) => b.value);
  const check = () => { if (boxes.length) ranged(boxes[0], values().length, i); };
  boxes.forEach((b) => b.addEventListener('change', check));
  check();
  return { id: i.customID, give: values, node: el('fieldset', { class: 'many' }, el('legend', {}, i.label + (i.required ? ' *' : '')), about,
    ...options.map((o, n) => el('label', { class: 'tick' }, boxes[n], ' ' + o.label, o.description ? el('small', { class: 'faint' }, ' ' + o.description) : null))) };
}

// ranged tells the browser whether as many are picked as the field asks for. A field that may stay empty may.
function ranged(input, n, i) {
  const [least, most] = [i.minValues, i.maxValues];
  const wrong = n === 0 ? i.required : n < least || n > most;
  input.setCustomValidity(wrong ? 'Pick ' + (least === most ? most : Math.max(least, 1) + ' to ' + most) + '.' : '');
}

// uploads sends files, and returns their ids.
async function uploads(files) {
  const ids = [];
  for (const file of files) {
    const res = await ask('page/upload?' + new URLSearchParams({ as: me, name: file.name }), { method: 'POST', body: file });
    if (res.error) return res;
    ids.push(res.message);
  }
  return ids;
}

function modalInput(i) {
  const attrs = { placeholder: i.placeholder, maxlength: i.maxLength || null, minlength: i.minLength || null, required: i.required, id: 'in-' + i.customID };
  const input = i.long ? el('textarea', { ...attrs, rows: 4 }) : el('input', attrs);
  input.value = i.value;
  return input;
}

// returnFocus puts the focus back on the button that opened the modal. If that was
// drawn anew, the new one has the same key.
function returnFocus(key) {
  if (document.activeElement !== document.body) return;
  const same = [...document.querySelectorAll('[data-key]')].findLast((n) => n.dataset.key === key && !n.disabled);
  (same || document.getElementById('line')).focus();
}
