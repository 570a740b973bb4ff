import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, in the order in which it begins. */
const SLOW = [
  // The first two, exit-codes and action mostly wait for services that do not answer: others compute meanwhile.
  'test/cli/example',
  'test/hostile/',
  'test/matrix/orders',
  'test/cli/exit-codes',
  'test/ci/action',
  'test/matrix/forecast',
  'test/matrix/',
  'test/order/',
  'test/trouble/',
  'test/listing/',
];

/** Starts with the files that take longest, so that no processor is idle in the end. A new clone knows no durations. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = SLOW.findIndex((start) => moduleId.includes(start));
      return index === -1 ? SLOW.length : index;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
