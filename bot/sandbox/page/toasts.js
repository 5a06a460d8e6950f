'use strict';
// Notifications, as a phone shows them.

// maxToasts is how many notifications are shown at once, and toastTime how long.
const maxToasts = 2;
const toastTime = 8000; // ms

let heard = -1; // pings already shown

// toast shows the pings since the last view, except those of the open channel. A server
// that has started again counts from zero.
function toast() {
  const news = heard < 0 ? 0 : Math.min(Math.max(0, view.pingCount - heard), view.pings.length);
  heard = view.pingCount;
  const list = document.getElementById('toasts');
  for (const t of [...list.children]) if (t.dataset.channel === view.open) t.remove();
  for (const n of news ? view.pings.slice(-news) : []) {
    if (n.channel === view.open && document.visibilityState === 'visible') continue;
    list.append(drawToast(n));
    while (list.children.length > maxToasts) list.firstChild.remove();
  }
}

// drawToast makes one notification. It stays while it has the focus.
function drawToast(n) {
  const node = el('div', { class: 'toast', 'data-channel': n.channel },
    el('button', { type: 'button', onclick: () => { close(); go(n.channel, n.message); } },
      el('b', {}, n.from), n.text ? el('span', {}, plainText(n.text)) : null),
    el('button', { type: 'button', 'aria-label': 'Close notification', onclick: () => close() }, '×'));
  const close = () => {
    const had = node.contains(document.activeElement);
    node.remove();
    if (had) document.getElementById('line').focus();
  };
  const fade = () => {
    if (node.matches(':focus-within')) setTimeout(fade, toastTime);
    else node.remove();
  };
  setTimeout(fade, toastTime);
  return node;
}
