import { ACCESS_TOKEN } from '../../../src/secrets/issued-tokens.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { Secret } from '../../../src/secrets/secret.ts';
import { isSendable } from '../../../src/secrets/credentials.ts';
import { isObject, member, valueAt, type JsonObject } from '../../json.ts';
import { isGranted } from './answers.ts';

export function grantOf(reply: Reply): JsonObject | null {
  const { json } = reply;
  return reply.endpoint === 'token' && isGranted(reply) && json.ok && isObject(json.value) ? json.value : null;
}

export function isGrant(reply: Reply): boolean {
  return grantOf(reply) !== null;
}

export function siteOf(reply: Reply): unknown {
  return member(grantOf(reply), 'site');
}

export function sendableToken(reply: Reply, name = ACCESS_TOKEN): Secret | null {
  return isGrant(reply) ? tokenIn(reply, name) : null;
}

export function tokenIn(reply: Reply, name = ACCESS_TOKEN): Secret | null {
  const text = valueAt(reply, 'token');
  return typeof text === 'string' && isSendable(text) ? new Secret(name, text) : null;
}

/** What kind of value it is, without the value: it may be a token, or hold one. */
export function kindOf(value: unknown): string {
  if (value === null || value === '') return JSON.stringify(value);
  return Array.isArray(value) ? 'an array' : `a JSON ${typeof value}`;
}

/** The scope that the contract's default names for lists; whether an endpoint asks for another is not laid down. */
export const TOPLIST_SCOPE = 'toplist:read';

export function scopesOf(reply: Reply): readonly unknown[] | null {
  const scopes = valueAt(reply, 'scopes');
  return Array.isArray(scopes) ? scopes : null;
}
