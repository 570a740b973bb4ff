import { follow, waits } from '../../../src/engine/yields.ts';
import { defaultLimit, limitRespected, outOfRangeHandled, walkEnds } from '../inventory/paging-rules.ts';
import { readThroughout } from '../inventory/later-rules.ts';
import { stable } from '../inventory/second-look-requests.ts';
import { idsStable, keptPlaces, noSlotOnTwoPages, sameAtEverySize } from '../inventory/second-look-rules.ts';
import { answers, cursorForm, isPage } from '../inventory/rules.ts';
import { listed } from '../inventory/records.ts';

export const inventory = [
  ...waits(isPage).on(answers),
  ...waits(listed, walkEnds, sameAtEverySize, defaultLimit, limitRespected).on(answers, isPage),
  ...waits(idsStable).on(noSlotOnTwoPages),
  ...follow(sameAtEverySize).from(walkEnds, cursorForm, idsStable, noSlotOnTwoPages),
  ...follow(keptPlaces).from(walkEnds, idsStable, noSlotOnTwoPages),
  ...waits(stable).on(idsStable, noSlotOnTwoPages),
  ...follow(outOfRangeHandled).from(answers),
  ...follow(readThroughout).from(walkEnds),
];
