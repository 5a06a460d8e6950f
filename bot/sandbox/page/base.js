'use strict';
// Shared by the other files: the person, elements, and requests to the sandbox.

const me = new URL(location.href).searchParams.get('as');

// el makes an element: attributes, then children (nodes or text).
function el(name, attrs, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attrs || {})) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter((c) => c !== null && c !== undefined));
  return node;
}

// setText sets a text only if it differs, because a screen reader reads it when it
// is set.
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// ask asks the sandbox for JSON. A failure is returned as an error too.
async function ask(path, init) {
  try {
    const r = await fetch(path, init);
    return r.ok ? await r.json() : { error: await r.text() };
  } catch {
    return { error: 'The sandbox cannot be reached.' };
  }
}

function post(path, body) {
  return ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

// complain shows an error beside its control, or clears it.
function complain(node, text) {
  const problem = node.closest('fieldset:has(.problem), .message, #ended').querySelector('.problem');
  problem.textContent = text || '';
  problem.hidden = !text;
}
