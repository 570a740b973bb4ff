/** The label that the client shows for an answer to its probe of `GET /health` other than 200 (ad-server §3, §7). */
export function labelOfStatus(status: number | null): 'auth_error' | 'forbidden' | 'unreachable' {
  if (status === 401) return 'auth_error';
  return status === 403 ? 'forbidden' : 'unreachable';
}
