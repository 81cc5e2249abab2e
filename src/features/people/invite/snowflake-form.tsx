import { useState } from "react";
import { snowflakeNameOf, whomInvitedProblems } from "../../../../convex/core/people/rules/inviting";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import type { InviteOffer } from "./api";
import { InviteFrame, NOBODY, useInviteForm, WhomFields } from "./invite-form";

const NAMES = { email: "snowflake_email", firstName: "first_name", lastName: "last_name" };
const idOf = (field: string): string => `snowflake-${field}`;
const DEFAULT_ROLE = "ANALYST";

/** Gives somebody a user in Snowflake: address and name; the rest follows. */
export function SnowflakeInviteForm({ offer }: { offer: InviteOffer }) {
  const [whom, setWhom] = useState(NOBODY);
  const [chosenArea, setArea] = useState<string | null>(null);
  const businessArea = offer.ownAreaId ?? chosenArea;
  const area = offer.areas.find(({ id }) => id === businessArea)?.name ?? null;
  const name = `${whom.firstName} ${whom.lastName}`.trim();
  const user = name === "" ? "the new user" : snowflakeNameOf(whom.firstName, whom.lastName);
  const form = useInviteForm({
    check: () => {
      const found = whomInvitedProblems(whom);
      return {
        ...Object.fromEntries(
          Object.entries(found).map(([field, message]) => [NAMES[field as keyof typeof NAMES], message]),
        ),
        ...(businessArea === null && { businessArea: "Business area selection is required" }),
      };
    },
    sent: () => ({
      typeKey: "snowflake-user",
      form: {
        snowflake_email: whom.email,
        first_name: whom.firstName,
        last_name: whom.lastName,
        user_name: user,
        default_role: DEFAULT_ROLE,
        start_date: new Date().toISOString().slice(0, 10),
        businessArea,
        otherAreaReason: `${name} will work in this area.`,
        reason: `${name} will work with the data of ${area ?? "the area"} in Snowflake.`,
      },
    }),
    saved: `The Snowflake user of ${name} was requested`,
    again: () => setWhom(NOBODY),
  });
  const { problems } = form;
  return (
    <InviteFrame
      name="snowflake-invite"
      title="Invite to Snowflake"
      form={form}
      idOf={idOf}
      creates={[
        <>
          The Snowflake user <code className="font-mono text-ink">{user}</code>. It has no password: the company&rsquo;s
          sign-in opens it.
        </>,
        <>
          Its default role, <code className="font-mono text-ink">{DEFAULT_ROLE}</code>. Data access is requested later.
        </>,
        `The tag of the cost centre of ${area ?? "the business area"}, which pays for it.`,
        `A request: ${area === null ? "the owner of the area" : `the owner of ${area}`} decides, and the result is read back.`,
      ]}
    >
      <WhomFields {...{ whom, idOf, problems }} onChange={setWhom} names={NAMES} domain={offer.company.domain} />
      {offer.ownAreaId === null ? (
        <Field
          id={idOf("businessArea")}
          label="Business area"
          help="You belong to none, so choose the one that pays."
          error={problems["businessArea"]}
          required
        >
          <Select
            options={offer.areas.map(({ id, name: label }) => ({ value: id, label }))}
            value={chosenArea}
            onValueChange={setArea}
            placeholder="Choose an area"
          />
        </Field>
      ) : null}
    </InviteFrame>
  );
}
