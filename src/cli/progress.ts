import { wrapAnsi } from 'fast-wrap-ansi';
import { counted } from '../report/text.ts';
import type { ProgressEvent, RunTotals } from '../settings.ts';
import { cut } from '../text/cut.ts';
import { draftsInWords, durationInWords, RunState } from './run-state.ts';
import { notice } from './streams.ts';

export interface Progress {
  readonly show: (event: ProgressEvent) => void;
  /** Clears the progress line. Nothing is shown afterwards. */
  readonly end: () => void;
}

/** Says what a run is going to do, then updates one line on a terminal, or prints a few lines if there is none. */
export async function startProgress(quiet = false, environment: NodeJS.ProcessEnv = process.env): Promise<Progress> {
  if (quiet) return { show: () => undefined, end: () => undefined };
  return canUpdateLine(environment) ? spinner() : lines();
}

/** Whether a line can be updated in place: only if the terminal reports its width. */
export function canUpdateLine({ CI = '', TERM }: NodeJS.ProcessEnv = process.env): boolean {
  return process.stderr.isTTY && process.stderr.columns > 0 && TERM !== 'dumb' && (CI === '' || CI === 'false');
}

function intention(totals: RunTotals): string {
  const [checks, requests] = [counted(totals.checks, 'check'), counted(totals.requests, 'request')];
  return `Running ${checks}, about ${requests}. It ${draftsInWords(totals)}. ${durationInWords(totals)}`;
}

/** On a terminal, broken at spaces. */
const wrapped = (text: string) =>
  process.stderr.isTTY && process.stderr.columns > 0 ? wrapAnsi(text, process.stderr.columns) : text;

const SECOND = 1000;
/** Columns for the spinner and the right edge. */
const MARGIN = 4;

async function spinner(): Promise<Progress> {
  const { default: ora } = await import('ora');
  const line = ora({ stream: process.stderr, discardStdin: false });
  const state = new RunState();
  const update = () => {
    const room = process.stderr.columns - MARGIN;
    line.text = cut(state.line(Date.now(), room), room);
  };
  const ticking = setInterval(update, SECOND);
  ticking.unref();
  return {
    show: (event) => {
      state.take(event, Date.now());
      const news = newsIn(event);
      if (news.length > 0) line.stop();
      news.forEach(notice);
      update();
      if (!line.isSpinning) line.start();
    },
    end: () => {
      clearInterval(ticking);
      line.stop();
    },
  };
}

function lines(): Progress {
  const state = new RunState();
  let quarters = 0;
  let last = '';
  const once = (text: string) => {
    if (text !== last) notice(text);
    last = text;
  };
  return {
    show: (event) => {
      state.take(event, Date.now());
      newsIn(event).forEach(notice);
      if (event.kind === 'waiting') once(event.notice);
      if (event.kind !== 'judged') return;
      const reached = Math.floor((event.done * 4) / event.of);
      if (reached > quarters) notice(state.line(Date.now()));
      quarters = Math.max(quarters, reached);
    },
    end: () => undefined,
  };
}

/** What stays on the screen: the intention of the run, and each failure. */
function newsIn(event: ProgressEvent): string[] {
  if (event.kind === 'planned') return [wrapped(intention(event))];
  return event.kind === 'judged' && event.outcome === 'fail' ? [`✗ ${event.problem} (${event.id})`] : [];
}
