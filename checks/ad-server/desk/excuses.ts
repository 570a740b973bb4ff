import { becauseOf, type Why } from '../../../src/engine/signal.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';

/** Keeps an answer from counting against the service, as these answers show. */
export function leaveOpen(reply: Reply, why: Why, ...shownBy: readonly Reply[]): void {
  excuse(reply, { because: becauseOf(why), shownBy: [reply, ...shownBy] });
}

/** The same for an answer that a business rule explains: its rule counts as kept. */
export function permit(reply: Reply, why: Why, ...shownBy: readonly Reply[]): void {
  excuse(reply, { because: becauseOf(why), shownBy: [reply, ...shownBy], permitted: true });
}
