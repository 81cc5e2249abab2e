/**
 * Bringing somebody in: which address, which roles, by whom, and for how long. One rule for every door: the page, the
 * catalog, a file, a repeated invitation, and the moment the invited person comes.
 */

import { isSuperAdmin, rolesToGive } from "../../../access/rank";
import { COMMON_ROLE, type PersonStatus, ROLE_NAMES, ROLES, type RoleName } from "../../../access/roles";
import type { Refusal } from "../../../lib/pure/refusal";
import { normalizeEmail, whyNotPersonName } from "../../../lib/pure/text";
import { DAY_MS, dateUtc, MINUTE_MS } from "../../../lib/pure/time";

/** How long after it was sent by a person the invited one may have it sent again without them. */
export const SELF_RENEWAL_MS = 30 * DAY_MS;
/** A mailbox is not to be flooded by repeated invitations. */
export const RESEND_PAUSE_MS = 10 * MINUTE_MS;

/** Whose addresses are the company's, and which others pass for one. */
export interface InviteCompany {
  readonly domain: string;
  readonly testAddresses: readonly string[];
}

/** The message where somebody may not invite with a role, or null. */
export function whyNotInviteAs(inviter: readonly RoleName[], role: unknown): string | null {
  const wanted = ROLE_NAMES.find((name) => name === role);
  if (wanted === undefined) return "Role selection is required";
  if (rolesToGive(inviter).includes(wanted)) return null;
  return isSuperAdmin([wanted])
    ? "Only a super admin can invite a super admin"
    : `You cannot invite somebody as ${ROLES[wanted].label}: you do not hold that role`;
}

/** What can stand before the @ of an address that is invited: nothing a mail program or a list reads in two ways. */
const PLAIN_LOCAL = /^[a-z0-9][a-z0-9._+'-]*$/;

/** The message for an address that cannot be invited with a role, or null. */
export function whyNotInviteEmail(email: string, role: unknown, company: InviteCompany): string | null {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf("@");
  if (!PLAIN_LOCAL.test(address.slice(0, at)) || address.slice(0, at).includes(".."))
    return "Please enter a valid email address";
  if (address.slice(at + 1) === company.domain) return null;
  if (!company.testAddresses.includes(address)) return `Email must be @${company.domain} domain`;
  return role === COMMON_ROLE ? null : "An address outside the company can only be invited as Staff";
}

const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const EMAIL_MAX_LENGTH = 100;

/** What the forms of invitations hold; both ask for an address and a name. */
export interface InviteFields {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: RoleName | null;
  readonly businessArea: string | null;
}

/** The first message per field of an invitation to the portal; the server finds the same and more. */
export function inviteProblems(form: InviteFields, company: InviteCompany): Record<string, string> {
  return messages({
    ...whomProblems(form),
    ...(whomProblems(form).email === null && { email: whyNotInviteEmail(form.email, form.role, company) }),
    role: form.role === null ? "Role selection is required" : null,
    businessArea: form.businessArea === null ? "Business area selection is required" : null,
  });
}

/** What Snowflake lets a name be written as without quotes. */
const PLAIN_USER_NAME = /^[A-Z][A-Z0-9_]{2,99}$/;

/** The first message per field of somebody who is invited to Snowflake, where they get the user of this name. */
export function whyNotSnowflakeWhom(
  form: Omit<InviteFields, "role">,
  userName: string,
  company: InviteCompany,
): Record<string, string> {
  const found = whomProblems(form);
  const isNamed = found.firstName === null && found.lastName === null;
  return messages({
    ...found,
    ...(found.email === null && { email: whyNotInviteEmail(form.email, COMMON_ROLE, company) }),
    ...(isNamed && {
      firstName: PLAIN_USER_NAME.test(userName)
        ? null
        : "Snowflake could not write this name plainly. Use the form of the catalog and choose a user name",
    }),
    businessArea: form.businessArea === null ? "Business area selection is required" : null,
  });
}

/** The first message per field of what both forms ask for. */
export function whomInvitedProblems(form: Pick<InviteFields, "email" | "firstName" | "lastName">) {
  return messages(whomProblems(form));
}

function whomProblems({ email, firstName, lastName }: Pick<InviteFields, "email" | "firstName" | "lastName">) {
  const address = normalizeEmail(email);
  return {
    email: !EMAIL_SHAPE.test(address)
      ? "Please enter a valid email address"
      : address.length > EMAIL_MAX_LENGTH
        ? `Email must be less than ${EMAIL_MAX_LENGTH} characters`
        : null,
    firstName: whyNotPersonName("First name", firstName),
    lastName: whyNotPersonName("Last name", lastName),
  };
}

function messages(found: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).flatMap(([field, message]) => (message ? [[field, message]] : [])));
}

/** What somebody is called in Snowflake when nobody chose otherwise: first name, underscore, last name. */
export function snowflakeNameOf(firstName: string, lastName: string): string {
  const plain = (name: string): string =>
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "");
  return `${plain(firstName)}_${plain(lastName)}`;
}

/** Somebody the address belongs to already. */
export interface KnownInvitee {
  readonly name: string;
  readonly email: string;
  readonly status: PersonStatus;
  /**
   * Whether somebody who was removed can still be brought back, until when their accounts are kept, and whether they still
   * have access somewhere.
   */
  readonly isRestorable: boolean;
  readonly keptUntil: number | null;
  readonly hasAccess: boolean;
}

/**
 * The message where the address belongs to somebody already, or null: one mailbox, one person. Whoever was removed is
 * brought back as long as that is possible, and invited anew once their accounts are deleted: then nothing from before may
 * be left to revive.
 */
export function whyNotInviteKnown(email: string, known: KnownInvitee | null): string | null {
  if (!known) return null;
  const { name, status } = known;
  if (known.email !== normalizeEmail(email))
    return `This is another spelling of ${known.email}, the address of ${name}`;
  switch (status) {
    case "active":
      return `${name} already has an account`;
    case "suspended":
      return `${name} is suspended. Restore them instead`;
    case "removed":
      if (known.isRestorable) return `${name} was removed. A super admin can still restore them`;
      if (known.keptUntil !== null)
        return `${name} was removed. They can be invited again from ${dateUtc(known.keptUntil)}`;
      return known.hasAccess ? `${name} was removed and still has access to data. Delete their user first` : null;
    case "invited":
    case "expired":
      return `${name} has already been invited. Send the invitation again instead`;
    case "revoked":
      return null;
  }
}

/** What repeating and withdrawing look at. */
export interface PendingInvitation {
  readonly status: PersonStatus;
  readonly roles: readonly RoleName[];
  readonly sentAt: number;
}

/** Why an invitation cannot be sent again by this one, or null. */
export function whyNotResend(by: readonly RoleName[], invitation: PendingInvitation, now: number): Refusal | null {
  const no = whyNotTouch(by, invitation);
  if (no) return no;
  return now - invitation.sentAt < RESEND_PAUSE_MS
    ? { code: "rate-limited", message: "It was sent less than ten minutes ago." }
    : null;
}

/** Why an invitation cannot be withdrawn by this one, or null. */
export function whyNotWithdraw(by: readonly RoleName[], invitation: PendingInvitation): Refusal | null {
  return whyNotTouch(by, invitation);
}

/** Only invitations one could have made oneself, and only while nobody came. */
function whyNotTouch(by: readonly RoleName[], { status, roles }: PendingInvitation): Refusal | null {
  if (status !== "invited" && status !== "expired") return { code: "wrong-state", status };
  const tooMuch = roles.find((role) => !rolesToGive(by).includes(role));
  return tooMuch === undefined
    ? null
    : { code: "not-eligible", message: `You cannot grant the role ${ROLES[tooMuch].label}.` };
}

/** What asking for another link without the inviter looks at. */
export interface RenewalFacts {
  readonly status: PersonStatus;
  /** When a person sent it last. */
  readonly sentAt: number;
  /** Whether whoever invited is still there and may still give these roles. */
  readonly isStillGiven: boolean;
}

/** Whether an invited person gets a new link by themselves: what nobody withdrew, and not for ever. */
export function maySelfRenew({ status, sentAt, isStillGiven }: RenewalFacts, now: number): boolean {
  if (status !== "invited" && status !== "expired") return false;
  return isStillGiven && now - sentAt < SELF_RENEWAL_MS;
}
