'use strict';
// Discord's markdown, as DOM nodes. Nothing here ever makes HTML of text.

const inlineRules = [
  [/^\\([^\sA-Za-z0-9])/, (m) => m[1]],
  [/^``(.+?)``/s, (m) => el('code', {}, m[1].trim())],
  [/^`([^`]+)`/, (m) => el('code', {}, m[1])],
  [/^<@!?(\d+)>/, (m, say) => mention('@' + say.user(m[1]))],
  [/^<@&(\d+)>/, (m, say) => mention('@' + say.role(m[1]))],
  [/^<\/([-_\p{L}\p{N} ]{1,98}):\d+>/u, (m, say) => el('button', { type: 'button', class: 'mention', onclick: () => say.command(m[1]) }, '/' + m[1])],
  [/^<#(\d+)>/, (m, say) => {
    const name = '#' + say.channel(m[1]);
    return el('button', { type: 'button', class: 'mention', onclick: () => say.open(m[1]) }, name);
  }],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => timestamp(Number(m[1]), m[2] || 'f')],
  [/^@(everyone|here)\b/, (m) => mention(m[0])],
  [/^\*\*\*(.+?)\*\*\*(?!\*)/s, (m, say) => el('strong', {}, el('em', {}, inline(m[1], say)))],
  [/^\*\*(.+?)\*\*(?!\*)/s, (m, say) => el('strong', {}, inline(m[1], say))],
  [/^__(.+?)__(?!_)/s, (m, say) => el('u', {}, inline(m[1], say))],
  [/^~~(.+?)~~/s, (m, say) => el('s', {}, inline(m[1], say))],
  [/^\|\|(.+?)\|\|/s, (m, say) => spoiler(inline(m[1], say))],
  [/^\*([^\s*](?:.*?[^\s*])?)\*(?!\*)/s, (m, say) => el('em', {}, inline(m[1], say))],
  [/^_([^\s_](?:.*?[^\s_])?)_(?![A-Za-z0-9_])/s, (m, say) => el('em', {}, inline(m[1], say)), true],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, say) => link(m[2], inline(m[1], say), say)],
  [/^<(https?:\/\/[^\s>]+)>/, (m, say) => link(m[1], m[1], say), true],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"')\]]/, (m, say) => link(m[0], m[0], say), true],
];

// inline turns the text of one block into nodes. A rule with true applies only at the
// beginning of a word.
function inline(text, say) {
  const out = document.createDocumentFragment();
  let plain = '';
  const flush = () => { if (plain) out.append(plain); plain = ''; };
  while (text) {
    let hit = null;
    if (/^[\\`<@*_~|[h]/.test(text)) {
      for (const [rule, make, apart] of inlineRules) {
        if (apart && /[A-Za-z0-9]$/.test(plain)) continue;
        const m = rule.exec(text);
        if (m) { hit = [m[0].length, make(m, say)]; break; }
      }
    }
    if (hit) {
      flush();
      out.append(hit[1]);
      text = text.slice(hit[0]);
    } else {
      const step = String.fromCodePoint(text.codePointAt(0));
      plain += step;
      text = text.slice(step.length);
    }
  }
  flush();
  return out;
}

// spoiler hides its text until it is clicked.
function spoiler(text) {
  const box = el('span', { class: 'spoiler', role: 'button', tabindex: '0', 'aria-label': 'Spoiler', title: 'Spoiler' }, text);
  const show = () => {
    box.classList.add('shown');
    ['role', 'aria-label', 'title'].forEach((name) => box.removeAttribute(name));
  };
  box.addEventListener('click', show);
  box.addEventListener('keydown', (ev) => { if (ev.key === 'Enter' || ev.key === ' ') { ev.preventDefault(); show(); } });
  return box;
}

function mention(text) { return el('span', { class: 'mention' }, text); }

// link goes out to a new tab; a link to a message opens it here.
function link(url, label, say) {
  const m = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(url);
  if (!m) return el('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, label);
  const text = label === url ? '#' + say.channel(m[1]) + (m[2] ? ' › message' : '') : label;
  return el('button', { type: 'button', class: 'mention', onclick: () => say.open(m[1], m[2]) }, text);
}

const timeStyles = {
  t: { timeStyle: 'short' }, T: { timeStyle: 'medium' }, d: { dateStyle: 'short' }, D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' }, F: { dateStyle: 'full', timeStyle: 'short' },
};

function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode('<t:' + seconds + '>');
  const text = style === 'R' ? relative(date) : new Intl.DateTimeFormat(undefined, timeStyles[style]).format(date);
  return el('time', { datetime: date.toISOString(), title: date.toLocaleString() }, text);
}

// relative is "in 3 days", "2 hours ago".
function relative(date) {
  const seconds = (date - Date.now()) / 1000;
  const units = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
  const [unit, size] = units.find(([, s]) => Math.abs(seconds) >= s) || units[5];
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

// markdown turns a message's content into nodes.
function markdown(text, say) {
  const out = document.createDocumentFragment();
  text.split(/(```(?:[\w+-]*\n)?[\s\S]*?```)/).forEach((part) => {
    const code = /^```(?:[\w+-]*\n)?([\s\S]*?)\n?```$/.exec(part);
    if (code) out.append(el('pre', {}, el('code', {}, code[1])));
    else blocks(part.replace(/^\n|\n$/g, ''), out, say);
  });
  return out;
}

const blockRules = [
  [/^# (.+)/, 'h2'], [/^## (.+)/, 'h3'], [/^### (.+)/, 'h4'], [/^-# (.+)/, 'small'],
  [/^> (.*)/, 'blockquote'], [/^\s*[-*] +(.+)/, 'ul'], [/^\s*\d{1,9}\. +(.+)/, 'ol'],
];

// blocks handles lines: headings, quotes, lists, subtext, and plain text.
function blocks(text, out, say) {
  if (!text) return;
  let run = [];
  const flush = () => {
    if (run.length) out.append(el('p', {}, inline(run.join('\n'), say)));
    run = [];
  };
  for (const line of text.split('\n')) {
    const rule = blockRules.find(([r]) => r.test(line));
    if (!rule) { run.push(line); continue; }
    flush();
    const list = ['ul', 'ol'].includes(rule[1]) ? rule[1] : '';
    const node = el(list ? 'li' : rule[1], {}, inline(rule[0].exec(line)[1], say));
    const last = out.lastChild;
    if (list) {
      if (last && last.nodeName === list.toUpperCase()) last.append(node);
      else out.append(el(list, { start: list === 'ol' && parseInt(line.trim(), 10) }, node));
    } else if (rule[1] === 'blockquote' && last && last.nodeName === 'BLOCKQUOTE') last.append('\n', ...node.childNodes);
    else out.append(node);
  }
  flush();
}

// plainText is content as a phone's notification shows it: without marks, and with
// the names that say returns for mentions.
function plainText(text, say) {
  if (say) text = text.replace(/<@!?(\d+)>/g, (_, id) => '@' + say.user(id)).replace(/<@&(\d+)>/g, (_, id) => '@' + say.role(id)).replace(/<#(\d+)>/g, (_, id) => '#' + say.channel(id));
  return text.replace(/```(?:[\w+-]*\n)?/g, '')
    .replace(/<(\/[-_\p{L}\p{N} ]{1,98}):\d+>/gu, '$1')
    .replace(/<t:(-?\d+)(?::([tTdDfFR]))?>/g, (_, s, style) => timestamp(Number(s), style || 'f').textContent)
    .replace(/\[([^\]\n]+)\]\(<?https?:[^\s)]*\)?/g, '$1')
    .replace(/^(?:#{1,3}|-#|>) /gm, '')
    .replace(/\*\*|__|~~|\|\||`/g, '')
    .replace(/(^|[^\w*])([*_])(\S(?:.*?\S)?)\2(?!\w)/g, '$1$3')
    .replace(/\\([^\sA-Za-z0-9])/g, '$1');
}
