import { describe, expect, it } from 'vitest';
import { readKey } from '../../src/diagnose/key.ts';

const noon = Date.UTC(2030, 0, 1, 12);
const remarks = (text: string) => readKey(text, noon).remarks.join(' ');
const token = (claims: object) =>
  `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`;

describe('an API key', () => {
  it('of visible ASCII is sent as it is', () => {
    const key = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index));
    expect(readKey(`a${key}a`, noon)).toMatchObject({ sent: `a${key}a`, meant: null, unsendable: null });
  });

  it('loses the white space around it', () => {
    expect(readKey(' 0123456789abcdef\r\n', noon)).toMatchObject({ sent: '0123456789abcdef', meant: null });
  });

  it.each([
    '"0123456789abcdef"',
    'Bearer 0123456789abcdef',
    'bearer: 0123456789abcdef',
    'Authorization: Bearer 0123456789abcdef',
    'API key: 0123456789abcdef',
    "api_key='0123456789abcdef',",
  ])('typed as %s was probably meant without what stands around it', (typed) => {
    expect(readKey(typed, noon)).toMatchObject({ sent: typed, meant: '0123456789abcdef', unsendable: null });
  });

  it.each([
    ['“0123456789abcdef”', /typographic quotes/],
    ['0123456789abc\u200bdef', /an invisible character/],
    ['01234567\n89abcdef', /a line break/],
    ['0123456789–abcdef', /a typographic dash/],
    ['schlüssel-0123456789', /a non-ASCII character/],
    ['  ', /empty/],
  ])('typed as %j cannot be sent', (typed, reason) => {
    expect(readKey(typed, noon).unsendable).toMatch(reason);
  });

  it.each([
    [' 0123456789abcdef', /white space or a line break around/],
    ['"0123456789abcdef"', /in quotes/],
    ['Bearer 0123456789abcdef', /begins with “Bearer”/],
    ['api_key=0123456789abcdef', /name of a setting/],
    ['01234567 89abcdef', /contains white space/],
    ['https://ads.acme.com/api/v1', /an address, not a key/],
    ['YOUR_API_KEY', /placeholder/],
    ['<paste the key here>', /placeholder/],
    ['sk_live_…cdef', /shortened/],
    ['sk_live_****cdef', /shortened/],
    ['abc', /only 3 characters/],
    ['x'.repeat(5000), /5,000 characters/],
    [token({ exp: noon / 1000 - 60 }), /expired on 2030-01-01T11:59:00/],
  ])('typed as %.40s gets a remark', (typed, remark) => {
    expect(remarks(typed)).toMatch(remark);
  });

  it.each([token({ exp: noon / 1000 + 60 }), token({}), 'eyJ.eyJub3Rqc29u.x', '0123456789abcdef'])(
    'such as %.40s gets none',
    (typed) => {
      expect(remarks(typed)).toBe('');
    },
  );
});
