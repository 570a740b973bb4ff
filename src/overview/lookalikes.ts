import { domainToUnicode } from 'node:url';
import { groupedBy } from '../text/grouped-by.ts';

/** Letters that are taken for others, as they are usually drawn. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '5': 's', i: 'l' },
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'l', ӏ: 'l', ѕ: 's', ο: 'o', α: 'a' },
};

/** What is left of a host if everything that people overlook is left out. */
function looksOf(host: string): string {
  const plain = domainToUnicode(host)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f-]/g, '')
    .toLowerCase();
  const letters = plain.replace(/./gu, (letter) => TAKEN_FOR[letter] ?? letter);
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Each host that looks like another one, with that other. */
export function lookalikesAmong(hosts: readonly string[]): Map<string, string> {
  const groups = groupedBy(new Set(hosts), looksOf);
  return new Map(
    [...groups.values()].flatMap((alike) =>
      alike.flatMap((host) => {
        const other = alike.find((one) => one !== host);
        return other === undefined ? [] : [[host, other] as const];
      }),
    ),
  );
}
