'use strict';
// A modal: a form of the bot's in a dialog.

// showModal shows a modal, and sends it. app is what app.js offers.
function showModal(modal, app) {
  const box = document.getElementById('modal');
  const fields = modal.inputs.map((i) => [i, modalInput(i)]);
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true });
  const send = el('button', { type: 'submit', class: 'btn primary' }, 'Submit');
  const form = el('form', {}, el('h2', { id: 'modal-title' }, modal.title),
    ...fields.map(([i, input]) => el('label', {}, el('span', {}, i.label + (i.required ? ' *' : '')), input)), problem,
    el('div', { class: 'row end' }, el('button', { type: 'button', class: 'btn secondary', onclick: () => box.close() }, 'Cancel'), send));
  form.addEventListener('submit', async (ev) => {
    ev.preventDefault();
    send.disabled = true;
    const res = await app.act({ do: 'submit', id: modal.id, fields: Object.fromEntries(fields.map(([i, input]) => [i.customID, input.value])) });
    send.disabled = false;
    problem.textContent = res.error || '';
    problem.hidden = !res.error;
    if (res.error) send.focus(); // disabling it took the focus away
    else box.close();
  });
  const opener = document.activeElement.dataset.key;
  box.onclose = () => returnFocus(opener);
  box.replaceChildren(form);
  box.showModal();
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
