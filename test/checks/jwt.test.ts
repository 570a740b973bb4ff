import { describe, expect, it } from 'vitest';
import { readJwt } from '../../checks/listing/readers/jwt.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = part({ alg: 'HS256' });
const claims = part({ exp: 4600, iat: 1000 });

describe('A token', () => {
  it('reads as a JWT with its times in seconds', () => {
    expect(readJwt(`${head}.${claims}.s`)).toMatchObject({ expires: 4600, issued: 1000 });
  });

  it('reads as one without times, or with times that are no numbers', () => {
    expect(readJwt(`${head}.${part({ exp: '4600', iat: null })}.s`)).toMatchObject({ expires: null, issued: null });
  });

  it('reads as one without times where they are beyond all numbers', () => {
    const endless = Buffer.from('{"exp":1e999}').toString('base64url');
    expect(readJwt(`${head}.${endless}.s`)).toMatchObject({ expires: null });
  });

  it.each([
    ['text', 'st_Ab4De6Gh8Jk1Mn3P'],
    ['two parts', `${head}.${claims}`],
    ['four parts', `${head}.${claims}.s.s`],
    ['a head that is no JSON', `e30x.${claims}.s`],
    ['a head that is no object', `${part('alg')}.${claims}.s`],
    ['a head without an algorithm', `${part({ typ: 'JWT' })}.${claims}.s`],
    ['claims that are no JSON', `${head}.e30x.s`],
    ['claims that are a list', `${head}.${part([])}.s`],
    ['nothing at all', ''],
  ])('that is %s reads as none', (_what, token) => {
    expect(readJwt(token)).toBeNull();
  });
});
