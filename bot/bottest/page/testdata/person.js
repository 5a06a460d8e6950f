'use strict';
// The eyes and hands of a person at the page: what they find by its words, and
// where to click it. The tests load it before the page's own scripts.
const hands = (() => {
  const tidy = (text) => (text || '').replace(/\s+/g, ' ').trim();
  const alts = (node) => [...node.querySelectorAll('img[alt]')].map((i) => i.alt);
  const isPrivate = (message) => message.innerText.includes('Only you can see this');

  // name is what an element is called: by its label, or by its words.
  function name(node) {
    const label = node.getAttribute('aria-label') || node.labels?.[0]?.innerText;
    return tidy(label || (node.matches('select, input, textarea') ? '' : node.innerText));
  }

  const comes = ['load', 'error']; // of a picture

  // until waits for the first answer of a question that is not nothing.
  function until(look) {
    return new Promise((resolve, reject) => {
      const watch = new MutationObserver(again);
      const end = (settle, value) => {
        watch.disconnect();
        for (const come of comes) document.removeEventListener(come, again, true);
        settle(value);
      };
      function again() {
        try {
          const found = look();
          if (found) end(resolve, found);
        } catch (err) { end(reject, err); }
      }
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      for (const come of comes) document.addEventListener(come, again, true);
      again();
    });
  }

  // able says whether a person can use an element: it is there, and not off.
  const able = (node) => node.checkVisibility() && !node.closest('[disabled], [aria-disabled="true"]');

  // place is the middle of an element, once it is in sight with nothing over it.
  function place(node) {
    if ([...document.images].some((i) => !i.complete)) return null; // which will push it away
    node.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const box = node.getBoundingClientRect();
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return node.contains(document.elementFromPoint(at.x, at.y)) ? at : null;
  }

  // menuLine is the newest menu with a line that begins with these words, and that line.
  function menuLine(words) {
    for (const menu of [...document.querySelectorAll('#messages select')].filter(able).reverse()) {
      const line = [...menu.options].find((o) => !o.disabled && o.text.startsWith(words));
      if (line) return [menu, line];
    }
    return null;
  }

  // A click lands on what was aimed at, or on what has been drawn anew in its place meanwhile.
  let aimed = null;
  let landed = false;
  const usable = 'button, a, summary';
  const isAimed = (node) => !!aimed && !!node && (node === aimed.node || name(node) === aimed.name && !!node.closest(aimed.part));
  window.addEventListener('click', (ev) => { landed = ev.isTrusted && isAimed(ev.target.closest(usable)); }, true);

  // loads are the boxes of the pictures that loaded, before and after.
  const box = (img) => { const { left, right, width, height } = img.getBoundingClientRect(); return { left, right, width, height }; };
  const loads = [];
  const early = new WeakMap(); // a picture that loads to its box before
  const pictures = () => [...document.querySelectorAll('#messages img')];
  new MutationObserver(() => {
    for (const i of pictures()) if (!i.complete && !early.has(i)) early.set(i, box(i));
  }).observe(document, { subtree: true, childList: true });
  document.addEventListener('load', ({ target }) => {
    if (early.has(target)) loads.push({ before: early.get(target), after: box(target) });
  }, true);

  // A notification stays until it is closed, so that no test must be in time.
  const later = window.setTimeout.bind(window);
  window.setTimeout = (act, ms, ...rest) => (ms > 5000 ? 0 : later(act, ms, ...rest));

  return {
    // aim finds the newest button with these words, or some of them, in a part of the page.
    aim: (part, words, some) => until(() => {
      const all = [...document.querySelectorAll(part)].flatMap((p) => [...p.querySelectorAll(usable)]);
      const node = all.findLast((node) => able(node) && (name(node) === words || some && name(node).includes(words)));
      aimed = node && { node, part, name: name(node) };
      landed = false;
      return node && place(node);
    }),
    landed: () => landed,
    // offers waits until a menu has a line that begins with these words.
    offers: (words) => until(() => !!menuLine(words)),
    // pick takes the line that begins with these words in the newest menu with one.
    pick: (words) => until(() => {
      const [menu, line] = menuLine(words) || [];
      if (!line || !place(menu)) return null;
      menu.value = line.value;
      menu.dispatchEvent(new Event('change', { bubbles: true }));
      return line.text;
    }),
    // sees waits until a part of the page says something, in words or instead of a picture.
    sees: (part, words) => until(() => [...document.querySelectorAll(part)].some((node) =>
      node.checkVisibility() && [tidy(node.innerText), ...alts(node)].some((text) => text.includes(words)))),
    // misses waits until no part of the page of that kind says something.
    misses: (part, words) => until(() => ![...document.querySelectorAll(part)].some((node) => tidy(node.innerText).includes(words))),
    // board waits until the newest message for everybody has a picture and says all of the words.
    board: (...words) => until(() => {
      const last = [...document.querySelectorAll('.message')].findLast((m) => !isPrivate(m) && !m.matches('.notice'));
      const text = last && [tidy(last.innerText), ...alts(last)].join('\n');
      return last?.querySelector('img') && words.every((w) => text.includes(w)) && text;
    }),
    // drawn waits until all pictures are there, and painted.
    drawn: () => until(() => [...document.images].every((i) => i.complete && i.naturalWidth > 0))
      .then(() => document.fonts.ready)
      .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))),
    // pictures waits until the messages have pictures and all have loaded.
    pictures: () => until(() => loads.length > 0 && pictures().length > 0 && pictures().every((i) => i.complete && i.naturalWidth > 0) && {
      screen: innerWidth,
      shown: pictures().map((i) => ({ box: box(i), natural: { width: i.naturalWidth, height: i.naturalHeight } })),
      loads,
    }),
    // page is all that the page has, seen or not, but for the clock and what developers look at.
    page: () => {
      const copy = document.documentElement.cloneNode(true);
      copy.querySelectorAll('#sent, time, script').forEach((node) => node.remove());
      return copy.outerHTML;
    },
    // covered is what lies over something beside it, in pairs, while the page leads to a message below, which lies over
    // the messages.
    covered: () => {
      const below = document.getElementById('below');
      const was = below.hidden;
      below.hidden = false;
      const pairs = [...document.querySelectorAll('body, main, main *, #side, #side *')].flatMap((parent) => {
        const boxes = [...parent.children].filter((node) => node.checkVisibility() && node !== below &&
          !/absolute|fixed/.test(getComputedStyle(node).position) && !/inline|contents/.test(getComputedStyle(node).display))
          .map((node) => ({ node, box: node.getBoundingClientRect() }));
        const shared = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low]);
        return boxes.flatMap((a, i) => boxes.slice(0, i)
          .filter((b) => Math.min(shared(a.box, b.box, 'left', 'right'), shared(a.box, b.box, 'top', 'bottom')) > 1)
          .map((b) => [b, a].map(({ node }) => `${node.localName}#${node.id}.${node.className}`).join(' and ')));
      });
      below.hidden = was;
      return pairs;
    },
    // focus is what has the keyboard's focus, and whether that shows.
    focus: () => {
      const node = document.activeElement;
      const look = getComputedStyle(node);
      const shown = look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0;
      return { name: node === document.body ? '' : name(node), line: node.selectedOptions?.[0]?.text || '', shown, menu: node.matches('select') };
    },
  };
})();
