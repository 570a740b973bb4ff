'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const form = document.querySelector('[data-filters]');
  if (!form) return;
  const search = form.querySelector('#search');
  const clear = form.querySelector('[data-clear]');
  const body = document.querySelector('tbody');
  const rows = all('tbody > tr');
  const words = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const chosen = (name) => all('input[name=' + name + ']:checked', form).map((box) => box.value);
  const show = () => {
    const verdicts = chosen('verdict');
    const flags = chosen('flag');
    const sought = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const fits =
        (verdicts.length === 0 || verdicts.includes(row.dataset.verdict)) &&
        flags.every((flag) => row.dataset.flags.split(' ').includes(flag)) &&
        sought.every((word) => words.get(row).includes(word));
      row.hidden = !fits;
      if (fits) shown++;
    }
    clear.disabled = verdicts.length + flags.length + sought.length === 0;
    form.querySelector('[data-shown]').value = shown + ' of ' + rows.length;
  };
  form.hidden = false;
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  clear.addEventListener('click', () => {
    form.reset();
    show();
    search.focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input[type=search]')) return;
    event.preventDefault();
    search.focus();
    search.select();
  });

  const heads = all('[data-sort]');
  // The first click shows what needs attention: large numbers, new, recent.
  const FIRST = { verdict: 1, name: 1, age: -1, rules: -1, alarm: -1, open: -1 };
  const valueOf = (row, key) =>
    key === 'name' ? row.querySelector('strong').textContent : Number(row.getAttribute('data-by-' + key));
  const compare = (key, one, other) => {
    const [a, b] = [valueOf(one, key), valueOf(other, key)];
    return key === 'name' ? a.localeCompare(b) : a - b;
  };
  const sortBy = (head) => {
    const key = head.dataset.sort;
    const before = head.getAttribute('aria-sort');
    const way = before === null ? FIRST[key] : before === 'ascending' ? -1 : 1;
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', way > 0 ? 'ascending' : 'descending');
    body.append(...rows.toSorted((one, other) => way * compare(key, one, other)));
  };
  for (const head of heads) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => sortBy(head));
  }
  show();
})();
