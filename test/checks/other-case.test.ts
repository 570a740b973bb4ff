import { describe, expect, it } from 'vitest';
import { inOtherCase } from '../../checks/ad-server/values/other-case.ts';

describe('A text in the other case', () => {
  it.each([
    ['Line-image', 'Line-imagE'],
    ['several-US', 'several-Us'],
    ['basic-12', 'basiC-12'],
    ['42', '42'],
    ['', ''],
  ])('of %s is %s', (text, other) => {
    expect(inOtherCase(text)).toBe(other);
  });
});
