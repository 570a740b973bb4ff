// undici has no public path to its agent, but loading only the agent takes a third of the time of loading all of
// undici.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
