import { counted } from '../report/text.ts';
import type { ProgressEvent } from '../settings.ts';
import { notice } from './streams.ts';

/** Shows the progress of a run on standard error. */
export interface Progress {
  readonly show: (event: ProgressEvent) => void;
  /** Removes what should not stay on the terminal; nothing is shown afterwards. */
  readonly end: () => void;
}

/** Says what a run is about to do, then updates one line on a terminal, or prints a few lines if there is none. */
export async function startProgress(quiet: boolean, environment: NodeJS.ProcessEnv = process.env): Promise<Progress> {
  if (quiet) return { show: () => undefined, end: () => undefined };
  const { CI, TERM } = environment;
  // If a terminal does not report its width, a line cannot be updated in place.
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
