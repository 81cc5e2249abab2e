/** The one door of the data domains to the backend. */

import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { HistoryPlace } from "../../components/history-pages";
import { useQuery } from "../../lib/use-query";

const { queries } = api.domains;

/** One domain with those in charge of it. */
export type DomainRow = FunctionReturnType<typeof queries.level>["rows"][number];
export type DomainId = DomainRow["id"];
/** One domain in full. */
export type DomainPage = NonNullable<FunctionReturnType<typeof queries.get>>;
/** The ordered list of name patterns as it was kept last. */
export type KeptPatterns = FunctionReturnType<typeof queries.patterns>;
/** What a list of patterns would do. */
export type ShownAssignment = FunctionReturnType<typeof queries.previewPatterns>;
/** The link of a domain to the catalogue. */
export type DomainCatalogue = NonNullable<DomainPage["catalogue"]>;
/** What the form sends. */
export type DomainInput = FunctionArgs<typeof api.domains.mutations.save>;

/** One page of the domains below one, or of those at the top, live; undefined until the first answer. */
export function useDomainLevel(
  parentId: DomainId | null,
  after: string | null,
): FunctionReturnType<typeof queries.level> | undefined {
  return useQuery(queries.level, { parentId, after });
}

/** Domains in which somebody is missing, live; as many as usual, or more where asked. */
export function useUnmanned(size: number | null): FunctionReturnType<typeof queries.unmanned> | undefined {
  return useQuery(queries.unmanned, size === null ? {} : { size });
}

/** Every domain by its name alone, for choosing one. */
export function useDomainNames(isWanted: boolean): FunctionReturnType<typeof queries.names> | undefined {
  return useQuery(queries.names, isWanted ? {} : "skip");
}

/** One domain in full, live; null when there is none behind the id, or none for the viewer. */
export function useDomain(domainId: string): DomainPage | null | undefined {
  return useQuery(queries.get, { domainId });
}

/** Which of its names other domains have, too, live; undefined until the first answer. */
export function useSharedNames(domainId: DomainId): FunctionReturnType<typeof queries.shared> | undefined {
  return useQuery(queries.shared, { domainId });
}

/** What a change of a domain's state or place would do and what hangs on it, live; null asks nothing. */
export function useDomainImpact(wish: FunctionArgs<typeof queries.impact> | null) {
  return useQuery(queries.impact, wish ?? "skip");
}

/** One page of what the audit trail holds about a domain, live. */
export function useDomainHistory(id: string, after: HistoryPlace | null) {
  return useQuery(api.audit.queries.ofObject, { type: "domain", id, ...(after === null ? {} : { after }) });
}

/** What a file would do, live. */
export function useDomainPreview(text: string | null): FunctionReturnType<typeof queries.previewImport> | undefined {
  return useQuery(queries.previewImport, text === null ? "skip" : { text });
}

/** What the models of dbt said about owners when they were read last, live. */
export function useOwners(): FunctionReturnType<typeof queries.owners> | undefined {
  return useQuery(queries.owners, {});
}

/** The list of name patterns, live. */
export function usePatterns(): KeptPatterns | undefined {
  return useQuery(queries.patterns, {});
}

/** What a list of patterns would do, live; null asks nothing. */
export function usePatternPreview(wish: FunctionArgs<typeof queries.previewPatterns> | null) {
  return useQuery(queries.previewPatterns, wish ?? "skip");
}

/** Making, changing, opening and importing domains. */
export function useDomainCommands() {
  const { save, setState, withdrawProposal, importFile, assign, link, unlink, readLink, readOwners } =
    api.domains.mutations;
  const sendFile = useMutation(importFile);
  return {
    save: useMutation(save),
    setState: useMutation(setState),
    assign: useMutation(assign),
    withdraw: useMutation(withdrawProposal),
    link: useMutation(link),
    unlink: useMutation(unlink),
    readLink: useMutation(readLink),
    readOwners: useMutation(readOwners),
    importFile: (text: string, hash: string) => sendFile({ text, hash }),
    assignOwners: (text: string, hash: string) => sendFile({ text, hash, from: "dbt" }),
  };
}
