import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** What the plan counts: a publisher answers the same whatever it is told. */
const PLANNING = ['sends', 'drafts'];

const isPlanning = (path) => path.isObjectProperty() && PLANNING.includes(path.node.key.name);

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'planning', {
    shouldIgnore: (path) =>
      isPlanning(path) ? 'It is about the plan of a run; test/run/plan.test.ts is not run here.' : undefined,
  }),
];
