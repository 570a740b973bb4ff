export { Secret } from '../secrets/secret.ts';
