/** `2026-03-02 10:00:00 UTC` */
export const instant = (iso: string) => upTo(19, iso);

/** `2026-03-02 10:00 UTC` */
export const minute = (iso: string) => upTo(16, iso);

const upTo = (end: number, iso: string) => `${new Date(iso).toISOString().slice(0, end).replace('T', ' ')} UTC`;
