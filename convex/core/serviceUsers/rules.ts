/** Decisions about service users: who answers for one, who may ask for something for it, and who takes over. */

import type { ServiceUserFields } from "./table";

/** Whether somebody answers for a service user. */
export function answersFor(
  { ownerId, deputyId }: Pick<ServiceUserFields, "ownerId" | "deputyId">,
  personId: string,
): boolean {
  return ownerId === personId || deputyId === personId;
}

/** What the rule about a request for a service user looks at. */
export interface ServiceUserFacts {
  readonly name: string;
  readonly state: ServiceUserFields["state"];
  readonly isImpersonating: boolean;
  readonly answers: boolean;
  /** Whether the type gives something to a user that is there already. */
  readonly givesToUser: boolean;
}

/** Why something cannot be asked for this service user, as the message of the field, or null. */
export function whyNotAskFor({ name, state, isImpersonating, answers, givesToUser }: ServiceUserFacts): string | null {
  // Nothing is told about a service user that is somebody else's.
  if (!answers) return "Only its owner and deputy can make requests for a service user";
  if (isImpersonating) return "While you act for somebody you can only ask for them";
  if (state === "Retired") return `${name} is retired. Nothing more can be requested for it`;
  return givesToUser ? null : `This cannot be requested for a service user. Choose the person it is for`;
}

/**
 * Who answers for a service user once somebody has left: the deputy takes over from the owner. Null where nobody is
 * left, or nothing changes: then it stays with the owner until an admin has found another.
 */
export function handedOn<Id extends string>(
  { ownerId, deputyId }: { readonly ownerId: Id; readonly deputyId?: Id },
  leftId: Id,
  isDeputyActive: boolean,
): { ownerId: Id; deputyId: undefined } | null {
  if (deputyId === leftId) return { ownerId, deputyId: undefined };
  return ownerId === leftId && deputyId !== undefined && isDeputyActive
    ? { ownerId: deputyId, deputyId: undefined }
    : null;
}
