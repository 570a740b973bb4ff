import { readFile } from 'node:fs/promises';
import { writeDocuments } from './documents.ts';

await writeDocuments(() => readFile('docs/reference.md', 'utf8'));
