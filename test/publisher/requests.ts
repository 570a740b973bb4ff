/** A line on the first slot, with these members changed. */
export function line(changed: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    external_ref: 'line-a',
    inventory_id: 'slot-0001',
    flight: { start_date: '2027-03-15', end_date: '2027-04-04' },
    goal_impressions: 20_000,
    targeting: { geo: ['DE', 'AT'] },
    sizes: ['728x90'],
    ...changed,
  };
}

/** A booking with one line, with these members changed. */
export function booking(changed: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    idempotency_key: 'key-1',
    advertiser: { name: 'Alpine Shoes', external_ref: 'buyer-7' },
    order: { name: 'Spring', external_ref: 'campaign-1' },
    line_items: [line()],
    ...changed,
  };
}

/** A forecast request for the first slot, with these members changed. */
export function question(changed: Record<string, unknown> = {}): Record<string, unknown> {
  return { inventory_id: 'slot-0001', flight: { start_date: '2027-03-15', end_date: '2027-04-04' }, ...changed };
}

/** A third-party tag that fits the line above. */
export const tag = {
  type: 'third_party_tag',
  width: 728,
  height: 90,
  tag: '<iframe src="https://ads.example/go/abc?x=1&y=%20" width="728" height="90"></iframe>',
};

/** An image that fits the line above. */
export const image = {
  type: 'image',
  width: 728,
  height: 90,
  image_url: 'https://ads.example/a.png',
  click_url: 'https://ads.example/go/abc',
  impression_pixel_url: 'https://ads.example/p.gif',
};
