/**
 * The cart: drafts of one person, sent together with one justification, all or none. Every item goes through the
 * submit of a single request, in one transaction, one after the other. So each rule of a submit holds for it, an item
 * that repeats an earlier one finds it as it would find any open request, and one refusal undoes everything.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { attributionOf } from "../../core/audit/model";
import { publishedVersion } from "../../core/catalog/model";
import { reviewLines } from "../../core/catalog/rules/review";
import { cartOf, justificationOf, keepJustification, markForCart, requestsSentWith } from "../../core/requests/cart";
import { titleFor } from "../../core/requests/rules";
import {
  hasOwnReason,
  MAX_CART_ITEMS,
  needsJustification,
  REASON_FIELD,
  sentForm,
  whyNotAddToCart,
  whyNotJustification,
  whyNotKeepJustification,
} from "../../core/shared/rules/cart";
import { refuse, refuseIf, refusalIn } from "../../lib/errors";
import type { Refusal } from "../../lib/pure/refusal";
import { nullableString } from "../../lib/validators";
import type { MutationStep } from "../steps/step";
import { namesOf, prepare, type Prepared } from "./prepare";
import { previewOfPrepared, shownPreview } from "./preview";
import { type DraftInput, ownDraft, saveDraft, submitForm } from "./submit";

type ReadCtx = Pick<QueryCtx, "db">;

/** Names the submit of a cart; its items get longer names from it. */
const MAX_CART_KEY = 60;

/** How full the viewer's cart is, and what they wrote for it so far. */
export async function cartSummary(ctx: ReadCtx, { person }: Viewer): Promise<{ count: number; justification: string }> {
  const items = await cartOf(ctx, person._id, MAX_CART_ITEMS);
  return { count: items.length, justification: await justificationOf(ctx, person._id) };
}

export const shownCartItem = v.object({
  id: v.id("requests"),
  key: v.string(),
  typeKey: v.string(),
  typeName: v.string(),
  /** Counts changes of the draft: a submit names the one it has seen. */
  version: v.number(),
  /** The reason of its own, null without any, and whether the justification stands instead of it. */
  ownReason: nullableString,
  takesJustification: v.boolean(),
  /** What it is about as its system spells it; null where nothing is, or it cannot be asked for any more. */
  target: nullableString,
  lines: v.array(v.object({ name: v.string(), label: v.string(), section: v.string(), value: v.string() })),
  /** What it would lead to; null when it cannot be asked for at all any more, and then `problem` says why. */
  preview: v.union(shownPreview, v.null()),
  problem: nullableString,
  /** The title of an earlier item of this cart that asks for the same. */
  repeats: nullableString,
});
export type ShownCartItem = Infer<typeof shownCartItem>;

/**
 * The viewer's cart with what each item would lead to. What only the justification says is not held against an item.
 */
export async function showCart(ctx: ReadCtx, viewer: Viewer, now: number): Promise<ShownCartItem[]> {
  const titles = new Map<string, string>();
  const shown: ShownCartItem[] = [];
  for (const draft of await cartOf(ctx, viewer.person._id, MAX_CART_ITEMS)) {
    const prepared = await preparedOrRefusal(ctx, viewer, draft, now);
    const item =
      "code" in prepared
        ? { target: null, lines: [], preview: null, problem: wordsOf(prepared), repeats: null }
        : await shownPrepared(ctx, draft, { prepared, titles, now });
    shown.push({ ...(await shownDraft(ctx, draft)), ...item });
  }
  return shown;
}

async function preparedOrRefusal(
  ctx: ReadCtx,
  viewer: Viewer,
  draft: Doc<"requests">,
  now: number,
): Promise<Prepared | Refusal> {
  try {
    return await prepare(ctx, viewer, { typeKey: draft.typeId, form: sentForm(itemOf(draft), ""), now });
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    return refusal;
  }
}

function itemOf({ form, cart }: Doc<"requests">) {
  return { form, takesJustification: cart?.takesJustification ?? false };
}

async function shownDraft(ctx: ReadCtx, draft: Doc<"requests">) {
  const item = itemOf(draft);
  const published = await publishedVersion(ctx, draft.typeId);
  return {
    id: draft._id,
    key: draft.key,
    typeKey: draft.typeId,
    typeName: published?.version.definition.name ?? draft.title,
    version: draft.version,
    ownReason: hasOwnReason(draft.form) ? String(draft.form[REASON_FIELD]) : null,
    takesJustification: needsJustification(item),
  };
}

async function shownPrepared(
  ctx: ReadCtx,
  draft: Doc<"requests">,
  { prepared, titles, now }: { prepared: Prepared; titles: Map<string, string>; now: number },
) {
  const { definition, values, lookups, targetKey } = prepared;
  const preview = await previewOfPrepared(ctx, prepared, { ownId: draft._id, now });
  const { [REASON_FIELD]: reasonError, ...errors } = preview.errors;
  const isSaidElsewhere = reasonError === undefined || needsJustification(itemOf(draft));
  const repeats = titles.get(targetKey) ?? null;
  if (repeats === null) titles.set(targetKey, preview.title);
  const lines = reviewLines(definition, values, lookups).filter(({ name }) => name !== REASON_FIELD);
  return {
    target: namesOf(prepared).target ?? null,
    lines: lines.map((line) => ({ ...line })),
    preview: isSaidElsewhere ? { ...preview, errors } : preview,
    problem: null,
    repeats,
  };
}

/** Keeps a form as a draft and puts it into the viewer's cart. */
export async function addToCart(
  ctx: MutationCtx,
  viewer: Viewer,
  input: DraftInput,
  at: number,
): Promise<Doc<"requests">> {
  const draft = await saveDraft(ctx, viewer, input, at);
  if (draft.cart) return draft;
  refuseIf(whyNotAddToCart((await cartOf(ctx, viewer.person._id, MAX_CART_ITEMS)).length));
  await markForCart(ctx, draft, { takesJustification: false }, { ...attributionOf(viewer), at });
  return draft;
}

/** A draft of the viewer's own that is in their cart. */
export async function ownCartItem(ctx: ReadCtx, viewer: Viewer, id: Id<"requests">): Promise<Doc<"requests">> {
  const draft = await ownDraft(ctx, viewer, id);
  if (!draft.cart) refuse(CHANGED);
  return draft;
}

const CHANGED: Refusal = {
  code: "changed-meanwhile",
  message: "Your cart was changed in another window. Look at it again.",
};

/** Keeps what was typed as the justification. */
export async function saveJustification(
  ctx: MutationCtx,
  viewer: Viewer,
  justification: string,
  at: number,
): Promise<void> {
  refuseIf(whyNotKeepJustification(justification));
  await keepJustification(ctx, viewer.person, justification, { ...attributionOf(viewer), at });
}

/** One item as its sender saw it. */
export interface SentItem {
  readonly requestId: Id<"requests">;
  readonly version: number;
  readonly acceptsDuplicate: boolean;
}

/** What a screen sends to submit a cart. */
export interface CartInput {
  /** Names this submit: sent again, it finds the requests it made. */
  readonly submitKey: string;
  readonly justification: string;
  readonly items: readonly SentItem[];
}

/** Makes every item a request of its own, or none of them. */
export async function sendCart(step: MutationStep, viewer: Viewer, input: CartInput): Promise<Doc<"requests">[]> {
  const { ctx, at } = step;
  const made = await sentAs(ctx, viewer, input.submitKey);
  if (made.length > 0) return made;
  const chosen = await chosenDrafts(ctx, viewer, input.items);
  if (chosen.some(({ draft }) => needsJustification(itemOf(draft)))) refuseJustification(input.justification);
  const sent: Doc<"requests">[] = [];
  const refused: Record<string, string> = {};
  for (const { draft, item } of chosen) {
    const form = sentForm(itemOf(draft), input.justification);
    try {
      sent.push(
        await submitForm(step, viewer, {
          ...item,
          typeKey: draft.typeId,
          form,
          submitKey: `${input.submitKey}/${draft.key}`,
          sentWith: input.submitKey,
        }),
      );
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === null) throw error;
      refused[draft._id] = inCartWords(refusal, sent);
    }
  }
  // Whatever the others wrote until here goes with this refusal.
  if (Object.keys(refused).length > 0) refuse({ code: "cart-not-ready", items: refused });
  await keepJustification(ctx, viewer.person, "", { ...step.by, at });
  return sent;
}

async function sentAs(ctx: ReadCtx, viewer: Viewer, submitKey: string): Promise<Doc<"requests">[]> {
  if (submitKey === "" || submitKey.length > MAX_CART_KEY)
    refuse({ code: "invalid-input", message: "The submit needs a name." });
  const made = await requestsSentWith(ctx, submitKey, MAX_CART_ITEMS);
  if (made.some(({ requesterId }) => requesterId !== viewer.person._id))
    refuse({ code: "invalid-input", message: "The submit needs a name of its own." });
  return made;
}

async function chosenDrafts(
  ctx: ReadCtx,
  viewer: Viewer,
  items: readonly SentItem[],
): Promise<{ draft: Doc<"requests">; item: SentItem }[]> {
  if (items.length === 0) refuse({ code: "invalid-input", message: "There is nothing in your cart to send." });
  refuseIf(whyNotAddToCart(items.length - 1));
  if (new Set(items.map(({ requestId }) => requestId)).size < items.length) refuse(CHANGED);
  const chosen = [];
  for (const item of items) chosen.push({ draft: await ownCartItem(ctx, viewer, item.requestId), item });
  return chosen;
}

function refuseJustification(justification: string): void {
  const problem = whyNotJustification(justification);
  if (problem !== null) refuse({ code: "invalid-form", fields: { justification: problem } });
}

/** Why an item cannot be sent; another item of the cart is named by its title: its key was never given to anybody. */
function inCartWords(refusal: Refusal, sent: readonly Doc<"requests">[]): string {
  const same = refusal.code === "duplicate" ? sent.find(({ _id }) => _id === refusal["requestId"]) : undefined;
  return same ? `“${titleFor(same, same.requesterId)}” in this cart asks for the same.` : wordsOf(refusal);
}

function wordsOf(refusal: Refusal): string {
  const fields = refusal["fields"];
  if (typeof fields === "object" && fields !== null) return Object.values(fields).join(". ");
  return typeof refusal["message"] === "string" ? refusal["message"] : "This cannot be sent as it is.";
}
