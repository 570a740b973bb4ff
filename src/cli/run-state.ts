import type { ProgressEvent, RunTotals } from '../settings.ts';
import { counted } from '../report/text.ts';

/** The names of phases for the progress line. Those of the listing API need no other name. */
const PHASES: Readonly<Record<string, string>> = {
  read: 'reading',
  book: 'booking drafts',
  report: 'reading reports',
  repeat: 'repeating requests',
  update: 'updating drafts',
  'report again': 'reading reports again',
  refuse: 'sending orders that must be refused',
  race: 'sending requests at the same time',
  break: 'sending invalid requests',
  'read again': 'reading again',
  'lock out': 'trying wrong keys',
};

/** Until this share of the requests has been sent, the remaining time cannot be estimated. */
const EARLIEST_SHARE = 0.2;
const SHORTEST_LEFT = 3_000;

export class RunState {
  #startedAt = 0;
  #planned = 0;
  #sent = 0;
  #done = 0;
  #of = 0;
  #failed = 0;
  #running: readonly string[] = [];
  #wait: { readonly notice: string; readonly until: number } | undefined;

  take(event: ProgressEvent, now: number): void {
    switch (event.kind) {
      case 'planned':
        this.#startedAt = now;
        this.#planned = event.requests;
        this.#of = event.checks;
        this.#wait = undefined;
        break;
      case 'running':
        this.#running = event.what;
        this.#sent = event.requests;
        break;
      case 'judged':
        this.#done = event.done;
        this.#of = event.of;
        this.#sent = event.requests;
        if (event.outcome === 'fail') this.#failed++;
        break;
      case 'waiting':
        this.#wait = { notice: event.notice, until: now + secondsIn(event.notice) * 1000 };
        break;
    }
  }

  /** Where there is too little room for all of it, what it waits for is said alone. */
  line(now: number, room = Infinity): string {
    const waiting = this.#waiting(now);
    const all = [
      ...(this.#of === 0 ? [] : [`${this.#done} of ${this.#of} checks`]),
      ...(this.#failed === 0 ? [] : [`${this.#failed} failed`]),
      ...(waiting ?? this.#running.map(inWords)),
      ...this.#timeLeft(now),
    ].join(' · ');
    return waiting !== undefined && all.length > room ? waiting.join(' · ') : all;
  }

  #waiting(now: number): string[] | undefined {
    if (this.#wait === undefined) return undefined;
    const { notice, until } = this.#wait;
    if (secondsIn(notice) > 0 && now >= until) return undefined;
    return [notice.replace(SECONDS, `${Math.ceil((until - now) / 1000)} s`)];
  }

  #timeLeft(now: number): string[] {
    if (this.#sent < this.#planned * EARLIEST_SHARE || this.#sent >= this.#planned) return [];
    const left = ((now - this.#startedAt) * (this.#planned - this.#sent)) / this.#sent;
    return left < SHORTEST_LEFT ? [] : [`about ${longInWords(left / 1000)} left`];
  }
}

const SECONDS = /\d+(?:\.\d+)? s\b/;

/** The seconds named in a notice; 0 if there are none. */
function secondsIn(notice: string): number {
  return Number.parseFloat(SECONDS.exec(notice)?.[0] ?? '0');
}

function inWords(running: string): string {
  const [, phase = running, modules = ''] = /^(.*?)( \(.*\))?$/.exec(running) ?? [];
  return (PHASES[phase] ?? phase) + modules;
}

/** `creates nothing` */
export function draftsInWords({ drafts, bookings }: RunTotals): string {
  const usual = drafts === 0 ? 'creates nothing' : `creates about ${counted(drafts, 'draft order')}`;
  if (bookings <= drafts) return usual;
  // The API cannot delete, so the worst is said too.
  return `${usual} (up to about ${bookings} if your service accepts what it must refuse, or creates a new order for every repeat)`;
}

/** `45 s`, `10 min` */
const longInWords = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

/** How long a run takes, and its wait for the listing API, if it has one. */
export function durationInWords({ likelySeconds, timeLimitSeconds, listingSeconds }: RunTotals): string {
  const usual = `It is likely to take up to ${longInWords(likelySeconds)}, and ends after ${longInWords(timeLimitSeconds)} at the latest (--time-limit).`;
  return listingSeconds === undefined ? usual : `${usual} The listing API takes at most ${listingSeconds} s.`;
}
