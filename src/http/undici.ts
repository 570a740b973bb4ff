// The bundle keeps this module compressed: it is a third of the package, and only what sends requests needs it.
export { Client, Pool } from 'undici';
