import { follow, waits } from '../../../src/engine/yields.ts';
import {
  defaultLimit,
  idsStable,
  limitRespected,
  noSlotOnTwoPages,
  outOfRangeHandled,
  sameAtEverySize,
  walkEnds,
} from '../inventory/paging-rules.ts';
import { readThroughout } from '../inventory/later-rules.ts';
import { stable } from '../inventory/requests.ts';
import { answers, cursorForm, isPage } from '../inventory/rules.ts';
import { listed } from '../inventory/records.ts';

export const inventory = [
  ...waits(isPage).on(answers),
  ...waits(listed, walkEnds, sameAtEverySize, defaultLimit, limitRespected).on(answers, isPage),
  ...waits(idsStable).on(noSlotOnTwoPages),
  ...follow(sameAtEverySize).from(walkEnds, cursorForm, idsStable, noSlotOnTwoPages),
  ...waits(stable).on(idsStable, noSlotOnTwoPages),
  ...follow(outOfRangeHandled).from(answers),
  ...follow(readThroughout).from(walkEnds),
];
