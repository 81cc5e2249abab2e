/** Access to dbt or Airflow, or a change of a job. */
import type { Clause, RequestTypeDefinition } from "../table";
import { ADMINS, AREA_OWNER, businessArea, expiryTask, finopsStep, notifyTask, policy, reason, requestedFor, step, WHAT } from "./common";

const isAccess: Clause = { field: "kind", is: "equal", value: "access" };
const isSchedule: Clause = { field: "kind", is: "equal", value: "schedule" };
const isBackfill: Clause = { field: "kind", is: "equal", value: "backfill" };
const isJob: Clause = { field: "kind", is: "oneOf", values: ["schedule", "rerun", "backfill"] };
const JOB = "The job";

export const dbtAirflow: RequestTypeDefinition = {
  name: "dbt or Airflow access or job change",
  category: "Pipelines",
  summary: "Work in a project, change a schedule, run a job again or fill in the past",
  help: "The owner of your business area decides. Filling in the past costs money: above 100 credits, FinOps decides too. An admin carries it out and writes down what was done.",
  owner: "Data engineering",
  slaHours: 48,
  risk: "medium",
  maxDurationDays: 180,
  audience: ["staff"],
  goodJustification: "The carrier corrected its prices of March on 4 April; the margin report of March is wrong until the days are run again.",
  badJustification: "Please rerun.",
  title: "{form.tool}, {form.project}: {form.kind}",
  fields: [
    requestedFor(),
    businessArea,
    { name: "tool", kind: "choice", isTarget: true, label: "Tool", section: WHAT, isRequired: true, options: [{ value: "dbt", label: "dbt Cloud" }, { value: "airflow", label: "Airflow" }] },
    { name: "project", kind: "text", isTarget: true, label: "Project or deployment", section: WHAT, isRequired: true, minLength: 2, maxLength: 100, example: "finance-marts" },
    { name: "kind", kind: "choice", isTarget: true, label: "Change", section: WHAT, isRequired: true, options: [{ value: "access", label: "Access" }, { value: "schedule", label: "Another schedule" }, { value: "rerun", label: "Run again" }, { value: "backfill", label: "Fill in the past" }] },
    { name: "level", kind: "choice", label: "Level", section: WHAT, isRequired: true, when: { every: [isAccess] }, options: [{ value: "viewer", label: "Look" }, { value: "developer", label: "Develop" }, { value: "operator", label: "Run jobs" }] },
    { name: "durationDays", kind: "durationDays", label: "Duration", help: "In days; then the access ends.", section: WHAT, isRequired: true, when: { every: [isAccess] }, min: 1, max: 180, defaultValue: 180 },
    { name: "job", kind: "text", isTarget: true, label: "Job or DAG", section: JOB, isRequired: true, when: { every: [isJob] }, minLength: 2, maxLength: 200, example: "margin_daily" },
    { name: "schedule", kind: "text", label: "New schedule", help: "As a cron expression in UTC.", section: JOB, isRequired: true, when: { every: [isSchedule] }, pattern: { source: "(\\S+\\s+){4}\\S+", message: "Give five parts: minute, hour, day, month, weekday. For example 30 4 * * 1-5" }, maxLength: 60, example: "30 4 * * 1-5" },
    { name: "from", kind: "date", label: "First day", section: JOB, isRequired: true, when: { every: [isBackfill] }, min: -1095, max: 0 },
    { name: "to", kind: "date", label: "Last day", section: JOB, isRequired: true, when: { every: [isBackfill] }, min: -1095, max: 0 },
    { name: "estimatedCredits", kind: "number", label: "Estimated credits", help: "One run's credits times the number of days. Above 100, FinOps decides too.", section: "What it costs", isRequired: true, when: { every: [isBackfill] }, min: 1, max: 100_000, example: "60" },
    { name: "window", kind: "text", label: "When it may run", help: "When nobody is disturbed.", section: "What it costs", isRequired: true, when: { every: [isJob] }, maxLength: 200, example: "Sunday, 6 to 10 in the morning" },
    reason("The carrier corrected its prices of March on 4 April; the margin report of March is wrong until the days are run again."),
  ],
  tasks: [
    { key: "area", type: "approve_access", order: 1, title: "Approve the change", policy: policy(step("Owner of the business area", AREA_OWNER)) },
    { key: "cost", type: "approve_cost", order: 2, title: "Approve the cost", when: { every: [isBackfill, { field: "estimatedCredits", is: "above", value: 100 }] }, policy: policy(finopsStep()) },
    {
      key: "dbt", type: "manual_dbt", order: 3, title: "Carry it out in dbt Cloud", when: { every: [{ field: "tool", is: "equal", value: "dbt" }] }, assignee: ADMINS,
      instructions: "In dbt Cloud, project {form.project}: {form.kind}.\n- Add {beneficiary.email} to the group for \"{form.level}\".\n- Job {form.job}, in this window: {form.window}. Give {request.key} as the cause.\n- New schedule: {form.schedule}\n- Days to fill in: {form.from} to {form.to}.",
      evidenceLabel: "Link to the group, job or run",
    },
    {
      key: "airflow", type: "manual_airflow", order: 3, title: "Carry it out in Airflow", when: { every: [{ field: "tool", is: "equal", value: "airflow" }] }, assignee: ADMINS,
      instructions: "In Astronomer, deployment {form.project}: {form.kind}.\n- Give {beneficiary.email} the role for \"{form.level}\".\n- DAG {form.job}, in this window: {form.window}. Give {request.key} as the note.\n- New schedule: {form.schedule}\n- Days to fill in: {form.from} to {form.to}.",
      evidenceLabel: "Link to the team, DAG or run",
    },
    { key: "access", type: "manual_check", order: 4, title: "Check the access", when: { every: [isAccess] }, assignee: ADMINS, instructions: "1. Have {beneficiary.name} open {form.project}.\n2. Write down what they see.", evidenceLabel: "What was seen, with a link", input: { user: { from: "beneficiary", field: "email" }, tool: { from: "form", field: "tool" }, project: { from: "form", field: "project" }, level: { from: "form", field: "level" } } },
    { key: "run", type: "manual_check", order: 4, title: "Check the run", when: { every: [isJob] }, assignee: ADMINS, instructions: "1. Wait for the next run of {form.job}.\n2. Look at its result and its duration.\n3. Write down what you saw.", evidenceLabel: "What was seen, with a link to the run" },
    { ...expiryTask(5), when: { every: [isAccess] } },
    notifyTask(6),
  ],
  grant: { system: "dbt or Airflow", description: "Access to {form.project} in {form.tool}", taskKey: "access", durationField: "durationDays" },
};
