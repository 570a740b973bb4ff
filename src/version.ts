import { version as inManifest } from '../package.json';

export const version: string = inManifest;
