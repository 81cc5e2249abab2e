import type { ReactNode } from "react";
import {
  doneSteps,
  isSetUp,
  nextStep,
  SETUP_STEPS,
  type SetupStep,
} from "../../../../convex/core/shared/rules/firstSteps";
import { pathTo } from "../../../../convex/site/links";
import { PAGES } from "../../../../convex/site/pages";
import { RowsSkeleton } from "../../../components/card-skeleton";
import { GoLink } from "../../../components/go-link";
import { QueryBoundary } from "../../../components/query-boundary";
import { explain } from "../../../components/refusal-words";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { Alert } from "../../../ui/page/alert";
import { Card } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { toast } from "../../../ui/toast/toast";
import { type Setup, usePutAway, useSetup } from "../api";
import { StepMark } from "./step-mark";
import { stateText, STEPS } from "./step-words";

/** What other features know about a step. */
export type StepDetails = Readonly<Partial<Record<SetupStep, ReactNode>>>;

/** The ways to do each step, the likeliest first. */
const ACTIONS: Readonly<Record<SetupStep, readonly { readonly label: string; readonly to: string }[]>> = {
  areas: [
    { label: "Import areas", to: pathTo("businessAreas", { open: "import" }) },
    { label: "Add one area", to: pathTo("businessAreas", { open: "new" }) },
  ],
  domains: [
    { label: "Import data domains", to: pathTo("dataDomains", { open: "import" }) },
    { label: "Add one data domain", to: pathTo("dataDomains", { open: "new" }) },
  ],
  people: [
    { label: "Invite User", to: PAGES.inviteUser.path },
    { label: "See who is here", to: PAGES.users.path },
  ],
  connection: [
    { label: "Open Environment", to: PAGES.environment.path },
    { label: "Open Services", to: PAGES.services.path },
  ],
  types: [
    { label: "Open Workflows", to: PAGES.workflows.path },
    { label: "Try one in Approval Testing", to: PAGES.approvalTesting.path },
  ],
  request: [{ label: "Make a request", to: PAGES.newRequest.path }],
};

/** Leads from an empty portal to the first request, each step on its own screen. */
export function SetupPage({ details }: { details: StepDetails }) {
  return (
    <div className="flex max-w-[55rem] flex-col gap-4">
      <PageHeader title="First Steps" context="What a new portal needs before people can ask for something" />
      <QueryBoundary title="The progress of the setup did not load">
        <Steps details={details} />
      </QueryBoundary>
    </div>
  );
}

function Steps({ details }: { details: StepDetails }) {
  const setup = useSetup(true);
  if (setup === undefined)
    return (
      <Card>
        <RowsSkeleton rows={SETUP_STEPS.length} label="Reading how far the portal is" />
      </Card>
    );
  const done = doneSteps(setup.facts);
  const next = nextStep(done);
  return (
    <>
      {isSetUp(setup.facts) ? (
        <Alert meaning="success" title="Colleagues can ask for what they need">
          {done.has("connection") ? null : "Until Snowflake is connected, tasks there fail and say so."}
        </Alert>
      ) : (
        <HomeSwitch setup={setup} />
      )}
      <Card aria-label="Steps">
        <ol>
          {SETUP_STEPS.map((step, index) => (
            <StepRow
              key={step}
              {...{ step, setup, index }}
              isDone={done.has(step)}
              isNext={step === next}
              // What is connected already, or stood in for in a demo, needs no list of what is missing.
              detail={step === "connection" && done.has(step) ? null : details[step]}
            />
          ))}
        </ol>
      </Card>
    </>
  );
}

function StepRow({
  step,
  setup,
  index,
  isDone,
  isNext,
  detail,
}: {
  step: SetupStep;
  setup: Setup;
  index: number;
  isDone: boolean;
  isNext: boolean;
  detail: ReactNode;
}) {
  const { title, why } = STEPS[step];
  return (
    <li
      className="flex gap-3 border-b border-line px-4 py-4 last:border-b-0"
      aria-current={isNext ? "step" : undefined}
    >
      <StepMark number={index + 1} isDone={isDone} />
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <div>
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 className="text-lg leading-6 font-semibold text-ink">{title}</h2>
            <span className="text-sm text-muted">{stateText(step, setup.facts)}</span>
          </div>
          <p className="text-ink-soft">{why}</p>
        </div>
        {detail}
        <div className="flex flex-wrap gap-2">
          {ACTIONS[step].map(({ label, to }, place) => (
            <GoLink
              key={to}
              to={to}
              className={buttonClasses({ variant: isNext && place === 0 ? "default" : "outline" })}
            >
              {label}
            </GoLink>
          ))}
        </div>
      </div>
    </li>
  );
}

function HomeSwitch({ setup: { isPutAway } }: { setup: Setup }) {
  const putAway = usePutAway();
  const change = (): void =>
    void putAway(!isPutAway).catch((error: unknown) =>
      toast.error("Home was not changed", { description: explain(error) }),
    );
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {isPutAway
        ? "These steps are not on your Home."
        : "These steps are on your Home until colleagues can ask for something."}
      <Button variant="outline" size="sm" onClick={change}>
        {isPutAway ? "Show on Home" : "Put away"}
      </Button>
    </p>
  );
}
