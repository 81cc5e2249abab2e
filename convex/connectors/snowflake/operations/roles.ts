/** Data access: a role given to a user, or taken away. */

import { ConnectorError, type Fact, type PlanStep } from "../../contract/contract";
import type { Definition, Facts } from "../../contract/operation";
import { type Fields, fieldsOf } from "./input";
import { refuseReach, type RoleLevel, whyNotGive } from "./roleReach";
import { grantStatement, type Membership, revokeStatement } from "./statements";
import {
  type Account,
  DISABLED,
  GRANTED,
  membershipFact,
  membershipSubject,
  NOT_GRANTED,
  refuseOwnUser,
  refuseSystemRole,
  requireRole,
  requireUser,
  roleFact,
  sql,
  userFact,
  userSubject,
} from "./userAndRoleFacts";

/** A role for a user; `level` is what was approved, where the request says so. */
interface WantedRole extends Membership {
  readonly level: RoleLevel;
}

const LEVELS = ["read", "write"] as const;

/** Gives a role to a user. */
export function grantRole(account: Account): Definition<WantedRole> {
  return {
    name: "grant-role",
    check: (input) => checkWanted(account, input),
    read: (membership) => readMembership(account, membership),
    refuse: ({ role, level }) => refuseReach(account, role, level),
    steps(membership, facts) {
      requireUser(facts, membership.user);
      requireRole(facts, membership.role);
      if (facts.is(userSubject(membership.user), DISABLED))
        throw new ConnectorError(
          "user-fixable",
          "user-disabled",
          `User "${membership.user}" is disabled, so a role would have no effect.`,
        );
      return grantSteps(account, membership, facts);
    },
  };
}

/** Takes a role from a user. */
export function revokeRole(account: Account): Definition<Membership> {
  return {
    name: "revoke-role",
    check: (input) => checkMembership(account, input),
    read: (membership) => readMembership(account, membership),
    steps({ user, role }, facts) {
      const subject = membershipSubject(user, role);
      if (facts.is(subject, NOT_GRANTED)) return [];
      return [
        {
          title: `Take role "${role}" from user "${user}"`,
          call: sql(account, revokeStatement({ user, role })),
          changes: [{ subject, before: GRANTED, after: NOT_GRANTED }],
          undo: [sql(account, grantStatement({ user, role }))],
        },
      ];
    },
    whyNotUndo: ({ role }) => whyNotGive(account, role),
  };
}

/** The step that gives a role, unless the user holds it. */
export function grantSteps(account: Account, { user, role }: Membership, facts: Facts): PlanStep[] {
  const subject = membershipSubject(user, role);
  if (facts.is(subject, GRANTED)) return [];
  return [
    {
      title: `Give role "${role}" to user "${user}"`,
      call: sql(account, grantStatement({ user, role })),
      changes: [{ subject, before: NOT_GRANTED, after: GRANTED }],
      undo: [sql(account, revokeStatement({ user, role }))],
    },
  ];
}

/** The role a grant would give. */
export function roleIn(account: Account, input: unknown): string {
  return checkWanted(account, input).role;
}

function checkWanted(account: Account, input: unknown): WantedRole {
  const fields = fieldsOf(input, ["user", "role", "level"]);
  const level = fields.optionalText("level", 5) === "" ? "write" : fields.oneOf("level", LEVELS);
  return { ...membershipOf(account, fields), level };
}

function checkMembership(account: Account, input: unknown): Membership {
  return membershipOf(account, fieldsOf(input, ["user", "role"]));
}

function membershipOf(account: Account, fields: Fields): Membership {
  const membership = { user: fields.name("user"), role: fields.name("role") };
  refuseSystemRole(account, membership.role);
  refuseOwnUser(account, membership.user);
  return membership;
}

async function readMembership(account: Account, { user, role }: Membership): Promise<Fact[]> {
  // The user after the role: that a user is active is what another task of the same request changes, so it is read
  // late.
  const roleNow = await roleFact(account, role);
  return [await userFact(account, user), roleNow, await membershipFact(account, user, role)];
}
