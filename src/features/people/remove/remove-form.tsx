import { useState } from "react";
import { readDomainSuccessors } from "../../../../convex/core/people/rules/succession";
import { REASON_MAX_LENGTH } from "../../../../convex/core/proposals/rules";
import { usePeople } from "../../../components/pickers/api";
import { PeopleField, type PickedPerson } from "../../../components/pickers/people-field";
import { refusalText } from "../../../components/refusal-words";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { FormErrorSummary, type FormProblem } from "../../../ui/form/form-error-summary";
import { Textarea } from "../../../ui/form/input";
import { Alert } from "../../../ui/page/alert";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { DescriptionList } from "../../../ui/page/description-list";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { type DomainSuccessors, type Impact, type Successors, useImpact } from "./api";
import { ConfirmRemoval } from "./confirm-removal";
import { type NamedSuccessors, SuccessorsByKind, type SuccessorsOfDomains } from "./successors";

const idOf = (field: string): string => `remove-${field}`;

/** Who goes, who takes over, what that means, and the confirmation that says the address again. */
export function RemoveUserForm({ linked }: { linked: Linked }) {
  const linkedSuccessors = readDomainSuccessors(linked.domains);
  const ids = [linked.user, linked.successor, ...Object.values(linkedSuccessors)].filter((id) => id !== undefined);
  const known = usePeople([...new Set(ids)]);
  const [chosen, setPeople] = useState<readonly PickedPerson[] | null>(null);
  const [chosenSuccessors, setSuccessors] = useState<readonly PickedPerson[] | null>(null);
  // Whom the link named stands there until somebody else is chosen.
  const people = chosen ?? known?.filter(({ id }) => id === linked.user) ?? [];
  const shownSuccessors = chosenSuccessors ?? known?.filter(({ id }) => id === linked.successor) ?? [];
  const [named, setNamed] = useState<NamedSuccessors>({});
  const [chosenForDomains, setForDomains] = useState<SuccessorsOfDomains | null>(null);
  const forDomains = chosenForDomains ?? successorsAmong(known ?? [], linkedSuccessors);
  const [reason, setReason] = useState("");
  /** What the last attempt found; null before the first. */
  const [tried, setTried] = useState<object | null>(null);
  const [confirms, setConfirms] = useState<Impact | null>(null);
  const [person] = people;
  const [successor] = shownSuccessors;
  const successors = idsOf(named);
  const namedForDomains = Object.entries(forDomains).map(([domainId, { id: successorId }]) => ({
    domainId,
    successorId,
  }));
  const found = useImpact(person?.email ?? null, successor?.id ?? null, successors, namedForDomains);
  const impact = found ?? null;
  const problems = {
    user_email: person ? null : "Please select a user to remove",
    successor: successor ? null : "Please select who takes over",
    reason: reason.trim() === "" ? "Give a reason" : null,
  };
  const shown = (field: RemoveField): string | null => (tried ? problems[field] : null);
  function ask(): void {
    setTried({});
    if (Object.values(problems).every((problem) => problem === null) && impact) setConfirms(impact);
  }
  function again(): void {
    setConfirms(null);
    setPeople([]);
    setSuccessors([]);
    setNamed({});
    setForDomains({});
    setReason("");
    setTried(null);
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <RemoveFields
        {...{
          people,
          successors: shownSuccessors,
          setSuccessors,
          named,
          setNamed,
          forDomains,
          setForDomains,
          reason,
          setReason,
          shown,
          tried,
          impact,
        }}
        setPeople={(chosenPeople) => {
          setPeople(chosenPeople);
          setForDomains({});
        }}
        onAsk={ask}
      />
      <ImpactCard impact={impact} isReading={person !== undefined && successor !== undefined && found === undefined} />
      {confirms && successor ? (
        <ConfirmRemoval
          impact={confirms}
          handing={{ successorId: successor.id, successors, domainSuccessors: successorsIn(confirms, forDomains) }}
          reason={reason.trim()}
          onDone={again}
          onClose={() => setConfirms(null)}
        />
      ) : null}
    </div>
  );
}

function idsOf(named: NamedSuccessors): Successors {
  return Object.fromEntries(Object.entries(named).map(([kind, { id }]) => [kind, id]));
}

/** Who was named for domains of this person, by the ids the server knows. */
function successorsIn({ domains }: Impact, successors: SuccessorsOfDomains): DomainSuccessors {
  return domains.flatMap(({ domainId }) => {
    const successor = successors[domainId];
    return successor ? [{ domainId, successorId: successor.id }] : [];
  });
}

function successorsAmong(
  known: readonly PickedPerson[],
  linked: Readonly<Record<string, string>>,
): SuccessorsOfDomains {
  return Object.fromEntries(
    Object.entries(linked).flatMap(([domainId, successorId]) => {
      const successor = known.find(({ id }) => id === successorId);
      return successor ? [[domainId, successor]] : [];
    }),
  );
}

/** What a link names: who goes, who takes over, and who takes over one data domain alone. */
interface Linked {
  readonly user: string | undefined;
  readonly successor: string | undefined;
  readonly domains: string | undefined;
}

const REMOVE_FIELDS = ["user_email", "successor", "reason"] as const;
type RemoveField = (typeof REMOVE_FIELDS)[number];

/** Who goes, who takes over, and why. */
function RemoveFields(props: {
  people: readonly PickedPerson[];
  setPeople: (people: readonly PickedPerson[]) => void;
  successors: readonly PickedPerson[];
  setSuccessors: (people: readonly PickedPerson[]) => void;
  named: NamedSuccessors;
  setNamed: (named: NamedSuccessors) => void;
  forDomains: SuccessorsOfDomains;
  setForDomains: (successors: SuccessorsOfDomains) => void;
  reason: string;
  setReason: (reason: string) => void;
  shown: (field: RemoveField) => string | null;
  tried: object | null;
  impact: Impact | null;
  onAsk: () => void;
}) {
  const { people, setPeople, successors, setSuccessors, named, setNamed, reason, setReason, shown, impact, onAsk } =
    props;
  const { forDomains, setForDomains } = props;
  const listed = REMOVE_FIELDS.flatMap((field): FormProblem[] => {
    const message = shown(field);
    return message === null ? [] : [{ fieldId: idOf(field), message }];
  });
  return (
    <Card aria-labelledby="remove-title">
      <CardHeader
        id="remove-title"
        title="Remove from the portal"
        description="Their sign-in is disabled at once and deleted after 30 days. Until then a super admin can bring them back, as suspended staff."
      />
      <CardBody className="flex flex-col gap-4">
        <FormErrorSummary problems={listed} submission={props.tried} />
        <PeopleField
          id={idOf("user_email")}
          label="User"
          help="By name or email."
          error={shown("user_email")}
          limit={1}
          required
          people={people}
          onChange={setPeople}
        />
        <PeopleField
          id={idOf("successor")}
          label="Successor"
          help="Takes over the business areas, data domains and service users they own."
          error={shown("successor")}
          limit={1}
          required
          people={successors}
          onChange={setSuccessors}
        />
        <SuccessorsByKind
          {...{ named, forDomains }}
          domains={impact?.domains ?? []}
          successor={successors[0]}
          onChange={setNamed}
          onForDomains={setForDomains}
        />
        <Field id={idOf("reason")} label="Reason" help="Recorded in the audit trail." error={shown("reason")} required>
          <Textarea
            rows={3}
            maxLength={REASON_MAX_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <div>
          <Button variant="outline" disabledReason={refusalText(impact?.whyNot ?? null)} onClick={onAsk}>
            {impact?.takesTwo === true ? "Propose to remove" : "Remove user"}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

/** What it would do, in lines; these are what is confirmed. */
function ImpactCard({ impact, isReading }: { impact: Impact | null; isReading: boolean }) {
  return (
    <Card aria-labelledby="remove-impact">
      <CardHeader id="remove-impact" title="What will happen" />
      <CardBody>
        {isReading ? (
          <SkeletonGroup label="Working out what will happen" className="flex flex-col gap-2">
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
          </SkeletonGroup>
        ) : impact === null ? (
          <p className="text-sm text-muted">Choose the user and a successor to see what changes hands.</p>
        ) : (
          <>
            <DescriptionList
              items={impact.lines.map(({ field, before, after }) => ({
                term: field,
                value: before === "" || before === after ? after : `${before} → ${after}`,
              }))}
            />
            <p className="mt-3 text-sm text-ink-soft">
              Approvals and tasks that wait for them go to others. Their user in Snowflake stays until it is deleted,
              and its worksheets and dashboards go with it. What belongs to a role stays.
              {impact.takesTwo
                ? " Whoever takes something over agrees first. Then a second person has to confirm it."
                : ""}
            </p>
            {impact.whyNot === null ? null : (
              <Alert meaning="warning" className="mt-3">
                {refusalText(impact.whyNot)}
              </Alert>
            )}
          </>
        )}
      </CardBody>
    </Card>
  );
}
