/** Sending the cart: one call for all of it, and what came of it. */

import { ConvexError } from "convex/values";
import { useState } from "react";
import { whyNotJustification } from "../../../../../convex/core/shared/rules/cart";
import { explain } from "../../../../components/refusal-words";
import { randomKey } from "../../../../lib/random-key";
import { type ShownCartItem, type SentRequest, useCartCommands } from "../api";
import { focusControl } from "../form/use-request-form";
import { itemHeadingId } from "./cart-summary";

/** The id of the justification's control. */
export const JUSTIFICATION_ID = "cart-justification";

/** Why the last attempt did not succeed. */
export interface CartProblem {
  readonly message: string | null;
  readonly justification: string | null;
  /** By item. */
  readonly items: Readonly<Record<string, string>>;
}

const NO_PROBLEM: CartProblem = { message: null, justification: null, items: {} };

/** Sends what the page shows; the first thing in the way gets the focus. */
export function useSendCart(onSent: (sent: readonly SentRequest[]) => void) {
  const { submit } = useCartCommands();
  const [submitKey] = useState(randomKey);
  const [problem, setProblem] = useState(NO_PROBLEM);
  /** What is being sent: the live cart is empty a moment before the answer is here. */
  const [sending, setSending] = useState<readonly ShownCartItem[] | null>(null);
  const fail = (found: CartProblem, items: readonly ShownCartItem[]): void => {
    setProblem(found);
    const first = items.find(({ id }) => found.items[id] !== undefined);
    if (found.justification !== null) focusControl(JUSTIFICATION_ID);
    else if (first) focusControl(itemHeadingId(first.id));
  };
  const send = async (
    items: readonly ShownCartItem[],
    justification: string,
    accepted: ReadonlySet<string>,
  ): Promise<void> => {
    const missing = items.some(({ takesJustification }) => takesJustification)
      ? whyNotJustification(justification)
      : null;
    if (missing !== null) return fail({ ...NO_PROBLEM, justification: missing }, items);
    setSending(items);
    setProblem(NO_PROBLEM);
    try {
      onSent(
        await submit({
          submitKey,
          justification,
          items: items.map(({ id, version }) => ({ requestId: id, version, acceptsDuplicate: accepted.has(id) })),
        }),
      );
    } catch (error) {
      fail(problemIn(error), items);
    } finally {
      setSending(null);
    }
  };
  /** An item was changed: what was said about it is over. */
  const forget = (id: string): void =>
    setProblem(({ items: { [id]: _gone, ...items }, ...others }) => ({ ...others, items }));
  return {
    send,
    sending,
    problem,
    forget,
    forgetJustification: () => setProblem((before) => ({ ...before, justification: null })),
  };
}

/** Reads a refused submit. */
export function problemIn(error: unknown): CartProblem {
  const data = (error instanceof ConvexError ? error.data : null) as {
    code?: string;
    items?: Record<string, string>;
    fields?: Record<string, string>;
  } | null;
  if (data?.code === "cart-not-ready" && data.items)
    return { ...NO_PROBLEM, message: explain(error), items: data.items };
  const justification = data?.code === "invalid-form" ? (data.fields?.["justification"] ?? null) : null;
  return justification === null ? { ...NO_PROBLEM, message: explain(error) } : { ...NO_PROBLEM, justification };
}
