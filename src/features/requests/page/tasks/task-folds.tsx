import { ChevronRight } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { Plan, Proof } from "../../../../../convex/lib/pure/plan";
import { NoPlan } from "../../../../components/plan/no-plan";
import { ProofView } from "../../../../components/plan/proof-view";
import { lazyPart } from "../../../../ui/lazy-part";
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
        <Fold title="Instructions">
          <p className="text-sm whitespace-pre-wrap wrap-anywhere text-ink-soft">{instructions}</p>
        </Fold>
      ) : null}
      {plan ? (
        <Fold title="What it does, exactly">
          <Suspense fallback={null}>
            <PlanView plan={plan as unknown as Plan} />
          </Suspense>
        </Fold>
      ) : null}
      {planError && !plan && status === "Not Started" ? (
        <NoPlan why={planError} triedAt={plannedAt} onAgain={onPlanAgain} />
      ) : null}
      {proof ? (
        <Fold title="Proof: what was read back" isOpen>
          <ProofView proof={proof as unknown as Proof} />
        </Fold>
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
    <Fold title="Technical details">
      <div className="flex flex-col gap-2 text-sm">
        {error ? (
          <p className="wrap-anywhere text-ink-soft">
            <span className="text-muted">Error: </span>
            {error}
          </p>
        ) : null}
        {externalRef ? (
          <p className="wrap-anywhere text-ink-soft">
            <span className="text-muted">There known as: </span>
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
    </Fold>
  );
}

/** A part that opens on demand; closed it costs one line. */
export function Fold({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="group" open={isOpen}>
      <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded-sm py-1 text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
