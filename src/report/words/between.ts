import { answererInWords, type Answerer, type InBetween } from '../../causes/answerer.ts';
import { counted, listed, printable } from '../text.ts';

/** Who answered instead of the service. */
export function betweenInWords(between: InBetween): string {
  const { status, endsRun, onMarkup } = between;
  const who = answererInWords(between);
  if (endsRun) return `${who} answers instead of the service.`;
  return onMarkup
    ? `${who} refuses bodies that contain tags (${status}), before the service sees them${loggedIn(between)}.`
    : `${who} answered ${status} instead of the service${loggedIn(between)}.`;
}

/** The same for a whole run, with what to ask for. */
export function betweenInRun(between: InBetween, requests: readonly string[]): string {
  const { who, status, endsRun, onMarkup } = between;
  const ask = onMarkup ? EXCEPT_ORDERS : ADVICE[who];
  if (!endsRun) {
    const which = `${counted(requests.length, 'request')} (${listed(requests, 3)})`;
    return `${betweenInWords(between).replace(/\.$/, '')}: ${which}. ${ask}`;
  }
  const name = answererInWords(between);
  const answered = `${name.charAt(0).toLowerCase()}${name.slice(1)} answered everything with ${status}${loggedIn(between)}`;
  return `From request ${requests[0] ?? ''} on, ${answered}. Nothing more was sent. ${ask}`;
}

const loggedIn = ({ reference }: InBetween) =>
  reference === undefined ? '' : `; its log has it under ${printable(reference)}`;

const EXCEPT_ORDERS =
  'Ask for an exception for bodies of POST /orders: creatives contain tags, and the client sends them as they are.';
const LET_THROUGH =
  'Ask to let this machine through, and the client later: give the header that the filter lets through with --header, or ask more slowly with --rate.';

const ADVICE: Readonly<Record<Answerer, string>> = {
  service: '',
  website: '',
  'http2-only': '',
  firewall: LET_THROUGH,
  gateway:
    'Ask for the routes, stages and plans of the gateway to be checked: it does not hand the calls on to the service.',
  login:
    'Ask to exempt the API from the login: the client has a key only. For a service under development, give the header that the login lets through with --header.',
  'captive-portal': 'Sign in to the network, or run from another one. The publisher has nothing to fix.',
  'local-proxy': 'Allow the address in the proxy, or run from another network. The publisher has nothing to fix.',
  parked: 'Ask for the right address: the domain shows advertisements or an offer to sell it.',
  'client-certificate':
    'Ask to stop requiring a client certificate: the client authenticates by its API key alone. To run all the same, give one with --client-cert and --client-key.',
};
