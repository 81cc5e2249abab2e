import { WithoutPlanTick } from "../../../components/plan/without-plan-tick";
import { AheadTick } from "../ahead-tick";
import type { StepAhead } from "../api";

/** What an approval counts for besides its own step, where there is something to say. */
export function Ticks(props: {
  ahead: readonly StepAhead[];
  isForAll: boolean;
  onForAll: (isOn: boolean) => void;
  isUnplanned: boolean;
  withoutPlan: boolean;
  onWithoutPlan: (isOn: boolean) => void;
}) {
  return (
    <>
      {props.isUnplanned ? <WithoutPlanTick isOn={props.withoutPlan} onChange={props.onWithoutPlan} isKnown /> : null}
      <AheadTick ahead={props.ahead} isOn={props.isForAll} onChange={props.onForAll} />
    </>
  );
}
