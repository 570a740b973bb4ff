import { suite as define } from '../src/engine/suite.ts';
import { connection } from './ad-server/01-connection.ts';
import { health } from './ad-server/02-health.ts';
import { inventory } from './ad-server/03-inventory.ts';
import { forecast } from './ad-server/04-forecast.ts';

export const suite = define({
  chapters: [connection, health, inventory, forecast],
  attested: [],
  client: [],
});
