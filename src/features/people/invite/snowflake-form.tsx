import { type ReactNode, useDeferredValue, useState } from "react";
import { DEFAULT_SNOWFLAKE_ROLE, SNOWFLAKE_USER } from "../../../../convex/core/people/rules/inviteFile";
import { snowflakeNameOf, whomInvitedProblems } from "../../../../convex/core/people/rules/inviting";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import { Alert } from "../../../ui/page/alert";
import { type InviteOffer, useColleague } from "./api";
import { InviteFrame, NOBODY, useInviteForm, type Whom, WhomFields } from "./invite-form";

const NAMES = { email: "snowflake_email", firstName: "first_name", lastName: "last_name" };
const idOf = (field: string): string => `snowflake-${field}`;

/** Gives somebody a user in Snowflake: address and name; the rest follows. */
export function SnowflakeInviteForm({ offer }: { offer: InviteOffer }) {
  const [whom, setWhom] = useState(NOBODY);
  const [chosenArea, setArea] = useState<string | null>(null);
  const found = useColleagueOf(whom.email);
  const colleague = found ?? null;
  // A colleague's own area pays; for anybody else that of whoever invites.
  const knownArea = colleague?.areaId ?? offer.ownAreaId;
  const businessArea = knownArea ?? chosenArea;
  const area = offer.areas.find(({ id }) => id === businessArea)?.name ?? null;
  const name = `${whom.firstName} ${whom.lastName}`.trim();
  const isNamed = whom.firstName.trim() !== "" && whom.lastName.trim() !== "";
  const user = isNamed ? snowflakeNameOf(whom.firstName, whom.lastName) : null;
  const form = useInviteForm({
    check: () => ({
      ...problemsOf(whom),
      ...(colleague?.whyNot && { [NAMES.email]: colleague.whyNot }),
      ...(businessArea === null && { businessArea: "Business area selection is required" }),
    }),
    sent: () => ({
      typeKey: SNOWFLAKE_USER,
      form: {
        ...answersOf(whom),
        ...(colleague && { requestedFor: colleague.personId }),
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
      creates={createdLines(user, area)}
      sends="Request user"
    >
      <WhomFields {...{ whom, idOf, problems }} onChange={setWhom} names={NAMES} domain={offer.company.domain} />
      {colleague ? (
        <Alert
          meaning={colleague.whyNot === null ? "info" : "warning"}
          title={colleague.whyNot ?? `${colleague.name} is in the portal: the user will be theirs`}
        />
      ) : null}
      {found === null ? (
        <Alert meaning="info" title="Nobody in the portal has this address: the user is held under your name">
          You answer for it. It is listed with your access until it is removed.
        </Alert>
      ) : null}
      {knownArea === null ? (
        <Field
          id={idOf("businessArea")}
          label="Business area"
          help={`${colleague ? "Neither of you belongs to one" : "You do not belong to one"}, so choose the one that pays.`}
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

/** What the form of the request asks about the user; it begins today. */
function answersOf({ email, firstName, lastName }: Whom) {
  return {
    snowflake_email: email,
    first_name: firstName,
    last_name: lastName,
    user_name: snowflakeNameOf(firstName, lastName),
    default_role: DEFAULT_SNOWFLAKE_ROLE,
    start_date: new Date().toISOString().slice(0, 10),
  };
}

/** What the request will make, in the order it happens. */
function createdLines(user: string | null, area: string | null): readonly ReactNode[] {
  return [
    <>
      {user === null ? (
        "A Snowflake user named after them"
      ) : (
        <>
          The Snowflake user <code className="font-mono text-ink">{user}</code>
        </>
      )}
      . It has no password: they sign in as everywhere in the company.
    </>,
    <>
      Its default role, <code className="font-mono text-ink">{DEFAULT_SNOWFLAKE_ROLE}</code>. Data access is requested
      later.
    </>,
    `The cost centre of ${area ?? "the business area"} as its tag, since that area pays for it.`,
    `A request: ${area === null ? "the owner of the area" : `the owner of ${area}`} decides, and the result is read back.`,
  ];
}

function problemsOf(whom: Whom): Record<string, string | undefined> {
  const found = whomInvitedProblems(whom);
  return Object.fromEntries(
    Object.entries(found).map(([field, message]) => [NAMES[field as keyof typeof NAMES], message]),
  );
}

/** The colleague whose address is typed, live; null where nobody in the portal has it, undefined until that is known. */
function useColleagueOf(email: string) {
  const typed = useDeferredValue(email.trim());
  const isAddress = whomInvitedProblems({ email: typed, firstName: "A", lastName: "A" })["email"] === undefined;
  return useColleague(isAddress ? typed : null);
}
