/** What a renderer for terminals knows about the terminal. */
export interface Display {
  readonly color: boolean;
  readonly width: number;
  /** Lines, if they are known. */
  readonly height?: number;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** If the width of the reader's window is not known. */
const USUAL_WIDTH = 100;
const NARROWEST = 40;

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'>;

/** The display of a stream; without one, of a file. */
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

function showsColor(stream: Stream, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY && environment['TERM'] !== 'dumb';
}

function widthOf(stream: Stream, { COLUMNS }: NodeJS.ProcessEnv): number {
  const columns = Number(COLUMNS);
  const width = Number.isInteger(columns) && columns > 0 ? columns : stream.isTTY ? stream.columns : USUAL_WIDTH;
  return Math.max(NARROWEST, width || USUAL_WIDTH);
}

/** What `--no-color`, `FORCE_COLOR` and `NO_COLOR` ask for together; `undefined` if none is given. */
export function colorWish(
  option: boolean | undefined,
  { NO_COLOR, FORCE_COLOR }: Readonly<Record<string, string | undefined>>,
): boolean | undefined {
  if (option === false) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return NO_COLOR ? false : undefined;
}
