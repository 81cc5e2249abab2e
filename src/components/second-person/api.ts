/** The one door to the backend of what needs a second person, whatever it is about. */

import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useQuery } from "../../lib/use-query";
import type { ProposalCommands } from "./proposals";

/** The changes of one thing that need or needed a second person, the open one first, live; null asks nothing. */
export function useProposals(subjectId: string | null) {
  return useQuery(api.proposals.queries.about, subjectId === null ? "skip" : { subjectId });
}

/** What becomes of a proposal; `prove` checks the password of whoever looks. */
export function useProposalCommands(prove: ProposalCommands["prove"]) {
  const { confirm, decline, stop, withdraw } = api.proposals.mutations;
  return {
    prove,
    confirm: useMutation(confirm),
    decline: useMutation(decline),
    stop: useMutation(stop),
    withdraw: useMutation(withdraw),
  };
}
