/** The one door of the data domains to the backend. */

import { useMutation, useQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";

/** One domain with those in charge of it. */
export type DomainRow = FunctionReturnType<typeof api.domains.queries.all>[number];
/** What the form sends. */
export type DomainInput = FunctionArgs<typeof api.domains.mutations.save>;

/** Every domain by name, live; undefined until the first answer. */
export function useDomains(): DomainRow[] | undefined {
  return useQuery(api.domains.queries.all, {});
}

/** What a file would do, live. */
export function useDomainPreview(
  text: string | null,
): FunctionReturnType<typeof api.domains.queries.previewImport> | undefined {
  return useQuery(api.domains.queries.previewImport, text === null ? "skip" : { text });
}

/** Making, changing, activating and importing domains. */
export function useDomainCommands() {
  const { mutations } = api.domains;
  const [save, activate, importFile] = [
    useMutation(mutations.save),
    useMutation(mutations.activate),
    useMutation(mutations.importFile),
  ];
  return {
    save: (input: DomainInput) => save(input),
    activate: ({ id, updatedAt }: Pick<DomainRow, "id" | "updatedAt">) =>
      activate({ domainId: id, shownAt: updatedAt }),
    importFile: (text: string, hash: string) => importFile({ text, hash }),
  };
}
