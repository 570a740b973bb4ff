import type { ContractResult, Report } from './model.ts';
import { given } from '../text/given.ts';
import { jsonOf, member } from '../text/json.ts';

/** The publisher account that the service names. */
export interface Account {
  readonly name?: string;
  readonly id?: string;
}

export function accountOf({ contracts, exchanges: calls }: Report): Account {
  const adServer = contracts.find(({ id }) => id === 'ad-server');
  if (adServer === undefined) return {};
  const body = calls.find(
    ({ request, response }) =>
      request.method === 'GET' && response?.status === 200 && isHealthOf(adServer, request.url),
  )?.response?.body;
  const context = body === undefined ? undefined : jsonOf(body);
  const text = (name: string) => {
    const value = member(context, name);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  return given({ name: text('account_name'), id: text('account_id') });
}

const withoutQuery = (address: string) => address.replace(/[?#].*$/s, '').replace(/\/+$/, '');

const isHealthOf = ({ target }: ContractResult, url: string) => withoutQuery(url) === `${withoutQuery(target)}/health`;
