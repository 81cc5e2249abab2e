import { useDeferredValue, useState } from "react";
import type { FormValues } from "../../../../convex/core/catalog/rules/conditions";
import { type PersonId, useAreas, useDomains, usePeopleSearch } from "../../../components/pickers/api";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { QueryBoundary } from "../../../components/query-boundary";
import { useLast } from "../../../lib/use-query";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import { Alert } from "../../../ui/page/alert";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { PageHeader } from "../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import {
  type Simulation,
  type Template,
  useAreasOf,
  useOwnId,
  useSimulation,
  useTemplate,
  useTemplates,
  useVersions,
} from "../api";
import type { SimulationSearch } from "../search";
import { STATUSES, hoursWords } from "../template-words";
import { sampleForm } from "./sample";
import { SampleFields } from "./sample-fields";
import { SimulatedTasks } from "./simulated-tasks";

/** What the URL of the page holds, and how to change it. */
export interface ApprovalTestingProps {
  search: SimulationSearch;
  onSearch: (changes: Partial<SimulationSearch>) => void;
}

/** Who would decide a request, seen before anybody makes it. */
export function ApprovalTesting(props: ApprovalTestingProps) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Approval Testing"
        context="Who would decide about this person's request with these answers, and what happens as time passes. Nothing is saved."
      />
      <QueryBoundary title="The simulation did not load">
        <LiveTesting {...props} />
      </QueryBoundary>
    </div>
  );
}

function LiveTesting({ search, onSearch }: ApprovalTestingProps) {
  const types = useTemplates();
  const type = types?.find(({ key }) => key === search.type) ?? types?.[0];
  const version = search.version ?? type?.published?.version ?? type?.drafts[0]?.version ?? null;
  const answer = useTemplate(type?.key ?? null, version);
  // The one before stays until the chosen one is there, and with it the list it was chosen from.
  const last = useLast(answer);
  const template = types && version === null ? null : last;
  const ownId = useOwnId();
  const [person, setPerson] = useState<{ id: PersonId; name: string } | null>(null);
  const personId = person?.id ?? ownId;
  if (!types || template === undefined || personId === null) return <LoadingTesting />;
  if (!type || template === null)
    return (
      <Card>
        <EmptyState kind="nothing-yet" title="There is nothing to simulate">
          Choose a request type that has a version.
        </EmptyState>
      </Card>
    );
  return (
    <Bench
      template={template}
      personId={personId}
      hours={search.hours ?? 0}
      onHours={(hours) => onSearch({ hours })}
      choice={
        <>
          <Field label="Request type" required>
            <Select
              options={types.map(({ key, name }) => ({ value: key, label: name }))}
              value={type.key}
              onValueChange={(key) => onSearch({ type: key, version: undefined })}
            />
          </Field>
          <VersionChoice
            typeKey={type.key}
            version={version ?? template.draft.version}
            onVersion={(next) => onSearch({ type: type.key, version: next })}
          />
          <Field label="Who asks" required>
            <PersonPicker label="Who asks" value={person ?? { id: personId, name: "You" }} onChange={setPerson} />
          </Field>
        </>
      }
    />
  );
}

function LoadingTesting() {
  return (
    <SkeletonGroup label="Loading the simulation" className="grid gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </SkeletonGroup>
  );
}

function VersionChoice({
  typeKey,
  version,
  onVersion,
}: {
  typeKey: string;
  version: number;
  onVersion: (version: number) => void;
}) {
  const versions = useVersions(typeKey);
  const options = (versions ?? []).map((one) => ({
    value: String(one.version),
    label: `Version ${one.version} (${STATUSES[one.status].toLowerCase()})`,
  }));
  return (
    <Field label="Version" required>
      <Select options={options} value={String(version)} onValueChange={(value) => onVersion(Number(value))} />
    </Field>
  );
}

interface BenchProps {
  template: Template;
  personId: PersonId;
  hours: number;
  onHours: (hours: number) => void;
  choice: React.ReactNode;
}

/** The answers that were changed, each with a template of its own: with another one they begin anew. */
function useSample(of: string) {
  const [changes, setChanges] = useState<FormValues>({});
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [filledIn, setFilledIn] = useState(of);
  if (filledIn !== of) {
    setFilledIn(of);
    setChanges({});
    setNames(new Map());
  }
  return { changes, setChanges, names, setNames };
}

function Bench({ template, personId, hours, onHours, choice }: BenchProps) {
  const { definition, key, draft } = template;
  const areas = useAreas();
  const domains = useDomains();
  const [now] = useState(() => Date.now());
  const { changes, setChanges, names, setNames } = useSample(`${key} ${draft.version}`);
  const people = usePeopleSearch("");
  const other = people?.find(({ id }) => id !== personId);
  const chosen = changes["requestedFor"];
  const areaOf = useAreasOf(typeof chosen === "string" && chosen !== "" ? [personId, chosen] : [personId]);
  const world = areas && domains && people ? { now, personId, otherId: other?.id, areas, areaOf, domains } : null;
  const form = world ? sampleForm(definition, world, changes) : null;
  // Typing goes on while the answer to the form before is still shown.
  const deferred = useDeferredValue(form);
  const simulation = useSimulation(deferred && { key, version: draft.version, personId, form: deferred });
  const shown = useLast(simulation);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card aria-labelledby="simulation-sample">
        <CardHeader
          id="simulation-sample"
          title="Sample request"
          actions={
            <Button variant="ghost" size="sm" onClick={() => setChanges({})}>
              Fill in an example
            </Button>
          }
        />
        <CardBody className="flex flex-col gap-4">
          {choice}
          <hr className="border-line" />
          {world && form ? (
            <SampleFields
              definition={definition}
              form={form}
              world={world}
              names={other ? new Map([[other.id as string, other.name], ...names]) : names}
              errors={shown?.errors ?? {}}
              onChange={(name, value, personName) => {
                if (personName !== undefined) setNames(new Map(names).set(String(value), personName));
                // A role belongs to a domain: with another domain the role is chosen again.
                const roles = definition.fields.filter((field) => field.kind === "role").map((field) => field.name);
                const isDomain = definition.fields.some((field) => field.name === name && field.kind === "domain");
                const kept = Object.fromEntries(
                  Object.entries(changes).filter(([field]) => !isDomain || !roles.includes(field)),
                );
                setChanges({ ...kept, [name]: value });
              }}
            />
          ) : (
            <Skeleton className="h-48" />
          )}
        </CardBody>
      </Card>
      {shown ? (
        <Outcome simulation={shown} isStale={simulation === undefined} hours={hours} onHours={onHours} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  );
}

function Outcome({
  simulation,
  isStale,
  hours,
  onHours,
}: {
  simulation: Simulation;
  isStale: boolean;
  hours: number;
  onHours: (hours: number) => void;
}) {
  const { title, requester, beneficiary, area, errors, tasks } = simulation;
  const steps = tasks.flatMap((task) => task.steps);
  const problems = steps.filter(({ problem }) => problem !== null).length;
  const wrong = Object.keys(errors).length;
  return (
    <Card aria-labelledby="simulation-outcome" aria-busy={isStale || undefined}>
      <CardHeader
        id="simulation-outcome"
        title="Who would decide"
        description={`${title}: ${requester} asks${beneficiary === requester ? "" : ` for ${beneficiary}`}${area === null ? "" : `, ${area}`}`}
      />
      <div className="flex flex-col gap-3 px-4 pb-4">
        {wrong > 0 ? (
          <Alert meaning="warning" title="The request would be refused">
            {wrong === 1 ? "One answer needs" : `${wrong} answers need`} another look:{" "}
            {Object.values(errors).join(". ")}.
          </Alert>
        ) : null}
        {problems > 0 ? (
          <Alert meaning="danger" title="The request would be refused">
            {problems === 1 ? "One step has" : `${problems} steps have`} too few people who may decide.
          </Alert>
        ) : null}
        {steps.length > 0 ? (
          <TimeSlider
            longest={Math.max(...steps.map(({ expireAfterHours }) => expireAfterHours))}
            hours={hours}
            onHours={onHours}
          />
        ) : null}
      </div>
      <div className="border-t border-line">
        <SimulatedTasks tasks={tasks} hours={hours} />
      </div>
    </Card>
  );
}

function TimeSlider({ longest, hours, onHours }: { longest: number; hours: number; onHours: (hours: number) => void }) {
  const shown = Math.min(hours, longest);
  const words = shown === 0 ? "just opened" : `open for ${hoursWords(shown)}`;
  return (
    <Field label="How long each step has been open without a decision" required>
      <div className="flex flex-wrap items-center gap-x-3">
        <input
          type="range"
          min={0}
          max={longest}
          step={6}
          value={shown}
          aria-label="How long each step has been open without a decision"
          aria-valuetext={words}
          onChange={(event) => onHours(Number(event.target.value))}
          className="h-6 min-w-40 flex-1 accent-accent"
        />
        <span className="w-36 shrink-0 text-base text-ink tabular-nums">{words}</span>
      </div>
    </Field>
  );
}
