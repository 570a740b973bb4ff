// Prints the catalogue of this version, which is kept once the version is released.
import { suite } from '../checks/suite.ts';
import { catalogueOf } from '../src/run/releases.ts';

process.stdout.write(`${JSON.stringify(catalogueOf(suite))}\n`);
