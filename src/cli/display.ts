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

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'>;

/** The display for a stream, or for a file if there is none. */
export function displayOf(
  wanted: { readonly color: boolean | undefined } & Partial<Pick<Display, 'quiet' | 'verbose'>>,
  stream: Stream | null,
  environment: NodeJS.ProcessEnv = process.env,
): Display {
  return {
    color: stream !== null && (wanted.color ?? showsColor(stream, environment)),
    width: stream === null ? USUAL_WIDTH : widthOf(stream, environment),
    ...(stream?.isTTY && stream.rows > 0 ? { height: stream.rows } : {}),
    quiet: wanted.quiet ?? false,
    verbose: wanted.verbose ?? false,
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

/** The combined effect of `--no-color`, `FORCE_COLOR` and `NO_COLOR`; `undefined` if none of them is given. */
export function colorWish(
  option: boolean | undefined,
  { NO_COLOR, FORCE_COLOR }: Readonly<Record<string, string | undefined>>,
): boolean | undefined {
  if (option === false) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return NO_COLOR ? false : undefined;
}
