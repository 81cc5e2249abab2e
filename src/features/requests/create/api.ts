/** The one door of the catalog's screens to the backend. */

import { useMutation, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { Value } from "convex/values";
import { useCallback, useMemo } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { useQuery } from "../../../lib/use-query";

/** A type of the catalog as its card shows it. */
export type ListedType = FunctionReturnType<typeof api.catalog.queries.list>[number];
/** A type with its form, or why it is not offered. */
export type OpenedType = FunctionReturnType<typeof api.catalog.queries.get>;
/** A type with its form. */
export type OfferedType = Extract<OpenedType, { kind: "offered" }>;
/** What a form would lead to. */
export type Preview = FunctionReturnType<typeof api.requests.queries.preview>;
/** A draft as it was kept. */
export type KeptDraft = FunctionReturnType<typeof api.requests.queries.draft>;

/** The answers of a request under way, as its requester edits them; for anybody else why not. */
export type Editing = FunctionReturnType<typeof api.requests.queries.editing>;
/** Answers that are being edited. */
export type EditableRequest = Extract<Editing, { kind: "editable" }>;

/** A draft in the viewer's cart. */
export type ShownCartItem = FunctionReturnType<typeof api.requests.queries.cart>[number];
/** A request that the cart became. */
export type SentRequest = FunctionReturnType<typeof api.requests.mutations.submitCart>[number];

/** A form on its way to the backend. */
export interface SentForm {
  readonly typeKey: string;
  readonly form: Record<string, unknown>;
  readonly requestId?: string;
  readonly version?: number;
  /** The request whose answers a draft begins with. */
  readonly clonedFromId?: string;
}

/** The types the viewer is offered. */
export function useCatalog(): readonly ListedType[] | undefined {
  return useQuery(api.catalog.queries.list, {});
}

/** Help articles that are offered in the form of a type. */
export function useArticlesOf(typeKey: string) {
  return useQuery(api.articles.queries.suggest, { text: "", topic: null, typeKey });
}

/** Domains and roles that were found by words. */
export type FoundAccess = FunctionReturnType<typeof api.catalog.queries.findAccess>;

const NOTHING: FoundAccess = { domains: [], roles: [] };

/** The domains and roles with these words; none for less than two characters, undefined while the answer is on its way. */
export function useFoundAccess(words: string): FoundAccess | undefined {
  const text = words.trim();
  const found = useQuery(api.catalog.queries.findAccess, text.length < 2 ? "skip" : { text });
  return text.length < 2 ? NOTHING : found;
}

/** One type with its form, as it is offered or as a request of the viewer was made with it; nothing is asked without a key. */
export function useType(key: string | null, request?: string): OpenedType | undefined {
  return useQuery(api.catalog.queries.get, key === null ? "skip" : request === undefined ? { key } : { key, request });
}

/** A service user the viewer answers for. */
export type OwnServiceUser = FunctionReturnType<typeof api.serviceUsers.queries.mine>[number];

/** The service users something can be asked for: the viewer's own. */
export function useOwnServiceUsers(): readonly OwnServiceUser[] | undefined {
  return useQuery(api.serviceUsers.queries.mine, {});
}

/** A draft of the viewer as it was kept; nothing is asked without an id. */
export function useDraft(requestId: string | null): KeptDraft | undefined {
  return useQuery(api.requests.queries.draft, requestId === null ? "skip" : { requestId: requestId as Id<"requests"> });
}

/**
 * What a form would lead to, live: of a new request, or of a request whose answers are edited. A failure is an answer
 * here: the form stays usable without it.
 */
export function usePreview({
  typeKey,
  form,
  requestId,
  editedId,
}: SentForm & { readonly editedId?: string }): Preview | Error | undefined {
  const queries = useMemo(() => {
    const values = form as Record<string, Value>;
    return editedId === undefined
      ? {
          preview: {
            query: api.requests.queries.preview,
            args: { typeKey, form: values, ...(requestId === undefined ? {} : { requestId }) },
          },
        }
      : { preview: { query: api.requests.queries.previewEdit, args: { requestId: editedId, form: values } } };
  }, [typeKey, form, requestId, editedId]);
  return useQueries(queries)["preview"] as Preview | Error | undefined;
}

/** Keeps a draft; answers where it is kept and its version. */
export function useSaveDraft() {
  const save = useMutation(api.requests.mutations.saveDraft);
  return useCallback(
    ({ requestId, clonedFromId, ...sent }: SentForm) =>
      save({
        ...sent,
        requestId: requestId as Id<"requests"> | undefined,
        clonedFromId: clonedFromId as Id<"requests"> | undefined,
      }),
    [save],
  );
}

/** Where a draft is kept. */
export interface DraftPlace {
  readonly id: string;
  readonly version: number;
}

/** Deletes a draft. */
export function useDeleteDraft() {
  const remove = useMutation(api.requests.mutations.deleteDraft);
  return useCallback((requestId: string) => remove({ requestId: requestId as Id<"requests"> }), [remove]);
}

/** Sends a request. */
export function useSubmit() {
  const submit = useMutation(api.requests.mutations.submit);
  return useCallback(
    ({ requestId, ...sent }: Omit<SentForm, "clonedFromId"> & { submitKey: string; acceptsDuplicate: boolean }) =>
      submit({ ...sent, requestId: requestId as Id<"requests"> | undefined }),
    [submit],
  );
}

/** How full the viewer's cart is. A failure counts as not known: nothing depends on it. */
export function useCartSummary(): FunctionReturnType<typeof api.requests.queries.cartSummary> | undefined {
  const answer = useQueries(CART_SUMMARY)["summary"] as
    | FunctionReturnType<typeof api.requests.queries.cartSummary>
    | Error
    | undefined;
  return answer instanceof Error ? undefined : answer;
}

const CART_SUMMARY = { summary: { query: api.requests.queries.cartSummary, args: {} } };

/** The viewer's cart with what each item would lead to, live. */
export function useCart(): readonly ShownCartItem[] | undefined {
  return useQuery(api.requests.queries.cart, {});
}

/** Keeps a form and puts it into the cart. */
export function useAddToCart() {
  const add = useMutation(api.requests.mutations.addToCart);
  return useCallback(
    ({ requestId, ...sent }: Omit<SentForm, "clonedFromId">) =>
      add({ ...sent, requestId: requestId as Id<"requests"> | undefined }),
    [add],
  );
}

/** What can be done with the cart. */
export function useCartCommands() {
  const remove = useMutation(api.requests.mutations.removeFromCart);
  const choose = useMutation(api.requests.mutations.chooseReason);
  const keep = useMutation(api.requests.mutations.saveJustification);
  const submit = useMutation(api.requests.mutations.submitCart);
  return {
    remove: useCallback((requestId: ShownCartItem["id"]) => remove({ requestId }), [remove]),
    chooseReason: useCallback(
      (requestId: ShownCartItem["id"], takesJustification: boolean) => choose({ requestId, takesJustification }),
      [choose],
    ),
    keepJustification: useCallback((justification: string) => keep({ justification }), [keep]),
    submit: useCallback((sent: Parameters<typeof submit>[0]) => submit(sent), [submit]),
  };
}

/** What the viewer needs to edit the answers of a request, live. */
export function useEditing(request: string): Editing | undefined {
  return useQuery(api.requests.queries.editing, { request });
}

/** Changes the answers of a request under way. */
export function useEdit() {
  const edit = useMutation(api.requests.mutations.edit);
  return useCallback((sent: Parameters<typeof edit>[0]) => edit(sent), [edit]);
}
