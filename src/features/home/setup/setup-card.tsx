import { doneSteps, isSetUp, nextStep, SETUP_STEPS } from "../../../../convex/core/shared/rules/firstSteps";
import { PAGES } from "../../../../convex/site/pages";
import { GoLink } from "../../../components/go-link";
import { explain } from "../../../components/refusal-words";
import { useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { Awaited } from "../../../ui/page/awaited";
import { Card, CardHeader } from "../../../ui/page/card";
import { toast } from "../../../ui/toast/toast";
import { usePutAway, useSetupOrNull } from "../api";
import { StepMark } from "./step-mark";
import { stateText, STEPS } from "./step-words";

/** Leads whoever sets a new portal up; nothing once all is done or it was put away. */
export function SetupCard() {
  const viewer = useViewer();
  const isAllowed = viewer?.capabilities.includes("areas.write") ?? false;
  const setup = useSetupOrNull(isAllowed);
  const putAway = usePutAway();
  if (isAllowed && setup === undefined) return <Awaited />;
  if (!setup || setup.isPutAway || isSetUp(setup.facts)) return null;
  const done = doneSteps(setup.facts);
  const next = nextStep(done);
  const away = (): void =>
    void putAway(true).then(
      () => toast.success("The first steps were put away", { description: "They stay in the menu." }),
      (error: unknown) => toast.error("The first steps are still here", { description: explain(error) }),
    );
  return (
    <Card aria-labelledby="setup" className="@container">
      <CardHeader
        id="setup"
        title="First steps"
        description={`${done.size} of ${SETUP_STEPS.length} steps done. Then colleagues can ask for what they need.`}
        actions={
          <>
            <Button variant="ghost" onClick={away}>
              Put away
            </Button>
            <GoLink to={PAGES.firstSteps.path} className={buttonClasses({ variant: "outline" })}>
              All steps
            </GoLink>
          </>
        }
      />
      <ol className="border-t border-line">
        {SETUP_STEPS.map((step, index) => {
          const { title, to } = STEPS[step];
          return (
            <li key={step} className="border-b border-line last:border-b-0">
              <GoLink
                to={to}
                aria-current={step === next ? "step" : undefined}
                className="flex min-h-11 items-center gap-3 px-4 py-2 hover:bg-hover"
              >
                <StepMark number={index + 1} isDone={done.has(step)} />
                <span className="min-w-0 flex-1 @md:flex @md:items-baseline @md:gap-3">
                  <span className={done.has(step) ? "block text-muted" : "block font-medium text-ink"}>{title}</span>
                  <span className="block text-sm text-muted">{stateText(step, setup.facts)}</span>
                </span>
                {step === next ? <span className="text-sm font-medium text-accent-text">Next</span> : null}
              </GoLink>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
