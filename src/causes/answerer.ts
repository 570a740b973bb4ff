/** Who may have given an answer. */
export type Answerer =
  | 'service'
  | 'firewall'
  | 'gateway'
  | 'login'
  | 'captive-portal'
  | 'parked'
  | 'website'
  | 'local-proxy'
  | 'client-certificate'
  | 'http2-only';

/** Somebody in front of the service who answered in its place. */
export interface InBetween {
  readonly who: Answerer;
  /** The product, if it can be recognised: `Cloudflare`, `nginx`. */
  readonly product?: string;
  readonly status: number;
  /** The id under which the product logs the answer. */
  readonly reference?: string;
  /** It answers everything, so nothing more was sent. */
  readonly endsRun?: true;
  /** It answers only requests with markup in their body, such as the tag of a creative. */
  readonly onMarkup?: true;
}

const BOT_FILTERS = ['Cloudflare', 'DataDome', 'HUMAN', 'Imperva', 'Vercel'];

const NAMES: Readonly<Record<Answerer, string>> = {
  service: 'The service',
  firewall: 'A firewall or bot filter',
  gateway: 'A gateway',
  login: 'A login page',
  'captive-portal': 'A captive portal',
  parked: 'A parked domain',
  website: 'A website',
  'local-proxy': 'A proxy of this network',
  'client-certificate': 'A web server that asks for a TLS client certificate',
  'http2-only': 'A server that speaks HTTP/2 only',
};

/** `A bot filter (Cloudflare)` */
export function answererInWords({ who, product }: Pick<InBetween, 'who' | 'product'>): string {
  if (product === undefined) return NAMES[who];
  const isKnownFilter = who === 'firewall' && !PLAIN_SERVERS.test(product);
  const name = isKnownFilter ? (BOT_FILTERS.includes(product) ? 'A bot filter' : 'A firewall') : NAMES[who];
  return `${name} (${product})`;
}

/** Servers that refuse only if they are configured to. */
const PLAIN_SERVERS = /^(?:nginx|openresty|apache|haproxy|traefik|caddy|varnish|kong|microsoft-iis)$/i;
