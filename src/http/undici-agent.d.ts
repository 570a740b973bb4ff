// The agent alone loads in a third of the time that the whole of undici takes; undici has no public path to it.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
