import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { MANIFEST, type Manifest } from '../../src/package/model.ts';
import { buildOf } from '../report/known-release.ts';
import { renderCertificate } from '../../src/certificate/certificate.ts';
import { renderJson } from '../../src/report/render/json.ts';
import { sealed } from '../../src/report/digest.ts';
import { check, reportOf, unsealed } from '../report/sample.ts';
import { DAY, now, reportToSign, signOffFor } from '../sign-off/sample.ts';
import {
  badOf,
  createdAt,
  FILES,
  proofs,
  newKey,
  packed,
  publicKey,
  relisted,
  replaced,
  report,
  signKey,
  signOff,
  tool,
  withFiles,
  zipped,
} from './packing.ts';

const signed = packed({ signKey });
const text = (document: object) => JSON.stringify(document);

describe('a package as it was made', () => {
  test('is good, and signed by whom one knows may be relied on', async () => {
    expect(await badOf(signed, { publicKey })).toEqual({});
    expect((await proofs(signed, { publicKey })).at(-1)).toMatch(
      /^good summary: You may rely on it: .* unaltered from the holder of the key, and the verdict certified follows .* word of whoever made it\.$/,
    );
  });

  test('says in one line that an unknown signer proves nothing about where it comes from', async () => {
    for (const bytes of [packed(), signed])
      expect((await proofs(bytes)).at(-1)).toMatch(
        /^unknown summary: It is consistent: .*Do not rely on where it comes from/,
      );
  });

  test('names the fingerprint to compare', async () => {
    expect(await proofs(signed)).toContainEqual(
      expect.stringMatching(/^unknown signature: Signed with the key sha256:[0-9a-f]{64}\./),
    );
  });

  test('of one report and moment is always the same, byte for byte', () => {
    expect(Buffer.from(packed()).equals(packed())).toBe(true);
  });

  test('may be without a sign-off, and says so', async () => {
    const bare = packed({ signOff: undefined });
    expect(await badOf(bare)).toEqual({});
    expect(await proofs(bare)).toContainEqual(
      'unknown sign-off: Nobody signed off the 3 statements that no request can show.',
    );
  });

  test('does not answer for pages that another version drew', async () => {
    expect(await proofs(signed, { publicKey, build: { ...buildOf(report), version: '2.0.0' } })).toContainEqual(
      expect.stringMatching(/^unknown pages: Version \d+\.\d+\.\d+ made the pages/),
    );
  });
});

describe('tampered with, it is told by its name:', () => {
  test('the verdict', async () => {
    const failed = reportOf('failed', [check({ outcome: 'fail' })]);
    const bytes = withFiles(
      packed({ report: failed, signOff: undefined }),
      replaced(FILES.report, '"verdict": "failed",\n  "reasons"', '"verdict": "certified",\n  "reasons"'),
    );
    expect(await badOf(bytes)).toMatchObject({
      files: expect.stringContaining('Altered: report verdict.') as string,
      verdict: expect.stringContaining('it says certified') as string,
    });
  });

  test('a check', async () => {
    const bytes = withFiles(signed, replaced(FILES.report, '"message": ""', '"message": "all is well"'));
    expect((await badOf(bytes)).files).toBe('report.json was altered. Altered: check health.timezone-is-iana.');
  });

  test('an exchange', async () => {
    const bytes = withFiles(signed, replaced(FILES.report, 'Europe/Berlin', 'Europe/Paris'));
    expect((await badOf(bytes)).files).toBe('report.json was altered. Altered: exchange x1.');
  });

  test('an exchange that was taken out', async () => {
    const without = sealed({ ...unsealed(report), exchanges: [] });
    const bytes = withFiles(signed, (files) => ({ ...files, [FILES.report]: text(without) }));
    expect(await badOf(bytes)).toMatchObject({
      files: expect.stringContaining('Removed: exchange x1.') as string,
      exchanges: expect.stringContaining('cites x1, which is not in the report') as string,
    });
  });

  test('a file more', async () => {
    const bytes = withFiles(signed, (files) => ({ ...files, 'approved-by-the-platform.html': '<h1>Approved</h1>' }));
    expect(await badOf(bytes)).toEqual({
      files: 'approved-by-the-platform.html is one file more than the manifest lists.',
    });
  });

  test('a file more that is listed, too', async () => {
    const bytes = relisted(
      withFiles(packed(), (files) => ({ ...files, 'approved.html': '<h1>Approved</h1>' })),
      report,
      signOff,
    );
    expect(await badOf(bytes)).toEqual({ files: 'No package has a approved.html.' });
  });

  test('a file less', async () => {
    const bytes = withFiles(signed, ({ [FILES.drafts]: _drafts, ...files }) => files);
    expect((await badOf(bytes)).files).toBe('drafts.csv is missing.');
  });

  test("another report's sign-off", async () => {
    const other = signOffFor(reportToSign({ run: { ...unsealed().run, id: 'other' } }));
    const bytes = relisted(
      withFiles(packed(), (files) => ({ ...files, [FILES.signOff]: text(other) })),
      report,
      other,
    );
    expect((await badOf(bytes))['sign-off']).toMatch(/^The sign-off belongs to another report: the one of run other/);
  });

  test('an answer of the sign-off', async () => {
    const bytes = withFiles(signed, replaced(FILES.signOff, '"confirmed"', '"does-not-apply"'));
    expect(await badOf(bytes)).toMatchObject({
      'sign-off': expect.stringMatching(/was altered since it was written/) as string,
    });
  });

  test('another key', async () => {
    const bytes = packed({ signKey: newKey() });
    expect(await badOf(bytes, { publicKey })).toEqual({
      signature: expect.stringMatching(/not signed with the key given/) as string,
    });
  });

  test('another key over files that were changed', async () => {
    const softened = reportToSign({ reasons: ['all is well'] });
    const bytes = relisted(
      withFiles(signed, (files) => ({ ...files, [FILES.report]: text(softened) })),
      softened,
      signOff,
      newKey(),
    );
    expect((await badOf(bytes, { publicKey })).signature).toMatch(/not signed with the key given/);
  });

  test('no signature, though a key is known', async () => {
    expect(await badOf(packed(), { publicKey })).toEqual({
      signature: 'The package is not signed, so the public key proves nothing.',
    });
  });

  test('an old date', async () => {
    expect(await badOf(signed, { publicKey, now: now + 40 * DAY, maxAgeDays: 30 })).toEqual({
      age: expect.stringMatching(/^The run ended 40 days ago \(2026-03-02.*It may be 30 days old at most/) as string,
    });
    expect(await badOf(signed, { publicKey, now: now + 20 * DAY, maxAgeDays: 30 })).toEqual({});
  });

  test('an old date made young', async () => {
    const bytes = withFiles(signed, replaced(FILES.report, '"finishedAt": "2026-03-02', '"finishedAt": "2026-03-30'));
    expect((await badOf(bytes, { now: now + 40 * DAY })).files).toBe('report.json was altered. Altered: report run.');
  });

  test('a date in the future', async () => {
    const later = reportToSign({ run: { ...unsealed().run, finishedAt: '2027-01-01T00:00:00.000Z' } });
    const bytes = packed({ report: later, signOff: undefined });
    expect(await badOf(bytes)).toMatchObject({
      age: expect.stringMatching(/in the future/) as string,
      manifest: expect.stringMatching(/before the run ended/) as string,
    });
  });

  test('an old sign-off', async () => {
    expect(await badOf(signed, { now: now + 40 * DAY, signOffMaxAgeDays: 30 })).toEqual({
      'sign-off': expect.stringMatching(/^The oldest answer is of 2026-03-03.*at most\.$/) as string,
    });
  });

  test('a certificate that says more than the report, listed as it is', async () => {
    const failed = reportOf('failed', [check({ outcome: 'fail' })]);
    const bytes = relisted(
      withFiles(packed({ report: failed, signOff: undefined }), (files) => ({
        ...files,
        [FILES.certificate]: renderCertificate(report),
      })),
      failed,
      undefined,
    );
    expect(await badOf(bytes, { build: buildOf(failed) })).toEqual({
      pages: 'certificate.html does not show what the report says.',
    });
  });

  test('the manifest', async () => {
    const bytes = withFiles(signed, replaced('manifest.json', createdAt, new Date(now + DAY).toISOString()));
    expect(await badOf(bytes, { publicKey })).toMatchObject({
      manifest: 'The manifest was altered: its digest does not match.',
      signature: expect.stringMatching(/not signed with the key given/) as string,
    });
  });

  test('no manifest, or something else in its place', async () => {
    expect(await badOf(withFiles(signed, ({ 'manifest.json': _manifest, ...files }) => files))).toEqual({
      manifest: 'There is no manifest.json.',
    });
    expect(
      await badOf(withFiles(signed, (files) => ({ ...files, 'manifest.json': [...renderJson(report)].join('') }))),
    ).toEqual({
      manifest: expect.stringMatching(/^Not a manifest of this tool/) as string,
    });
  });

  test('no report, or none that can be read', async () => {
    expect(await badOf(withFiles(signed, ({ [FILES.report]: _report, ...files }) => files))).toEqual({
      files: 'report.json is missing.',
    });
    expect(await badOf(withFiles(signed, (files) => ({ ...files, [FILES.report]: '{' })))).toMatchObject({
      digest: expect.stringMatching(/^report\.json cannot be used: It is not JSON/) as string,
    });
  });

  test('a key inside that is none', async () => {
    const bytes = withFiles(signed, replaced('manifest.json', 'BEGIN PUBLIC KEY', 'BEGIN NO KEY'));
    expect((await badOf(bytes)).signature).toMatch(/does not match the package and the key in it/);
  });
});

test('what is wrong is summed up in one line', async () => {
  const bytes = withFiles(signed, (files) => ({ ...files, 'x.html': '' }));
  expect((await proofs(bytes)).at(-1)).toBe(
    'bad summary: Do not rely on this package: files were altered, added or removed.',
  );
  expect((await proofs(zipped({ x: '' }))).at(-1)).toMatch(
    /^bad summary: Do not rely on this package: its list of files is wrong\.$/,
  );
  expect((await proofs(packed(), { publicKey })).at(-1)).toBe(
    'bad summary: Do not rely on this package: it has no signature of that key.',
  );
});

test('a package that another program packed again is the same package', async () => {
  expect(
    await badOf(
      withFiles(signed, (files) => files),
      { publicKey },
    ),
  ).toEqual({});
});

describe('what contradicts itself in a package made anew is told:', () => {
  test('another version than that of the report', async () => {
    const bytes = packed({ tool: { ...tool, version: '1.1.0' } });
    expect((await badOf(bytes)).manifest).toBe(
      'adserver-conformance 1.1.0 made the package, but adserver-conformance 1.0.0 made the report.',
    );
  });

  const manifestOf = (bytes: Uint8Array) =>
    JSON.parse(strFromU8(unzipSync(bytes)[MANIFEST] ?? new Uint8Array())) as Manifest;

  test('a size that does not fit', async () => {
    const manifest = manifestOf(packed());
    const files = manifest.files.map((file) => ({ ...file, bytes: file.bytes + 1 }));
    const bytes = withFiles(packed(), (all) => ({ ...all, [MANIFEST]: text(sealed({ ...manifest, files })) }));
    expect((await badOf(bytes)).files).toMatch(/^report\.json was altered\./);
  });

  test('a checksum that does not fit', async () => {
    const bytes = Buffer.from(zipped({ 'a.txt': 'as it was' }));
    const at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1') + 16;
    bytes.writeUInt32LE(bytes.readUInt32LE(at) ^ 1, at);
    expect((await badOf(bytes)).archive).toMatch(/a\.txt is damaged/);
  });

  test('a report that somebody else signed', async () => {
    const other = sealed(unsealed(report), newKey());
    const bytes = packed({ report: other, signOff: undefined, signKey });
    expect((await badOf(bytes, { publicKey })).signature).toMatch(/signed with another key than the package/);
  });

  test('a key that signed nothing', async () => {
    const manifest = manifestOf(packed());
    const bytes = withFiles(packed(), (all) => ({ ...all, [MANIFEST]: text(sealed({ ...manifest, publicKey })) }));
    const bad = await badOf(bytes);
    expect([bad.signature, bad.pages]).toEqual(['The package names a key, but is not signed with it.', undefined]);
  });

  test.each([
    ['nobody', { by: { name: '007', role: 'Ops' } }, /names nobody who answered it/],
    ['no remark', { answer: 'does-not-apply' }, /does not apply, but no remark says why/],
  ] as const)('a sign-off with %s', async (_what, over, message) => {
    const bytes = packed({ signOff: signOffFor(report, over) });
    expect((await badOf(bytes))['sign-off']).toMatch(message);
  });

  test('pages that nobody checked, in the summary', async () => {
    const found = await proofs(signed, { publicKey, build: { ...buildOf(report), version: '2.0.0' } });
    expect(found.at(-1)).toMatch(/^good summary: .* Its pages are unchecked: another version made them\.$/);
  });
});
