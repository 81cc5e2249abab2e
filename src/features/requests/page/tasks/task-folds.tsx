import { Suspense } from "react";
import type { Plan, Proof } from "../../../../../convex/lib/pure/plan";
import { NoPlan } from "../../../../components/plan/no-plan";
import { ProofView } from "../../../../components/plan/proof-view";
import { lazyPart } from "../../../../ui/lazy-part";
import { Disclosure } from "../../../../ui/page/disclosure";
import type { DetailTask } from "../api";

// Folded at first: its code comes behind the page.
const PlanView = lazyPart(() => import("../../../../components/plan/plan-view").then((part) => part.PlanView));

/** What was to be done, what was read back, and the technical details: folded, because most readers need none of it. */
export function TaskFolds({
  task: { kind, plan, planError, plannedAt, status, proof, technical, instructions },
  onPlanAgain,
}: {
  task: DetailTask;
  onPlanAgain?: () => Promise<number>;
}) {
  return (
    <>
      {instructions ? (
        <Disclosure title="Instructions">
          <p className="text-sm whitespace-pre-wrap wrap-anywhere text-ink-soft">{instructions}</p>
        </Disclosure>
      ) : null}
      {plan ? (
        <Disclosure title="What it does, exactly">
          <Suspense fallback={null}>
            <PlanView plan={plan as unknown as Plan} />
          </Suspense>
        </Disclosure>
      ) : null}
      {planError && !plan && status === "Not Started" ? (
        <NoPlan why={planError} triedAt={plannedAt} onAgain={onPlanAgain} />
      ) : null}
      {proof ? (
        <Disclosure title="Proof: what was read back" isOpen>
          <ProofView proof={proof as unknown as Proof} />
        </Disclosure>
      ) : null}
      {technical && kind !== "approval" ? <Technical technical={technical} /> : null}
    </>
  );
}

function Technical({
  technical: { error, externalRef, input, output, ref },
}: {
  technical: NonNullable<DetailTask["technical"]>;
}) {
  const objects = Object.entries({ Input: input, Output: output, Reference: ref }).filter(
    ([, value]) => value !== null && Object.keys(value).length > 0,
  );
  if (error === null && externalRef === null && objects.length === 0) return null;
  return (
    <Disclosure title="Technical details">
      <div className="flex flex-col gap-2 text-sm">
        {error ? (
          <p className="wrap-anywhere text-ink-soft">
            <span className="text-muted">Error: </span>
            {error}
          </p>
        ) : null}
        {externalRef ? (
          <p className="wrap-anywhere text-ink-soft">
            <span className="text-muted">Reference: </span>
            <span className="font-mono text-xs">{externalRef}</span>
          </p>
        ) : null}
        {objects.map(([name, value]) => (
          <div key={name}>
            <p className="text-muted">{name}</p>
            <pre
              className="max-h-60 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere"
              tabIndex={0}
            >
              {JSON.stringify(value, null, 2)}
            </pre>
          </div>
        ))}
      </div>
    </Disclosure>
  );
}
