import { describe, expect, it } from 'vitest';
import { readJwt } from '../../checks/listing/readers/jwt.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = part({ alg: 'HS256' });
const claims = part({ exp: 4600, iat: 1000 });

describe('A token', () => {
  it('reads as a JWT with its lifetime in seconds', () => {
    expect(readJwt(`${head}.${claims}.s`)).toMatchObject({ lifetime: 3600 });
  });

  it.each([{ exp: 4600 }, { iat: 1000 }, { exp: 'in an hour', iat: 1000 }, { exp: 4600, iat: null }])(
    'reads as one without a lifetime: %j',
    (times) => {
      expect(readJwt(`${head}.${part(times)}.s`)).toMatchObject({ lifetime: null });
    },
  );

  it('reads as one without a lifetime where it is beyond all numbers', () => {
    const endless = Buffer.from('{"exp":1e999}').toString('base64url');
    expect(readJwt(`${head}.${endless}.s`)).toMatchObject({ lifetime: null });
  });

  it.each([
    ['text', 'st_Ab4De6Gh8Jk1Mn3P'],
    ['two parts', `${head}.${claims}`],
    ['four parts', `${head}.${claims}.s.s`],
    ['a head that is no JSON', `e30x.${claims}.s`],
    ['a head that is no object', `${part('alg')}.${claims}.s`],
    ['claims that are no JSON', `${head}.e30x.s`],
    ['claims that are a list', `${head}.${part([])}.s`],
    ['nothing at all', ''],
  ])('that is %s reads as none', (_what, token) => {
    expect(readJwt(token)).toBeNull();
  });
});
