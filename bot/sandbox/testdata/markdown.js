'use strict';
// Writes what the page makes of the text on standard input, with a document that can do no more
// than hold elements.
const fs = require('node:fs');
const path = require('node:path');

class Node {
  constructor(name) { this.nodeName = name.toUpperCase(); this.attributes = ''; this.childNodes = []; }
  get lastChild() { return this.childNodes.at(-1) || null; }
  addEventListener() {}
  setAttribute(name, value) { this.attributes += ' ' + name + '=' + value; }
  append(...nodes) {
    for (const n of nodes) this.childNodes.push(...(n.nodeName === '' ? n.childNodes : [n]));
  }
  toString() {
    const name = this.nodeName.toLowerCase();
    const inside = this.childNodes.join('');
    return name ? '<' + name + this.attributes + '>' + inside + '</' + name + '>' : inside;
  }
}
const document = { createElement: (name) => new Node(name), createDocumentFragment: () => new Node('') };
const page = (file) => fs.readFileSync(path.join(__dirname, '..', 'page', file), 'utf8');
const run = new Function('document', 'location', page('base.js') + page('markdown.js') + '\nreturn markdown;');
const markdown = run(document, { href: 'http://localhost/?as=ann' });
process.stdout.write(String(markdown(fs.readFileSync(0, 'utf8'), {})));
