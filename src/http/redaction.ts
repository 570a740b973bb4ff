export type { Redactor } from '../secrets/redaction.ts';
