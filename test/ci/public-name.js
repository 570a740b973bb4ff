// Loaded before a program: every name has a public address, as that of a real publisher has.
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

dns.lookup = () => Promise.resolve([{ address: '93.184.215.14', family: 4 }]);
syncBuiltinESMExports();
