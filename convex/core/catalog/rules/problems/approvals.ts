/** What is wrong with who decides: rules that lead to nobody, quorums nobody can reach, steps without an end. */

import { type RoleName, ROLES } from "../../../../access/roles";
import { impossible } from "../../../../lib/pure/impossible";
import type { ApprovalPolicy, ApproverRule, Quorum, StepPolicy } from "../../../approvals/table";
import type { FormField, TemplateTask } from "../../table";
import { isShownWhen } from "./conditions";
import { type Checked, fieldOf, type Report } from "./problem";

const MAX_STEPS = 10;
/** A step that waits longer is forgotten by everybody. */
const LONGEST_STEP_HOURS = 90 * 24;

/** Reports what is wrong with the policy of an approval task. */
export function checkPolicy(
  policy: ApprovalPolicy | undefined,
  task: TemplateTask,
  checked: Checked,
  report: Report,
): void {
  if (!policy || policy.steps.length === 0) {
    report("Nobody is asked to approve", "Add a step and say who decides");
    return;
  }
  if (policy.steps.length > MAX_STEPS)
    report(`There are more than ${MAX_STEPS} steps`, "Put some of them into another approval task");
  for (const step of policy.steps)
    checkStep(step, { task, checked, report: (message, fix) => report(`${step.title || "Step"}: ${message}`, fix) });
  if (policy.distinctSteps) checkDistinct(policy.steps, checked, report);
  if (policy.holdSeconds !== undefined && (policy.holdSeconds < 0 || policy.holdSeconds > 3600))
    report("An approval can be taken back for 0 to 3600 seconds", "Choose a time in between");
  const { autoApprove } = policy;
  if (!autoApprove) return;
  if (checked.definition.risk !== "low" || policy.isHighRisk === true)
    report(
      "Only requests of low risk may be approved by a policy",
      "Remove the automatic approval, or lower the risk of the type",
    );
  if (autoApprove.policyId.trim() === "" || autoApprove.maxDurationDays < 1)
    report("The automatic approval has no name or no longest duration", "Fill in both");
  for (const { field, values } of autoApprove.where ?? [])
    checkAnswers(fieldOf(checked.definition, field), values, report);
}

/** An answer nobody can give would leave the policy without use; one that is typed freely would let anybody meet it. */
function checkAnswers(field: FormField | undefined, values: readonly string[], report: Report): void {
  const options = field?.kind === "choice" ? (field.options ?? []).map(({ value }) => value) : [];
  if (values.length === 0 || values.some((value) => !options.includes(value)))
    report(
      "The automatic approval looks at an answer nobody can choose",
      "Name a field with choices, and one or more of them",
    );
}

interface StepCheck {
  readonly task: TemplateTask;
  readonly checked: Checked;
  readonly report: Report;
}

function checkStep(step: StepPolicy, { task, checked, report }: StepCheck): void {
  if (step.title.trim() === "") report("it has no title", "Write who is asked");
  checkTimes(step, report);
  for (const rule of [step.rule, step.fallback, step.escalateTo]) {
    if (rule) checkRule(rule, { task, checked, report });
  }
  checkQuorum(step, checked, report);
}

function checkTimes(
  { remindAfterHours: remind, escalateAfterHours: escalate, escalateTo, expireAfterHours: expire }: StepPolicy,
  report: Report,
): void {
  if (!(expire > 0) || expire > LONGEST_STEP_HOURS)
    report(
      "it never expires",
      `Let it expire after 1 to ${LONGEST_STEP_HOURS} hours: a step nobody decides ends as denied`,
    );
  if (remind !== undefined && !(remind > 0 && remind < expire))
    report("the reminder does not come before the end", "Remind earlier than the step expires");
  if (escalate === undefined) return;
  if (!(escalate > 0 && escalate < expire))
    report("the escalation does not come before the end", "Escalate earlier than the step expires");
  if (!escalateTo) report("nobody is named to escalate to", "Choose who is asked when the deadline comes near");
}

/** Reports a rule that leads to nobody: of an approver, or of whoever may take a manual task. */
export function checkRule(rule: ApproverRule, { task, checked: { definition, facts }, report }: StepCheck): void {
  switch (rule.kind) {
    case "person":
      if (facts.isActive(rule.personId) === false)
        report("the named person is not active", "Name somebody else, or a role");
      return;
    case "role":
      if (facts.holders(rule.role) === 0)
        report(
          `nobody active holds the role ${ROLES[rule.role].word}`,
          "Grant somebody the role, or choose another one",
        );
      return;
    case "domainOwner": {
      const field = fieldOf(definition, rule.field);
      if (field?.kind !== "domain")
        report(
          `"${rule.field}" is not a field that holds a data domain`,
          "Choose a field of the kind domain, or add one",
        );
      else if (!field.isRequired || !isShownWhen(field, task.when))
        report(
          `"${field.label}" may be left empty, and then nobody decides`,
          "Make the field required, or limit the task to requests that have it",
        );
      return;
    }
    case "businessAreaOwner":
    case "manager": {
      const area = definition.fields.find(({ kind }) => kind === "businessArea");
      if (!area?.isRequired)
        report("the form does not always name a business area", "Make the field business area required");
      return;
    }
    default:
      impossible(rule);
  }
}

function checkQuorum({ quorum, rule, fallback }: StepPolicy, { facts }: Checked, report: Report): void {
  const needed = neededOf(quorum);
  if (needed === null) {
    report(
      "how many have to approve cannot be reached",
      quorum.kind === "percent" ? "Choose 1 to 100 percent" : "Ask for at least one person",
    );
    return;
  }
  const most = seatsOf(rule, facts.holders) + (fallback ? seatsOf(fallback, facts.holders) : 0);
  if (needed > most)
    report(
      `${needed} people have to approve, and at most ${most} can be asked`,
      "Lower the number, choose another rule, or add a fallback",
    );
}

/** How many are needed at least; null when the number makes no sense. */
function neededOf(quorum: Quorum): number | null {
  switch (quorum.kind) {
    case "any":
    case "all":
    case "majority":
      return 1;
    case "count":
      return Number.isInteger(quorum.count) && quorum.count >= 1 ? quorum.count : null;
    case "percent":
      return quorum.percent > 0 && quorum.percent <= 100 ? 1 : null;
    default:
      return impossible(quorum);
  }
}

/** How many seats a rule can fill at most. */
function seatsOf(rule: ApproverRule, holders: (role: RoleName) => number | undefined): number {
  switch (rule.kind) {
    case "person":
    case "businessAreaOwner":
    case "manager":
      return 1;
    case "role":
      return holders(rule.role) ?? Number.POSITIVE_INFINITY;
    case "domainOwner":
      return Number.POSITIVE_INFINITY;
    default:
      return impossible(rule);
  }
}

/** Steps that must be decided by different people, where the same role is asked again and again. */
function checkDistinct(steps: readonly StepPolicy[], { facts }: Checked, report: Report): void {
  const byRole = new Map<RoleName, number>();
  for (const { rule, quorum, fallback } of steps) {
    if (rule.kind === "role" && !fallback)
      byRole.set(rule.role, (byRole.get(rule.role) ?? 0) + (neededOf(quorum) ?? 0));
  }
  for (const [role, needed] of byRole) {
    const holders = facts.holders(role);
    if (holders !== undefined && needed > holders) {
      report(
        `The steps need ${needed} different people with the role ${ROLES[role].word}, and there are ${holders}`,
        "Grant more people the role, or let one person decide in two steps",
      );
    }
  }
}
