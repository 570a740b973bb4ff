import type { Means } from './material.ts';
import { refusedAlone } from '../../../src/engine/expect.ts';
import {
  everySent,
  isAccepted,
  BUSINESS_RULE,
  isRefusedForValues,
  mayBeBeyondLimits,
  type Booking,
  type Sent,
  asUpdated,
  type Updated,
} from '../readers/booking.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { CHANGES, type Change, type ChangeName } from './changes.ts';
import { TAKEN_LATER, type Desk, leaveOpen } from './desk.ts';

type Step = Updated<ChangeName>;

const changeOf = (name: ChangeName): Change => CHANGES[name];

interface Turn {
  readonly steps: readonly Step[];
  /** A repeat of the request that made the order, after an update that left a line out. */
  readonly madeAgain?: Sent;
}

export class Updating {
  readonly #desk: Desk;
  readonly #means: Means;

  constructor(desk: Desk, means: Means) {
    this.#desk = desk;
    this.#means = means;
  }

  async change(before: Booking, name: ChangeName, made: OrderRequest = before.request): Promise<Step | null> {
    const { what, forms, isPromised, refusals } = changeOf(name);
    const sent: (Sent & { readonly form: number })[] = [];
    const asked = forms.flatMap((ask, form) =>
      ask(before.request, this.#means, made).map((change) => ({ form, change })),
    );
    for (const { form, change } of this.#desk.possibleOf(asked, ({ change }) => ({ ...before.request, ...change }))) {
      const one = await this.#desk.updateBooked(before, change, { what: `an update ${what}` });
      sent.push({ ...one, form });
      if (one.reply.status !== 404 && !(refusals ?? BUSINESS_RULE).includes(one.reply.status ?? 0)) break;
    }
    const last = sent.pop();
    if (last === undefined) return null;
    const promised =
      isPromised !== undefined && [...sent, last].some(({ request }) => isPromised(before.request, request));
    const updated = { name, what: `an update ${what}`, before, ...last, refused: sent };
    return { ...updated, refusals: refusals ?? (promised ? [] : BUSINESS_RULE) };
  }

  async inTurn(made: Booking, names: readonly ChangeName[], left = made): Promise<Turn> {
    const steps: Step[] = [];
    let madeAgain: Sent | undefined;
    for (const name of names) {
      if (name === 'named-again' && madeAgain === undefined) continue;
      const step = await this.change(left, name, made.request);
      if (step === null) continue;
      steps.push(step);
      if (!isAccepted(step)) continue;
      if (name === 'left-out') madeAgain = await this.#desk.send(made.request);
      else left = asUpdated(step);
    }
    return { steps, ...(madeAgain && { madeAgain }) };
  }

  async judged(steps: readonly Step[]): Promise<readonly Step[]> {
    const questionable = steps.filter((step) => isRefusedForValues(step) && changeOf(step.name).isPromised);
    await this.#desk.excuseGone(questionable);
    const judged: Step[] = [];
    for (const step of steps) judged.push(questionable.includes(step) ? await this.#controlled(step) : step);
    return judged;
  }

  /** A refusal is wrong if a new order of the same content is accepted and the update refused again. */
  async #controlled(step: Step): Promise<Step> {
    const { isPromised } = changeOf(step.name);
    if (step.reply.excuse !== undefined) return step;
    const forms = everySent(step);
    let judged = step;
    for (const refused of forms) {
      if (!isRefusedForValues(refused) || !isPromised?.(step.before.request, refused.request)) continue;
      const control = await this.asNew(step.name, refused, step.before.request);
      judged = { ...step, ...refused, refused: forms.filter((one) => one !== refused), control };
      if (isAccepted(control)) {
        const again = await this.#desk.update(refused);
        if (isAccepted(again)) leaveOpen(refused.reply, TAKEN_LATER, again.reply);
      }
      if (refused.reply.excuse === undefined) return judged;
    }
    return judged;
  }

  /** The control for a refused update: a new order of the same content. If the update changed the name, it has that name. */
  async asNew(label: string, { request, reply }: Sent, before?: OrderRequest): Promise<Sent> {
    const { campaigns } = this.#desk;
    const lines = request.line_items.map((line, index) => ({
      ...line,
      external_ref: campaigns.ref(`Line-${label}-as-new-${index + 1}`),
    }));
    const plain = campaigns.order(`${label}-as-new`, ...lines);
    const name = request.order.name === before?.order.name ? plain.order.name : request.order.name;
    // The buyer may have another reference by now.
    const advertiser = request.advertiser.external_ref === undefined ? plain.advertiser : request.advertiser;
    const control = await this.#desk.send({ ...plain, advertiser, order: { ...plain.order, name } });
    if (!isAccepted(control))
      leaveOpen(reply, refusedAlone('A new order of the same content is refused, too', control.reply), control.reply);
    return control;
  }

  /** Sends an update that changes nothing, and excuses its refusal if a new order of the same content is refused, too. */
  async pushAgain(label: string, before: Booking): Promise<Sent & { readonly before: Booking }> {
    const again = await this.#desk.updateBooked(before, {});
    await this.#desk.excuseGone([again]);
    if (isRefusedForValues(again) && again.reply.excuse === undefined) await this.asNew(label, again, before.request);
    return { before, ...again };
  }

  /** Sends one form after another until one is accepted. What is refused alone, too, was not refused for being sent at once. */
  async atOnce(forms: readonly (readonly OrderRequest[])[]): Promise<readonly Sent[]> {
    let sent: readonly Sent[] = [];
    for (const requests of forms) {
      sent = await this.#desk.sendTogether(requests);
      if (!sent.every(isRefusedForValues)) break;
    }
    const refused = sent.filter(mayBeBeyondLimits);
    await this.#desk.excuseGone(refused);
    for (const first of refused.slice(0, 1)) {
      const alone = await this.#desk.update(first);
      const why = refusedAlone('The update is refused alone, too', alone.reply);
      if (!isAccepted(alone)) for (const { reply } of refused) leaveOpen(reply, why, alone.reply);
    }
    return sent;
  }
}
