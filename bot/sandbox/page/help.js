'use strict';
// The page's own help, which is open on a person's first visit.

(() => {
  const help = document.getElementById('help');
  try { // a browser may refuse to store anything
    help.open = !localStorage.getItem('helped');
    localStorage.setItem('helped', 'yes');
  } catch { help.open = true; }
  help.addEventListener('keydown', (ev) => {
    if (ev.key !== 'Escape') return;
    help.open = false;
    help.querySelector('summary').focus();
  });
})();
