'use strict';
// Messages of Components V2, as Discord sends them.

// part makes a component with those nested in it.
function part(c, m, app) {
  const inner = () => (c.components || []).map((o) => part(o, m, app));
  switch (c.type) {
    case 1: return el('div', { class: 'row' }, ...inner());
    case 9: return el('div', { class: 'section' }, el('div', { class: 'words' }, ...inner()), part(c.accessory, m, app));
    case 10: return el('div', { class: 'content' }, markdown(c.content, app.say));
    case 11: return medium(c.media, c, 'thumbnail');
    case 12: return c.items.length > 1 ? el('div', { class: 'gallery' }, ...c.items.map((i) => medium(i.media, i, 'tile'))) : medium(c.items[0].media, c.items[0], 'single');
    case 13: return c.spoiler ? cover(fileLink(c.file, c.name)) : fileLink(c.file, c.name);
    case 14: return el('hr', { class: (c.divider ? '' : 'bare ') + (c.spacing === 2 ? 'wide' : '') });
    case 17: return container(c, inner());
    default: return component({
      ...c, customID: c.custom_id, emoji: c.emoji?.name, minValues: c.min_values, maxValues: c.max_values,
      channelTypes: c.channel_types, defaults: c.default_values?.map((d) => d.id),
    }, m, app);
  }
}

// partWords are the texts of components that no spoiler hides.
function partWords(all) {
  return all.flatMap((c) => (c.spoiler ? [] : c.type === 10 ? [c.content] : partWords(c.components || [])));
}

function container(c, inner) {
  const box = el('div', { class: 'container' }, ...inner);
  if (c.accent_color !== null) box.style.setProperty('--accent-color', '#' + c.accent_color.toString(16).padStart(6, '0'));
  return c.spoiler ? cover(box) : box;
}

// cover hides something until it is clicked.
function cover(node) {
  const show = () => {
    box.replaceWith(node);
    if (!node.matches('a, button')) node.tabIndex = -1;
    node.focus({ preventScroll: true });
  };
  const box = el('button', { type: 'button', class: 'cover', onclick: show }, 'Spoiler');
  return box;
}

// fileLink is a file of the message, or a link to another site, which the page does not ask.
function fileLink(shown, name) {
  const at = new URL(shown.url);
  if (at.host !== location.host) return el('a', { class: 'file', href: shown.url, target: '_blank', rel: 'noopener noreferrer' }, '🖼 ' + at.host);
  return el('a', { class: 'file', href: at.pathname, download: name || '' }, '📄 ' + (name || decodeURIComponent(at.pathname.split('/').pop())));
}

// medium is a picture that opens large, or what stands for it.
function medium(shown, about, look) {
  const path = new URL(shown.url).pathname;
  if (!/^image\//.test(shown.content_type)) return about.spoiler ? cover(fileLink(shown)) : fileLink(shown);
  const alt = about.description || '';
  const picture = () => el('img', { src: path, alt, title: alt, ...(shown.width ? { width: shown.width, height: shown.height } : {}) });
  const open = el('button', { type: 'button', class: 'medium ' + look, 'aria-label': (alt || 'A picture') + ' (opens large)', onclick: () => large(picture()) },
    picture(), alt ? null : el('span', { class: 'noalt' }, 'no alt text'));
  return about.spoiler ? cover(open) : open;
}

// large shows a picture over the whole page.
function large(picture) {
  const box = document.getElementById('large');
  box.replaceChildren(picture, el('div', { class: 'row end' }, el('button', { type: 'button', class: 'btn secondary', onclick: () => box.close() }, 'Close')));
  box.showModal();
}
