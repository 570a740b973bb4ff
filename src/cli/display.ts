import type { Environment } from '../http/proxy.ts';

export interface Display {
  readonly color: boolean;
  readonly width: number;
  /** Height in lines, if known. */
  readonly height?: number;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

const USUAL_WIDTH = 100;
const NARROWEST = 40;

/** How to show something, as the options say. */
export interface Wanted {
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  /** `false` shows no colours. Otherwise the environment decides, or else the stream. */
  readonly color?: boolean | undefined;
}

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'>;

/** The display for a stream, or for a file if there is none. */
export function displayOf({ quiet = false, verbose = false, color }: Wanted, stream: Stream | null): Display {
  const { env } = process;
  return {
    color: stream !== null && (color === false ? false : (colorWish(env) ?? showsColor(stream, env))),
    width: stream === null ? USUAL_WIDTH : widthOf(stream, env),
    ...(stream?.isTTY && stream.rows > 0 ? { height: stream.rows } : {}),
    quiet,
    verbose,
  };
}

/** The width of the window; `undefined` if a program reads the output, which gets whole lines. */
export function windowWidth(): number | undefined {
  return process.stdout.isTTY ? displayOf({ color: false }, process.stdout).width : undefined;
}

function showsColor(stream: Stream, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY && environment['TERM'] !== 'dumb';
}

function widthOf(stream: Stream, { COLUMNS }: NodeJS.ProcessEnv): number {
  const columns = Number(COLUMNS);
  const width = Number.isInteger(columns) && columns > 0 ? columns : stream.isTTY ? stream.columns : USUAL_WIDTH;
  return Math.max(NARROWEST, width || USUAL_WIDTH);
}

/** What `FORCE_COLOR` and `NO_COLOR` say; `undefined` if neither is given. */
export function colorWish({ NO_COLOR, FORCE_COLOR }: Environment): boolean | undefined {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return NO_COLOR ? false : undefined;
}
