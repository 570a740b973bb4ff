import { describe, expect, it, test } from 'vitest';
import { stackTraceIn, withoutHtml, withoutJsonEscapes } from '../../src/text/stack-traces.ts';

describe('A stack trace is found', () => {
  it.each([
    ['Go', 'panic: nil\n\ngoroutine 18 [chan receive, 2 minutes]:\nmain.main()'],
    ['Python', 'Traceback (most recent call last):\n  File "/app/x.py", line 3, in f'],
    ['Java', 'java.lang.Error\n\tat com.x.Y.<init>(Z.java:12)'],
    ['Java', '\tat java.base/java.lang.Thread.run(Thread.java:833)'],
    ['Java', '\tat com.x.OrdersKt.book(Orders.kt:12)'],
    ['.NET', '   at Ns.Cls.M() in /x.cs:line 3'],
    ['.NET', '   at Ns.Cls.<M>d__4`1.MoveNext(String a, Int32 b) in C:\\src\\x.cs:line 3'],
    ['.NET', 'System.Exception: x\n   at Ns.Cls.M(String a)\n   at Ns.Other..ctor()'],
    ['PHP', '#0 /var/www/x.php(12): f()\n#1 {main}'],
    ['PHP', '{"exception":"X","trace":[{"file":"/var/www/x.php","line":3}]}'],
    ['JavaScript', 'Error\n    at fn (/app/x.js:1:2)'],
    ['JavaScript', 'Error\n    at async Promise.all (file:///app/x.mjs:1:2)'],
    ['JavaScript', 'Error\n    at node:internal/process/task_queues:95:5'],
    ['Ruby', "app/x.rb:12:in `call'"],
    ['Ruby', "app/x.rb:12:in 'Order#call'"],
  ])('of %s: %j', (language, text) => {
    expect(stackTraceIn(text)).toBe(language);
  });

  it('in the text of JSON', () => {
    const text = JSON.stringify({ stack: 'Error: "x"\n    at fn (C:\\new\\x.js:1:2)' });
    expect(stackTraceIn(text)).toBeNull();
    expect(stackTraceIn(withoutJsonEscapes(text))).toBe('JavaScript');
  });

  it('on a web page', () => {
    const page = '<pre>Error: boom<br> &nbsp; &nbsp;at fn (/app/x.js:1:2)</pre>';
    expect(stackTraceIn(withoutHtml(page))).toBe('JavaScript');
  });
});

test.each([
  'The flight starts at 10:30:15 (Europe/Berlin), at the earliest.',
  'Look at line_items/0/sizes: at least one size is required.',
  'Error #3 (12): goal_impressions must be an integer at least 1.',
  'No traceback is available. Ask support at ads.example.com:8443 (ref 12:34).',
  'goroutine limit reached [try again]',
  'The file "orders.py" is not known.',
  'See https://ads.example.com/docs/errors.php?code=12 (3): more at example.com/x.js',
  'Unknown slot at(home.top) in the inventory: line 3 of the order',
  '   at the moment no room\n   at all',
])('no stack trace is seen in %j', (text) => {
  expect(stackTraceIn(text)).toBeNull();
});

test('a long text takes little time', () => {
  for (const part of ['at ', 'at a.', '#1 ', 'at a(', '\n   at a()', 'File "', '\\u00', '"trace":[{"file":"']) {
    const began = performance.now();
    stackTraceIn(withoutHtml(withoutJsonEscapes(part.repeat(20_000 / part.length))));
    expect(performance.now() - began).toBeLessThan(500);
  }
});
