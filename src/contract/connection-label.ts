/** The label that the client shows if its probe of `GET /health` is not answered with 200 (ad-server §3, §7). */
export function labelOfStatus(status: number | null): 'auth_error' | 'forbidden' | 'unreachable' {
  if (status === 401) return 'auth_error';
  return status === 403 ? 'forbidden' : 'unreachable';
}
