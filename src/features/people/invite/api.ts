/** The one door of the page of invitations to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

const { queries, mutations } = api.invitations;

/** What the form offers. */
export type InviteOffer = FunctionReturnType<typeof queries.form>;
/** One invitation that is out. */
export type PendingInvitation = FunctionReturnType<typeof queries.pending>[number];

/** What the form offers the viewer, live. */
export function useInviteOffer(): InviteOffer | undefined {
  return useQuery(queries.form, {});
}

/** Invitations nobody came by yet, live. */
export function usePendingInvitations(): readonly PendingInvitation[] | undefined {
  return useQuery(queries.pending, {});
}

/** Whom an address belongs to where they are restored instead, live; null where there is nobody to restore. */
export function useRestorable(email: string | null) {
  return useQuery(queries.restorable, email === null ? "skip" : { email });
}

/** One file of invitations that was confirmed. */
export type InviteFile = FunctionReturnType<typeof queries.files>[number];

/** The latest files of invitations, live. */
export function useInviteFiles(): readonly InviteFile[] | undefined {
  return useQuery(queries.files, {});
}

/** Whom a file would invite to the portal, live; undefined while it is looked at. */
export function useInviteFilePreview(text: string | null) {
  return useQuery(queries.previewFile, text === null ? "skip" : { text });
}

/** Whom a file would give a user in Snowflake, live; undefined while it is looked at. */
export function useSnowflakeFilePreview(text: string | null) {
  return useQuery(queries.previewFile, text === null ? "skip" : { text, target: "snowflake" });
}

/** The colleague whose address this is, live; null where nobody here has it. */
export function useColleague(email: string | null) {
  return useQuery(queries.colleague, email === null ? "skip" : { email });
}

/** Proposes to invite whom a file names. */
export function useInviteFile() {
  return useMutation(mutations.inviteFile);
}

/** What is done with them. */
export function useInvitationCommands() {
  return { resend: useMutation(mutations.resend), withdraw: useMutation(mutations.withdraw) };
}

/** Sends the request that invites. */
export function useSendInvitation() {
  return useMutation(api.requests.mutations.submit);
}
