import { base } from './style/base.ts';
import { checks } from './style/checks.ts';
import { contents } from './style/contents.ts';
import { evidence } from './style/evidence.ts';
import { filters } from './style/filters.ts';
import { overview } from './style/overview.ts';
import { pictures } from './style/pictures.ts';
import { print } from './style/print.ts';
import { tables } from './style/tables.ts';

export const stylesheet = [base, contents, overview, filters, checks, evidence, pictures, tables, print].join('');
