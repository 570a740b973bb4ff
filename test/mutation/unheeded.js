import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** When a check or a stage is asked, and what the plan counts: a publisher answers the same whenever it is asked. */
const PLANNING = ['after', 'last', 'sends', 'drafts'];

const isPlanning = (path) => path.isObjectProperty() && PLANNING.includes(path.node.key.name);

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'planning', {
    shouldIgnore: (path) =>
      isPlanning(path) ? 'It is about the plan of a run; test/run/plan.test.ts is not run here.' : undefined,
  }),
];
