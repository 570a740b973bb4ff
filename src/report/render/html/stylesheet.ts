import { base } from './style/base.ts';
import { checks } from './style/checks.ts';
import { evidence } from './style/evidence.ts';
import { overview } from './style/overview.ts';
import { pictures } from './style/pictures.ts';
import { print } from './style/print.ts';
import { tables } from './style/tables.ts';

export const stylesheet = [base, overview, checks, evidence, pictures, tables, print].join('');
