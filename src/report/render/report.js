'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const announce = one('[data-announce]');

  // The address: #anchor?outcome=fail&level=must&q=words
  const place = () => {
    const [anchor, query = ''] = location.hash.slice(1).split('?');
    try {
      return { anchor: decodeURIComponent(anchor), query: new URLSearchParams(query) };
    } catch {
      return { anchor: '', query: new URLSearchParams() };
    }
  };
  const writePlace = (query) => {
    const anchor = location.hash.slice(1).split('?')[0];
    const hash = anchor + (query === '' ? '' : '?' + query);
    const address = location.href.split('#')[0] + (hash === '' ? '' : '#' + hash);
    if (address !== location.href) history.replaceState(history.state, '', address);
  };

  // Filters
  const form = one('[data-filters]');
  const search = form.querySelector('#search');
  const clear = form.querySelector('[data-clear]');
  const checks = all('.check');
  const words = new Map();
  const wordsOf = (check) => {
    if (!words.has(check)) {
      const message = check.querySelector('.message');
      words.set(
        check,
        (check.firstElementChild.textContent + ' ' + (message ? message.textContent : '')).toLowerCase(),
      );
    }
    return words.get(check);
  };
  const boxes = (name) => all('input[name=' + name + ']', form);
  const chosen = (name) =>
    boxes(name)
      .filter((box) => box.checked)
      .map((box) => box.value);
  const queryOf = (outcomes, levels, sought) => {
    const query = new URLSearchParams();
    if (outcomes.length > 0) query.set('outcome', outcomes.join(' '));
    if (levels.length > 0) query.set('level', levels.join(' '));
    if (sought !== '') query.set('q', sought);
    return query.toString();
  };
  let filtered = false;
  const apply = () => {
    const outcomes = chosen('outcome');
    const levels = chosen('level');
    const sought = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const active = outcomes.length + levels.length + sought.length > 0;
    let shown = 0;
    for (const check of checks) {
      const fits =
        (outcomes.length === 0 || outcomes.includes(check.dataset.outcome)) &&
        (levels.length === 0 || levels.includes(check.dataset.level)) &&
        sought.every((word) => wordsOf(check).includes(word));
      check.hidden = !fits;
      if (fits) shown++;
    }
    for (const group of all('[data-module], [data-contract], .settled'))
      group.hidden = !group.querySelector('.check:not([hidden])');
    if (active || filtered) for (const group of all('.settled')) group.open = active;
    filtered = active;
    clear.disabled = !active;
    one('[data-nothing]').hidden = shown > 0;
    form.querySelector('[data-shown]').value = active
      ? shown + ' of ' + checks.length + ' checks'
      : all('.unfolds').length +
        (all('.unfolds').length === 1 ? ' problem of ' : ' problems of ') +
        checks.length +
        ' checks';
    return queryOf(outcomes, levels, search.value.trim());
  };
  const change = () => writePlace(apply());
  const showAll = () => {
    form.reset();
    change();
  };
  const readFilters = ({ query }) => {
    search.value = query.get('q') ?? '';
    for (const name of ['outcome', 'level']) {
      const wanted = (query.get(name) ?? '').split(' ');
      for (const box of boxes(name)) box.checked = wanted.includes(box.value);
    }
    apply();
  };
  form.hidden = false;
  form.addEventListener('input', change);
  form.addEventListener('submit', (event) => event.preventDefault());
  clear.addEventListener('click', () => {
    showAll();
    search.focus();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input[type=search], textarea, [contenteditable]');
    if (event.key === 'Escape' && event.target === search && search.value !== '') {
      search.value = '';
      change();
    }
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    search.focus();
    search.select();
  });

  // A link opens what it leads to, filtered out or folded though it be
  const reveal = (id) => {
    const target = id && document.getElementById(id);
    if (!target) return;
    if (target.closest('[hidden]')) showAll();
    for (let at = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
    target.scrollIntoView();
    const summary = target instanceof HTMLDetailsElement && target.querySelector('summary');
    if (summary) summary.focus({ preventScroll: true });
  };
  const follow = () => {
    const { anchor, query } = place();
    if (query.size > 0 || anchor === '') readFilters({ query });
    else writePlace(apply());
    reveal(anchor);
  };
  addEventListener('hashchange', follow);
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash.split('?')[0]) reveal(place().anchor);
  });
  follow();

  // The part in view
  const links = new Map(all('[data-contents] a').map((link) => [link.hash.slice(1), link]));
  const parts = all('main [id]').filter(({ id }) => links.has(id));
  const inView = new Set();
  const mark = () => {
    const current = parts.findLast((part) => inView.has(part));
    for (const [id, link] of links) {
      if (current && id === current.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target);
      mark();
    },
    { rootMargin: '-25% 0px -70% 0px' },
  );
  for (const part of parts) watcher.observe(part);

  // Copying
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };
  for (const button of all('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const done = await copy(button.parentElement.querySelector('code').textContent);
      announce.textContent = done ? 'Copied' : 'This browser does not allow copying';
      button.dataset.copy = done ? 'done' : 'refused';
      setTimeout(() => {
        button.dataset.copy = '';
        announce.textContent = '';
      }, 2000);
    });
  }

  // Paper shows the failures unfolded
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = all('.unfolds:not([open])');
    for (const details of folded) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of folded) details.open = false;
  });
})();
