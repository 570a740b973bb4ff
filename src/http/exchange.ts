/** One request and its answer as recorded: redacted, bounded, free of secrets. */
export interface Exchange {
  /** `x1`, `x2`, … in the order the requests were sent. */
  readonly id: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** 1 for the first try; a retry is an exchange of its own with the next number. */
  readonly attempt: number;
  readonly request: RecordedRequest;
  /** `null` when no answer came; `error` then says why. */
  readonly response: RecordedResponse | null;
  readonly error?: string;
}

export interface RecordedBody {
  /** The text of the body, where it is UTF-8. */
  readonly body?: string;
  /** The bytes, where they are not. */
  readonly bodyBase64?: string;
  /** Set where the recorded body was cut: the full size in bytes. */
  readonly bodyTruncated?: number;
}

export interface RecordedRequest extends RecordedBody {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. Secrets stand as `[NAME]`, the environment variable that holds them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RecordedResponse extends RecordedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}
