/** Compute in Snowflake: a new warehouse, or another size for one that exists. */
import type { Clause, RequestTypeDefinition } from "../table";
import { AREA_OWNER, businessArea, finopsStep, FINOPS, heldPolicy, notifyTask, policy, reason, requestedFor, step, verifyTask, WAREHOUSE_SIZES, WHAT } from "./common";

const isNew: Clause = { field: "change", is: "equal", value: "new" };
const isResize: Clause = { field: "change", is: "equal", value: "resize" };
const COST = "What it costs";
const NEW = "The new warehouse";

export const warehouse: RequestTypeDefinition = {
  name: "Warehouse",
  category: "Compute",
  summary: "A new Snowflake warehouse, or another size for one of yours",
  help: "A new warehouse comes with the tag of your area's cost centre, and with a resource monitor that stops it at its monthly limit. Another size is taken back by itself at the end date.",
  owner: "FinOps",
  slaHours: 48,
  risk: "medium",
  maxDurationDays: 90,
  audience: ["staff"],
  goodJustification: "The month-end close runs four hours on SMALL and misses its deadline; on LARGE it took one hour in the test. Needed from the 28th to the 5th.",
  badJustification: "Queries are slow.",
  title: "{form.change}: {form.newName}{form.warehouse}, {form.size}",
  fields: [
    requestedFor(),
    businessArea,
    { name: "change", kind: "choice", isTarget: true, label: "Change", section: WHAT, isRequired: true, options: [{ value: "new", label: "New warehouse" }, { value: "resize", label: "Another size", help: "Taken back at the end date" }] },
    { name: "warehouse", kind: "warehouse", isTarget: true, label: "Warehouse", section: WHAT, isRequired: true, when: { every: [isResize] } },
    { name: "newName", kind: "text", isTarget: true, label: "Name", help: "Begins with WH_ and the code of your area.", section: WHAT, isRequired: true, when: { every: [isNew] }, minLength: 4, maxLength: 80, pattern: { source: "WH_[A-Z0-9_]+", message: "Use WH_ and a name in capital letters, digits and underscores: WH_LOG_REPORTS" }, example: "WH_LOG_REPORTS" },
    { name: "size", kind: "choice", label: "Size", section: WHAT, isRequired: true, options: WAREHOUSE_SIZES },
    { name: "durationDays", kind: "durationDays", label: "Duration", help: "In days; then the old size comes back.", section: WHAT, isRequired: true, when: { every: [isResize] }, min: 1, max: 90, defaultValue: 14 },
    { name: "role", kind: "role", label: "Role that uses it", section: NEW, isRequired: true, when: { every: [isNew] }, options: [{ value: "ANALYST", label: "ANALYST" }, { value: "SANDBOX_USER", label: "SANDBOX_USER" }] },
    { name: "autoSuspendSeconds", kind: "number", label: "Suspend after", help: "Seconds without a query, from 30 to 3600.", section: NEW, isRequired: true, when: { every: [isNew] }, min: 30, max: 3600, defaultValue: 60 },
    { name: "clusters", kind: "number", label: "Clusters at most", help: "More than one only when many queries wait at once.", section: NEW, isRequired: true, when: { every: [isNew] }, min: 1, max: 10, defaultValue: 1 },
    { name: "workload", kind: "text", label: "Workload", section: COST, isRequired: true, isForDeciders: true, minLength: 5, maxLength: 200, example: "Month-end close, 40 reports" },
    { name: "hoursPerMonth", kind: "number", label: "Hours a month", help: "How long it will run in a month, all days together.", section: COST, isRequired: true, min: 1, max: 744, example: "40" },
    { name: "estimatedCredits", kind: "number", label: "Estimated credits a month", help: "Size, hours and clusters together.", section: COST, isRequired: false, derived: { from: "warehouseCredits", size: "size", hours: "hoursPerMonth", clusters: "clusters" } },
    { name: "creditLimit", kind: "number", label: "Monthly credit limit", help: "At 80 % people are told, at 100 % the warehouse stops. Above 200, FinOps decides too.", section: COST, isRequired: true, when: { every: [isNew] }, min: 1, max: 100_000, example: "120" },
    reason("The month-end close runs four hours on SMALL and misses its deadline; on LARGE it took one hour in the test."),
  ],
  tasks: [
    {
      key: "cost", type: "approve_cost", order: 1, title: "Approve the cost",
      when: { some: [{ field: "size", is: "oneOf", values: ["LARGE", "XLARGE"] }, { field: "estimatedCredits", is: "above", value: 200 }, { field: "creditLimit", is: "above", value: 200 }] },
      policy: policy(finopsStep()),
    },
    { key: "area", type: "approve_access", order: 2, title: "Approve the warehouse", policy: heldPolicy(step("Owner of the business area", AREA_OWNER)) },
    {
      key: "create", type: "create_warehouse", order: 3, title: "Create the warehouse", when: { every: [isNew] },
      input: {
        warehouse: { from: "form", field: "newName" },
        size: { from: "form", field: "size" },
        autoSuspendSeconds: { from: "form", field: "autoSuspendSeconds" },
        clusters: { from: "form", field: "clusters" },
        comment: { from: "text", text: "{request.key}" },
        role: { from: "form", field: "role" },
        "monitor.name": { from: "text", text: "{form.newName}_MONITOR" },
        "monitor.credits": { from: "form", field: "creditLimit" },
        "monitor.frequency": { from: "constant", value: "MONTHLY" },
        "monitor.notifyPercent": { from: "constant", value: 80 },
        "monitor.suspendPercent": { from: "constant", value: 100 },
        "tag.database": { from: "constant", value: "PLATFORM" },
        "tag.schema": { from: "constant", value: "GOVERNANCE" },
        "tag.name": { from: "constant", value: "COST_CENTRE" },
        "tag.value": { from: "text", text: "{area.costCentre}" },
      },
    },
    { key: "resize", type: "resize_warehouse", order: 3, title: "Change the size", when: { every: [isResize] }, input: { warehouse: { from: "form", field: "warehouse" }, size: { from: "form", field: "size" } } },
    verifyTask(4),
    { key: "expiry", type: "schedule_expiry", order: 5, title: "Schedule the old size", when: { every: [isResize] } },
    notifyTask(6),
    {
      key: "costCheck", type: "manual_check", order: 7, title: "Compare the cost with the estimate", when: { every: [isNew] }, delayDays: 30, assignee: FINOPS,
      instructions: "1. Look up what {form.newName} used in the last 30 days.\n2. Compare it with the estimate of {form.estimatedCredits} credits and the limit of {form.creditLimit}.\n3. More than half above or below: talk to {requester.name} about size and auto-suspend.",
      evidenceLabel: "Credits used, and what follows from it",
    },
  ],
  grant: { system: "snowflake", description: "Size {form.size} of warehouse {form.warehouse}", taskKey: "resize", durationField: "durationDays" },
};
