export interface RecordedCall {
  /** `x1`, `x2`, … in the order the requests were sent. */
  readonly id: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** 1 for the first try. Each retry is a call of its own. */
  readonly attempt: number;
  readonly request: RecordedRequest;
  /** `null` if no answer came; `error` then says why. */
  readonly response: RecordedResponse | null;
  readonly error?: string;
}

export interface RecordedBody {
  readonly body?: string;
  readonly bodyBase64?: string;
  /** Set if the recorded body was cut: its full size in bytes. */
  readonly bodyTruncated?: number;
}

export interface RecordedRequest extends RecordedBody {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. Secrets are replaced by `[NAME]`, the environment variable that holds them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RecordedResponse extends RecordedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}
