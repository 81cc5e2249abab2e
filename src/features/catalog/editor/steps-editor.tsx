import { Plus, Trash2 } from "lucide-react";
import { KEEPER_ROLE, holdersTitle } from "../../../../convex/access/roles";
import type { ApprovalPolicy, Quorum, StepPolicy } from "../../../../convex/core/approvals/table";
import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { AutoApprovalEditor } from "./auto-approval-editor";
import { compact } from "./edit";
import { NumberField } from "./number-field";
import { RuleEditor } from "./rule-editor";
import type { Editor } from "./use-editor";

const QUORUMS = [
  { value: "any", label: "Any of them" },
  { value: "all", label: "All of them" },
  { value: "count", label: "A number of them" },
  { value: "percent", label: "A share of them" },
  { value: "majority", label: "More than half of them" },
] as const;

const NEW_STEP: StepPolicy = {
  title: holdersTitle(KEEPER_ROLE),
  rule: { kind: "role", role: KEEPER_ROLE },
  quorum: { kind: "any" },
  remindAfterHours: 24,
  escalateAfterHours: 48,
  escalateTo: { kind: "role", role: KEEPER_ROLE },
  expireAfterHours: 120,
};

/** Who decides an approval task, step after step. */
export function StepsEditor({
  policy,
  editor,
  onChange,
}: {
  policy: ApprovalPolicy;
  editor: Editor;
  onChange: (policy: ApprovalPolicy) => void;
}) {
  const { steps } = policy;
  return (
    <section aria-label="Steps" className="flex flex-col gap-3">
      {steps.map((step, index) => (
        <StepEditor
          // Steps have no names of their own; their place is what they are known by.
          key={index}
          step={step}
          number={index + 1}
          editor={editor}
          onChange={(next) => onChange({ ...policy, steps: steps.with(index, compact(next)) })}
          onRemove={() => onChange({ ...policy, steps: steps.toSpliced(index, 1) })}
        />
      ))}
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        onClick={() => onChange({ ...policy, steps: [...steps, NEW_STEP] })}
      >
        <Plus aria-hidden />
        Add a step
      </Button>
      <Checkbox
        label="Nobody may decide in two steps"
        checked={policy.distinctSteps}
        onCheckedChange={(distinctSteps) => onChange({ ...policy, distinctSteps })}
      />
      <Checkbox
        label="High risk"
        help="Cannot be decided together with others."
        checked={policy.isHighRisk ?? false}
        onCheckedChange={(isHighRisk) => onChange(compact({ ...policy, isHighRisk: isHighRisk || undefined }))}
      />
      <NumberField
        label="Seconds it can be taken back"
        help="How long the next task waits for that."
        value={policy.holdSeconds}
        onChange={(holdSeconds) => onChange(compact({ ...policy, holdSeconds }))}
      />
      <AutoApprovalEditor
        value={policy.autoApprove}
        fields={editor.definition.fields}
        onChange={(autoApprove) => onChange(compact({ ...policy, autoApprove }))}
      />
    </section>
  );
}

function StepEditor(props: {
  step: StepPolicy;
  number: number;
  editor: Editor;
  onChange: (step: StepPolicy) => void;
  onRemove: () => void;
}) {
  const {
    step,
    number,
    editor: { definition, template },
    onChange,
  } = props;
  const shared = { fields: definition.fields, people: template.people };
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-sm font-medium text-ink-soft">Step {number}</legend>
      <div className="flex items-end gap-2">
        <Field label="Title" required className="flex-1">
          <Input value={step.title} onChange={(event) => onChange({ ...step, title: event.target.value })} />
        </Field>
        <Button variant="ghost" size="icon" aria-label={`Remove step ${number}`} onClick={props.onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      <RuleEditor
        {...shared}
        label="Who decides"
        value={step.rule}
        onChange={(rule) => rule && onChange({ ...step, rule })}
      />
      <QuorumEditor quorum={step.quorum} onChange={(quorum) => onChange({ ...step, quorum })} />
      <RuleEditor
        {...shared}
        label="When too few of them may"
        noneLabel="Nobody else"
        value={step.fallback}
        onChange={(fallback) => onChange({ ...step, fallback })}
      />
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
        <NumberField
          label="Remind after hours"
          value={step.remindAfterHours}
          onChange={(remindAfterHours) => onChange({ ...step, remindAfterHours })}
        />
        <NumberField
          label="Escalate after hours"
          value={step.escalateAfterHours}
          onChange={(escalateAfterHours) => onChange({ ...step, escalateAfterHours })}
        />
        <NumberField
          label="Expire after hours"
          required
          value={step.expireAfterHours}
          onChange={(hours) => onChange({ ...step, expireAfterHours: hours ?? 0 })}
        />
      </div>
      {step.escalateAfterHours === undefined ? null : (
        <RuleEditor
          {...shared}
          label="Escalate to"
          noneLabel="Nobody"
          value={step.escalateTo}
          onChange={(escalateTo) => onChange({ ...step, escalateTo })}
        />
      )}
    </fieldset>
  );
}

function QuorumEditor({ quorum, onChange }: { quorum: Quorum; onChange: (quorum: Quorum) => void }) {
  return (
    <div className="flex items-end gap-2">
      <Field
        label="How many have to approve"
        help={
          quorum.kind === "majority"
            ? "Counted when the step opens. One rejection does not end it."
            : "One rejection ends it."
        }
        required
        className="flex-1"
      >
        <Select options={QUORUMS} value={quorum.kind} onValueChange={(kind) => onChange(quorumOf(kind))} />
      </Field>
      {quorum.kind === "count" ? (
        <NumberField
          label="Number"
          required
          value={quorum.count}
          onChange={(count) => onChange({ kind: "count", count: count ?? 0 })}
        />
      ) : null}
      {quorum.kind === "percent" ? (
        <NumberField
          label="Percent"
          required
          value={quorum.percent}
          onChange={(percent) => onChange({ kind: "percent", percent: percent ?? 0 })}
        />
      ) : null}
    </div>
  );
}

function quorumOf(kind: Quorum["kind"]): Quorum {
  if (kind === "count") return { kind, count: 2 };
  return kind === "percent" ? { kind, percent: 50 } : { kind };
}
