/**
 * The page's own script: filters, copying, and opening what a link leads to. Without it everything is still there,
 * unfiltered. It only reads and toggles what was rendered; no text of the report is ever turned into markup.
 */
export const script = String.raw`
'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const announce = one('[data-announce]');

  // Filters
  const form = one('[data-filters]');
  const checks = all('.check');
  const words = new Map();
  const wordsOf = (check) => {
    if (!words.has(check)) {
      const message = check.querySelector('.message');
      words.set(check, (check.firstElementChild.textContent + ' ' + (message ? message.textContent : '')).toLowerCase());
    }
    return words.get(check);
  };
  const chosen = (name) => new Set(all('input[name=' + name + ']:checked', form).map((input) => input.value));
  const apply = () => {
    const outcomes = chosen('outcome');
    const levels = chosen('level');
    const sought = form.querySelector('#search').value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const check of checks) {
      const fits =
        outcomes.has(check.dataset.outcome) &&
        levels.has(check.dataset.level) &&
        sought.every((word) => wordsOf(check).includes(word));
      check.hidden = !fits;
      if (fits) shown++;
    }
    for (const group of [...all('[data-module]'), ...all('[data-contract]')])
      group.hidden = !group.querySelector('.check:not([hidden])');
    one('[data-nothing]').hidden = shown > 0;
    form.querySelector('[data-shown]').value =
      shown === checks.length ? 'All ' + shown + ' checks' : shown + ' of ' + checks.length + ' checks';
  };
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  const showAll = () => {
    form.reset();
    apply();
  };
  form.querySelector('[data-all]').addEventListener('click', showAll);
  form.querySelector('[data-only-needs-work]').addEventListener('click', () => {
    for (const input of all('input[name=outcome]', form)) input.checked = 'needsWork' in input.dataset;
    apply();
  });
  form.querySelector('[data-fold]').addEventListener('click', () => {
    for (const details of all('main details[open]')) details.open = false;
  });
  // A page that is shown again keeps what was typed.
  apply();

  // A link opens what it leads to, filtered out or folded though it be
  const reveal = () => {
    let id;
    try {
      id = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    const target = id && document.getElementById(id);
    if (!target) return;
    if (target.closest('[hidden]')) showAll();
    for (let at = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
    target.scrollIntoView();
    const summary = target instanceof HTMLDetailsElement && target.querySelector('summary');
    if (summary) summary.focus({ preventScroll: true });
  };
  addEventListener('hashchange', reveal);
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) reveal();
  });
  reveal();

  // Copying
  const select = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  };
  const copy = async (code) => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      return true;
    } catch {
      select(code);
      return document.execCommand('copy');
    }
  };
  for (const button of all('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const done = await copy(button.parentElement.querySelector('code'));
      announce.textContent = done ? 'Copied' : 'Selected: copy it with the keyboard';
      button.dataset.copy = done ? 'done' : 'selected';
      setTimeout(() => {
        button.dataset.copy = '';
        announce.textContent = '';
      }, 2000);
    });
  }

  // Paper shows what speaks for the findings
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = all('.unfolds:not([open])');
    for (const details of folded) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of folded) details.open = false;
  });
})();
`;
