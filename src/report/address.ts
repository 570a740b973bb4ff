/** An address as URLs are compared: without a default port, a dot behind the host, a slash at the end, or a query. */
export function addressKey(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return address;
  }
  const host = url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname.replace(/\/+$/, '')}`;
}
