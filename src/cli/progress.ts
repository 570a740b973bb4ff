import { counted } from '../report/text.ts';
import type { ProgressEvent } from '../settings.ts';
import { notice } from './streams.ts';

/** Shows how a run comes along, on standard error. */
export interface Progress {
  readonly show: (event: ProgressEvent) => void;
  /** Takes away what is not to stay; nothing is shown afterwards. */
  readonly end: () => void;
}

/** Says what a run is about to do, then keeps one line up to date on a terminal, and few lines elsewhere. */
export async function startProgress(quiet: boolean, environment: NodeJS.ProcessEnv = process.env): Promise<Progress> {
  if (quiet) return { show: () => undefined, end: () => undefined };
  const { CI, TERM } = environment;
  // Where a terminal does not know how wide it is, a line cannot be kept up to date.
  const live =
    process.stderr.isTTY &&
    process.stderr.columns > 0 &&
    TERM !== 'dumb' &&
    (CI === undefined || CI === '' || CI === 'false');
  return live ? spinner() : lines();
}

function intention({ checks, requests, drafts }: ProgressEvent & { kind: 'planned' }): string {
  const created = drafts === 0 ? 'Creates nothing.' : `May create ${counted(drafts, 'draft order')}.`;
  return `Runs ${counted(checks, 'check')} with about ${counted(requests, 'request')}. ${created}`;
}

async function spinner(): Promise<Progress> {
  const { default: ora } = await import('ora');
  const line = ora({ stream: process.stderr, discardStdin: false });
  let counted = '';
  return {
    show: (event) => {
      switch (event.kind) {
        case 'planned':
          notice(intention(event));
          counted = `0/${event.checks}`;
          line.start(counted);
          break;
        case 'judged':
          counted = `${event.done}/${event.of}`;
          line.text = `${counted} ${event.id}`;
          break;
        case 'waiting':
          line.text = `${counted} ${event.notice}`;
          break;
      }
    },
    end: () => line.stop(),
  };
}

function lines(): Progress {
  let quarters = 0;
  let last = '';
  return {
    show: (event) => {
      switch (event.kind) {
        case 'planned':
          notice(intention(event));
          break;
        case 'judged': {
          const reached = Math.floor((event.done * 4) / event.of);
          if (reached > quarters) notice(`${event.done} of ${event.of} checks done`);
          quarters = Math.max(quarters, reached);
          break;
        }
        case 'waiting':
          if (event.notice !== last) notice(event.notice);
          last = event.notice;
          break;
      }
    },
    end: () => undefined,
  };
}
