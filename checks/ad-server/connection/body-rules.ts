import { violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { cut } from '../../../src/text/cut.ts';
import { duplicateMember, mayNameTwice } from '../../../src/text/duplicate-members.ts';
import { isOwn } from '../readers/endpoints.ts';
import { firstReplies } from './requests.ts';
import { connection } from './records.ts';

const hasJson = (reply: Reply): boolean => isOwn(reply) && reply.json.ok;

/** Larger bodies repeat the same members over and over. */
const SEARCHED_BYTES = 200_000;

connection.everyAnswer(
  {
    id: 'connection.members-named-once',
    level: 'should',
    section: 'ad-server §4',
    requirement: 'No object of a JSON body names a member twice.',
    problem: 'A JSON object names a member twice',
    fix: 'Write each member once, and leave it to a JSON library: of two members with one name, some readers take the first, some the last, and some refuse the body.',
    provokedBy: { replies: firstReplies },
  },
  {
    concerns: hasJson,
    judge: (reply) => {
      const text = Buffer.from(reply.body.subarray(0, SEARCHED_BYTES)).toString();
      if (reply.body.length <= SEARCHED_BYTES && reply.json.ok && !mayNameTwice(text, reply.json.value)) return;
      const pointer = duplicateMember(text);
      if (pointer === null) return;
      const actual = `${cut(pointer, 80)} more than once`;
      violation({ expected: 'each member of an object once', actual, pointer, replies: [reply] });
    },
  },
);

connection.everyAnswer(
  {
    id: 'connection.no-byte-order-mark',
    level: 'should',
    section: 'ad-server §4',
    requirement: 'No JSON body begins with a byte order mark.',
    problem: 'A JSON body begins with a byte order mark',
    fix: 'Write UTF-8 without a byte order mark: `new UTF8Encoding(false)` in .NET, the encoding "UTF-8", not "UTF-8 with BOM", in your editor. Many JSON parsers refuse a body that begins with one.',
    provokedBy: { replies: firstReplies },
  },
  {
    concerns: hasJson,
    judge: (reply) => {
      const [first, second, third] = reply.body;
      if (first === 0xef && second === 0xbb && third === 0xbf)
        violation({ expected: 'a body that begins with JSON', actual: 'the bytes EF BB BF first', replies: [reply] });
    },
  },
);
