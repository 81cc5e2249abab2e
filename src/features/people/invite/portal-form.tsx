import { Suspense, useState } from "react";
import { ROLES, type RoleName, COMMON_ROLE } from "../../../../convex/access/roles";
import { inviteProblems } from "../../../../convex/core/people/rules/inviting";
import { plural } from "../../../../convex/lib/pure/text";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import { lazyPart } from "../../../ui/lazy-part";
import type { InviteOffer } from "./api";
import { InviteFrame, NOBODY, useInviteForm, WhomFields } from "./invite-form";

const RestoreInstead = lazyPart(() => import("./restore-instead").then((part) => part.RestoreInstead));

const NAMES = { email: "email", firstName: "firstName", lastName: "lastName" };
const idOf = (field: string): string => `invite-${field}`;

/** Brings somebody into the portal: address, name, role and business area. */
export function PortalInviteForm({ offer }: { offer: InviteOffer }) {
  const [whom, setWhom] = useState(NOBODY);
  const [role, setRole] = useState<RoleName | null>(null);
  const [businessArea, setArea] = useState<string | null>(null);
  const area = offer.areas.find(({ id }) => id === businessArea)?.name ?? null;
  const name = `${whom.firstName} ${whom.lastName}`.trim();
  const form = useInviteForm({
    check: () => inviteProblems({ ...whom, role, businessArea }, offer.company),
    sent: () => ({
      typeKey: "portal-invite",
      form: {
        ...whom,
        role,
        businessArea,
        otherAreaReason: `${name} will work in this area.`,
        reason: `${name} joins ${area ?? "the company"} and needs an account in the portal.`,
      },
    }),
    saved: `The invitation of ${name} is on its way`,
    again: () => {
      setWhom(NOBODY);
      setRole(null);
    },
  });
  const { problems } = form;
  const { works, reminds } = offer.days;
  return (
    <InviteFrame
      name="portal-invite"
      title="Invite to the portal"
      sends="Send invitation"
      form={form}
      idOf={idOf}
      creates={[
        <>
          A portal account for <strong className="font-medium text-ink">{whom.email.trim() || "this address"}</strong>
          {area === null ? "" : ` in ${area}`}. Nobody else knows its password.
        </>,
        `A mail with a link that works for ${plural(works, "day")}${reminds < works ? `, and a reminder after ${reminds}` : ""}. Only the newest link works.`,
        role === null || role === COMMON_ROLE
          ? "They join as staff and can make requests of their own."
          : `They join as staff. ${ROLES[role].label} is added once a second person who may give it confirms.`,
        "A request that records all of it.",
      ]}
    >
      <WhomFields
        whom={whom}
        onChange={setWhom}
        idOf={idOf}
        problems={problems}
        names={NAMES}
        domain={offer.company.domain}
      />
      {whom.email === "" ? null : (
        <Suspense fallback={null}>
          <RestoreInstead email={whom.email} />
        </Suspense>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id={idOf("role")} label="Role" error={problems["role"]} required>
          <Select
            options={offer.roles.map((value) => ({ value, label: ROLES[value].label }))}
            value={role}
            onValueChange={setRole}
            placeholder="Choose a role"
          />
        </Field>
        <Field id={idOf("businessArea")} label="Business area" error={problems["businessArea"]} required>
          <Select
            options={offer.areas.map(({ id, name: label }) => ({ value: id, label }))}
            value={businessArea}
            onValueChange={setArea}
            placeholder="Choose an area"
          />
        </Field>
      </div>
    </InviteFrame>
  );
}
