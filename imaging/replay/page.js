'use strict';

// The steps are in the document. Without this script they are a sheet of diagrams; with it one is shown at a time.
const byID = (id) => document.getElementById(id);
const steps = [...byID('the-steps').children];
const slider = byID('the-slider');
let now = 0;

function show(to) {
  now = Math.min(Math.max(to, 0), steps.length - 1);
  steps.forEach((step, i) => step.classList.toggle('now', i === now));
  slider.value = now;
  slider.setAttribute('aria-valuetext', steps[now].querySelector('.said').innerText);
}

const moves = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => steps.length - 1 };
const keys = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };

document.addEventListener('keydown', (event) => {
  const move = keys[event.key];
  if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target === slider) return;
  event.preventDefault();
  show(moves[move]());
});

for (const button of document.querySelectorAll('[data-to]')) {
  button.addEventListener('click', () => show(moves[button.dataset.to]()));
}
slider.addEventListener('input', () => show(Number(slider.value)));

// A swipe over the board goes on or back, and so does a press on its right or left half.
let down = null;
byID('the-steps').addEventListener('pointerdown', (event) => { down = event.target.closest('.board') && event; });
byID('the-steps').addEventListener('pointerup', (event) => {
  if (!down) return;
  const dx = event.clientX - down.clientX, dy = event.clientY - down.clientY;
  const box = down.target.closest('.board').getBoundingClientRect();
  down = null;
  if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) show(dx < 0 ? now + 1 : now - 1);
  else if (Math.hypot(dx, dy) < 10) show(event.clientX > box.left + box.width / 2 ? now + 1 : now - 1);
});

function showNamed() {
  const at = steps.findIndex((step) => '#' + step.id === location.hash);
  if (at >= 0) show(at);
}
window.addEventListener('hashchange', showNamed);

document.documentElement.classList.add('live');
byID('the-controls').hidden = false;
byID('the-steps').setAttribute('aria-live', 'polite');
show(0);
showNamed();

// The proof, as docs/fairness.md of Parlour tells it. What is not computed here stays marked as not checked.

// sha256 is the SHA-256 of bytes, by FIPS 180-4.
function sha256(bytes) {
  const prime = (n) => { for (let d = 2; d * d <= n; d++) if (n % d === 0) return false; return true; };
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (prime(n)) primes.push(n);
  const part = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const k = primes.map((p) => part(Math.cbrt(p)));
  const h = primes.slice(0, 8).map((p) => part(Math.sqrt(p)));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const all = new DataView(new ArrayBuffer(64 * blocks));
  bytes.forEach((b, i) => all.setUint8(i, b));
  all.setUint8(bytes.length, 0x80);
  all.setUint32(64 * blocks - 8, Math.floor(bytes.length / 2 ** 29));
  all.setUint32(64 * blocks - 4, (bytes.length * 8) >>> 0);
  for (let block = 0; block < blocks; block++) {
    const w = [];
    for (let i = 0; i < 64; i++) {
      if (i < 16) { w[i] = all.getInt32(64 * block + 4 * i); continue; }
      const a = w[i - 15], b = w[i - 2];
      w[i] = (w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let v = h.slice();
    for (let i = 0; i < 64; i++) {
      const [a, b, c, d, e, f, g, last] = v;
      const one = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      v = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    v.forEach((x, i) => { h[i] = (h[i] + x) | 0; });
  }
  return h.flatMap((x) => [x >>> 24, (x >>> 16) & 255, (x >>> 8) & 255, x & 255]);
}

const text = (s) => [...new TextEncoder().encode(s)];
const hex = (bytes) => bytes.map((b) => b.toString(16).padStart(2, '0')).join('');
const unhex = (s) => (s || '').match(/../g)?.map((b) => parseInt(b, 16)) || [];

// H is the hash of a label and fields.
function H(label, ...fields) {
  const all = [text('parlour/' + label + '/2'), ...fields];
  return sha256(all.flatMap((f) => [f.length >>> 24, (f.length >>> 16) & 255, (f.length >>> 8) & 255, f.length & 255, ...f]));
}

function code(hash) {
  const bits = hash.slice(0, 20).map((b) => b.toString(2).padStart(8, '0')).join('');
  return bits.match(/.{5}/g).map((b) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[parseInt(b, 2)]).join('').match(/..../g).join('-');
}

// checks say of a record whether it holds, or null where that cannot be computed.
const checks = {
  deal(r, p) {
    if (!p.secret) return null;
    const secret = unhex(p.secret), words = p.shares.map((s) => unhex(s.hash));
    const fixed = hex(H('commitment', secret, ...p.shares.map((s) => unhex(s.salt_hash)))) === p.commitment;
    const shares = p.shares.every((s) => !s.salt || hex(H('salt', unhex(s.salt))) === s.salt_hash &&
      (s.word ? hex(H('word', unhex(s.salt), text(s.word))) : '') === (s.hash || ''));
    const seed = words.some((w) => w.length) ? hex(H('seed', secret, ...words)) : p.secret;
    return fixed && shares && seed === r.seed;
  },
  bids(r, p) {
    if (!p.secret) return null;
    return p.seals.every((o) => {
      const { seat, move } = r.moves[o.ply], salt = unhex(o.salt), key = H('key', salt).slice(0, 16);
      const rest = H('rest', salt, [seat], text(move)), words = move.split(' ');
      return words.some((_, n) => hex(H('bid', key, [seat], text(words.slice(0, n + 1).join(' ')), rest)) === o.hash);
    });
  },
  codes(r, p) {
    const names = Object.keys(r.options).sort();
    const setup = [text(r.game), text('' + r.rules), text('' + r.seats), p.order, ...names.flatMap((n) => [text(n), text(r.options[n])])];
    const links = [['table', text(p.match), unhex(p.commitment)], ['words', ...p.shares.map((s) => unhex(s.hash))], ['setup', ...setup],
      ...p.seals.map((o) => ['link', unhex(o.hash)])];
    let last = null;
    return links.length === p.links.length && links.every(([label, ...fields], i) => {
      last = H(label, ...(last ? [last] : []), ...fields);
      return hex(last) === p.links[i].hash && code(last) === p.links[i].code;
    });
  },
};

const written = Uint8Array.from(atob(byID('the-record').href.split(',')[1]), (c) => c.charCodeAt(0));
const record = JSON.parse(new TextDecoder().decode(written));
const proof = byID('the-proof');
for (const item of proof.querySelectorAll('[data-check]')) {
  let holds = null;
  try {
    if (record.proof?.version === 2) holds = checks[item.dataset.check](record, record.proof);
  } catch { holds = false; }
  if (holds !== null) item.querySelector('b').textContent = holds ? proof.dataset.holds : proof.dataset.fails;
}
