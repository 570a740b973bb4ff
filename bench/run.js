// Prints one table: what was measured, the ratio, the bar. `npm run bench -- start paging` runs some parts only.
import { install } from './install.js';
import { start } from './start.js';
import { loopback } from './loopback.js';
import { latency } from './latency.js';
import { paging } from './paging.js';
import { throttle } from './throttle.js';
import { reports } from './reports.js';
import { overview } from './overview.js';

const parts = { install, start, loopback, latency, paging, throttle, reports, overview };
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in parts));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. Parts: ${Object.keys(parts).join(', ')}.`);

console.log('| what | figure | bar | |\n| --- | ---: | ---: | --- |');
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const { what, figure, bar, unit = 'x' } of await part())
    console.log(
      bar === undefined
        ? `| ${what} | ${shown(figure, unit)} | | |`
        : `| ${what} | ${shown(figure, unit)} | ${shown(bar, unit)} | ${figure <= bar ? 'met' : 'missed'} |`,
    );
}

function shown(number, unit) {
  return `${number.toFixed(unit === 'x' || unit === 'MB' ? 2 : 0)} ${unit}`;
}
