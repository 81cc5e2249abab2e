import { describe, expect, test } from "vitest";
import type { StepPolicy } from "../../../approvals/table";
import { templateTaskTypes } from "../../../tasks/rules/workings";
import type { FormField, RequestTypeDefinition, TemplateTask } from "../../table";
import { SHIPPED_TYPES } from "../../types/index";
import { type TemplateFacts, validate } from "./validation";

const facts: TemplateFacts = {
  taskTypes: Object.fromEntries(templateTaskTypes().map((type) => [type.name, type])),
  holders: () => 3,
  isActive: () => true,
};

describe("every type the portal ships may be published", () => {
  test.each(Object.entries(SHIPPED_TYPES))("%s", (_key, definition) => {
    expect(validate(definition as RequestTypeDefinition, facts)).toEqual([]);
  });
});

const access: RequestTypeDefinition = SHIPPED_TYPES["snowflake-access"];

/** The same type with one task changed. */
function withTask(key: string, change: Partial<TemplateTask>): RequestTypeDefinition {
  return { ...access, tasks: access.tasks.map((task) => (task.key === key ? { ...task, ...change } : task)) };
}

function withField(name: string, change: Partial<FormField>): RequestTypeDefinition {
  return { ...access, fields: access.fields.map((field) => (field.name === name ? { ...field, ...change } : field)) };
}

/** The same type with the one step of an approval changed. */
function withStep(key: string, change: Partial<StepPolicy>): RequestTypeDefinition {
  return {
    ...access,
    tasks: access.tasks.map((task) =>
      task.key === key && task.policy
        ? { ...task, policy: { ...task.policy, steps: task.policy.steps.map((step) => ({ ...step, ...change })) } }
        : task,
    ),
  };
}

const extra: FormField = { name: "extra", kind: "text", label: "Extra", section: "More", isRequired: false };
const withExtra = (change: Partial<FormField>): RequestTypeDefinition => ({
  ...access,
  fields: [...access.fields, { ...extra, ...change }],
});
const nobody: TemplateFacts = { ...facts, holders: () => 0, isActive: () => false };

const broken: [string, RequestTypeDefinition, string, string, TemplateFacts?][] = [
  ["no name", { ...access, name: " " }, "name", "Name is empty"],
  ["no audience", { ...access, audience: [] }, "audience", "It is offered to nobody"],
  ["a time to completion of nothing", { ...access, slaHours: 0 }, "slaHours", "The time to completion is 0 hours"],
  [
    "a maximum duration of half a day",
    { ...access, maxDurationDays: 0.5 },
    "maxDurationDays",
    "The maximum duration is 0.5 days",
  ],
  [
    "a title with an unknown place",
    { ...access, title: "{form.rolle}" },
    "title",
    "The text names {form.rolle}, which stands for nothing",
  ],
  [
    "a title with half a place",
    { ...access, title: "{form.role" },
    "title",
    "The text has a brace that belongs to no place",
  ],

  ["two fields of one name", withExtra({ name: "role" }), "role", 'Two fields are called "role"'],
  [
    "a form that does not ask why",
    { ...access, fields: access.fields.filter(({ name }) => name !== "reason") },
    "reason",
    "The form does not ask why it is needed",
  ],
  [
    "an optional reason",
    withField("reason", { isRequired: false }),
    "reason",
    'The field "reason" must ask why it is needed in every request',
  ],
  ["a field without a label", withExtra({ label: "" }), "extra", "The field has no label"],
  ["a field called 1x", withExtra({ name: "1x" }), "1x", '"1x" cannot be the name of a field'],
  ["a choice of nothing", withExtra({ kind: "choice" }), "extra", "There is nothing to choose from"],
  [
    "a choice with one value twice",
    withExtra({
      kind: "choice",
      options: [
        { value: "a", label: "A" },
        { value: "a", label: "B" },
      ],
    }),
    "extra",
    "Two options have the same value",
  ],
  [
    "limits the wrong way round",
    withExtra({ kind: "number", min: 3, max: 2 }),
    "extra",
    "The smallest value (3) is above the largest (2)",
  ],
  [
    "a pattern that cannot be read",
    withExtra({ pattern: { source: "[", message: "No" } }),
    "extra",
    "The pattern cannot be read",
  ],
  [
    "a default that is refused",
    withExtra({ kind: "number", max: 2, defaultValue: 3 }),
    "extra",
    "The default value would be refused: Extra must be at most 2",
  ],
  [
    "a condition on a later field",
    withField("environment", { when: { every: [{ field: "role", is: "set" }] } }),
    "environment",
    'The condition looks at "role", which is not a field of the form before this',
  ],
  [
    "a condition on a value that is no choice",
    withExtra({ when: { every: [{ field: "environment", is: "equal", value: "moon" }] } }),
    "extra",
    '"Environment" can never be moon',
  ],
  [
    "a duration longer than the type allows",
    withField("durationDays", { max: 400 }),
    "durationDays",
    "The field offers 400 days, the type allows 180",
  ],
  [
    "a value worked out from nothing",
    withField("sensitivity", { derived: { from: "domainSensitivity", field: "nothing" } }),
    "sensitivity",
    'It is worked out from "nothing", which is not a field before it',
  ],
  [
    "a value that must differ from nothing",
    withExtra({ differsFrom: "nothing" }),
    "extra",
    'It must differ from "nothing", which is not a field before it',
  ],
  [
    "six fields in a section",
    { ...access, fields: [...access.fields, ...[1, 2, 3, 4, 5, 6].map((n) => ({ ...extra, name: `extra${n}` }))] },
    "extra6",
    'The section "More" has more than 5 fields',
  ],

  [
    "no task at all",
    { ...access, tasks: [], grant: undefined },
    "",
    "There is no task: a request could never be completed",
  ],
  [
    "no approval at medium risk",
    {
      ...access,
      tasks: access.tasks.filter(({ policy }) => !policy).map((task, index) => ({ ...task, order: index + 1 })),
    },
    "",
    "Nobody approves, and the risk is not low",
  ],
  [
    "no last word",
    { ...access, tasks: access.tasks.filter(({ key }) => key !== "notify") },
    "",
    "Nobody notifies the requester of the outcome",
  ],
  ["two tasks of one key", withTask("verify", { key: "grant" }), "grant", 'Two tasks are called "grant"'],
  [
    "a gap in the order",
    withTask("notify", { order: 9 }),
    "notify",
    "It has order 9, and no task has order 8: it would wait for nothing that can be seen",
  ],
  ["an order below one", withTask("manager", { order: 0 }), "manager", "Its order is 0"],
  [
    "an unknown task type",
    withTask("verify", { type: "teleport" }),
    "verify",
    'The portal knows no task type "teleport"',
  ],
  [
    "a condition on a field that does not exist",
    withTask("verify", { when: { every: [{ field: "gone", is: "set" }] } }),
    "verify",
    'The condition looks at "gone", which is not a field of the form before this',
  ],
  [
    "a condition that contradicts itself",
    withTask("verify", {
      when: {
        every: [
          { field: "environment", is: "equal", value: "test" },
          { field: "environment", is: "equal", value: "production" },
        ],
      },
    }),
    "verify",
    "The condition can never hold: its statements contradict each other",
  ],
  [
    "a condition without a statement",
    withTask("verify", { when: { some: [] } }),
    "verify",
    "The condition has no statement",
  ],
  [
    "a number compared with a text",
    withTask("verify", { when: { every: [{ field: "reason", is: "above", value: 3 }] } }),
    "verify",
    '"Reason" is not a number and can never be above 3',
  ],
  ["a wait of two years", withTask("verify", { delayDays: 730 }), "verify", "It waits 730 days"],
  [
    "a wait for a day nobody is asked for",
    withTask("verify", { startsAfter: "reason" }),
    "verify",
    'It starts after the day in "reason", and no date field is called so',
  ],
  [
    "a missing input",
    withTask("grant", { input: { user: { from: "beneficiary", field: "snowflakeUser" } } }),
    "grant",
    'The input "role" is missing',
  ],
  [
    "an input nobody knows",
    withTask("grant", {
      input: { ...access.tasks.find(({ key }) => key === "grant")!.input, shoe: { from: "constant", value: 1 } },
    }),
    "grant",
    '"Grant role" takes no input "shoe"',
  ],
  [
    "an input for what the portal does itself",
    withTask("verify", { input: { runSeconds: { from: "constant", value: 20 } } }),
    "verify",
    '"Verify by reading back" takes no input "runSeconds"',
  ],
  [
    "an input for people who decide",
    withTask("manager", { input: { losesWorker: { from: "constant", value: true } } }),
    "manager",
    '"Approve access" takes no input "losesWorker"',
  ],
  [
    "an input for what somebody does manually",
    withTask("verify", { type: "manual_check", input: { failAttempts: { from: "constant", value: 1 } } }),
    "verify",
    '"Check manually" takes no input "failAttempts"',
  ],
  [
    "an input from a field that does not exist",
    withTask("grant", { input: { user: { from: "form", field: "who" }, role: { from: "form", field: "role" } } }),
    "grant",
    'The input "user" comes from "who", which is not a field of the form',
  ],
  [
    "an input from a field that may be empty",
    withTask("grant", {
      input: { user: { from: "form", field: "sampleQuery" }, role: { from: "form", field: "role" } },
    }),
    "grant",
    'The input "user" comes from "Sample query", which may be left empty',
  ],
  [
    "an input nobody has",
    withTask("grant", {
      input: { user: { from: "requester", field: "shoeSize" }, role: { from: "form", field: "role" } },
    }),
    "grant",
    'The input "user" comes from "shoeSize", which is nothing a person has',
  ],
  [
    "a manual task without instructions",
    withTask("verify", { type: "manual_check", assignee: { kind: "role", role: "admin" }, evidenceLabel: "What" }),
    "verify",
    "It does not say what to do",
  ],
  [
    "a manual task nobody may take",
    withTask("verify", { type: "manual_check", instructions: "Do", evidenceLabel: "What" }),
    "verify",
    "Nobody may take it",
  ],
  [
    "approvers where nobody approves",
    withTask("verify", { policy: access.tasks[0]!.policy }),
    "verify",
    "It has approvers, but is not an approval",
  ],
  [
    "access from a task that does not exist",
    { ...access, grant: { ...access.grant!, taskKey: "gone" } },
    "grant",
    'The access comes from the task "gone", which does not exist',
  ],
  [
    "access without an end although the type has a maximum",
    { ...access, grant: { ...access.grant!, durationField: undefined } },
    "grant",
    "The type has a maximum duration, and its access never ends",
  ],
  [
    "access whose end nobody sets",
    {
      ...access,
      tasks: access.tasks
        .filter(({ key }) => key !== "expiry")
        .map((task) => (task.key === "notify" ? { ...task, order: 6 } : task)),
    },
    "grant",
    "Nothing sets the end of the access",
  ],

  [
    "an approval without steps",
    withTask("manager", { policy: { steps: [], distinctSteps: false } }),
    "manager",
    "Nobody is asked to approve",
  ],
  [
    "a step without an end",
    withStep("domain", { expireAfterHours: 0 }),
    "domain",
    "Owner of the domain: it never expires",
  ],
  [
    "a reminder after the end",
    withStep("domain", { remindAfterHours: 500 }),
    "domain",
    "Owner of the domain: the reminder does not come before the end",
  ],
  [
    "an escalation to nobody",
    withStep("domain", { escalateTo: undefined }),
    "domain",
    "Owner of the domain: nobody is named to escalate to",
  ],
  [
    "a domain in a field that holds none",
    withStep("domain", { rule: { kind: "domainOwner", field: "role" } }),
    "domain",
    'Owner of the domain: "role" is not a field that holds a data domain',
  ],
  [
    "a domain that may be left empty",
    withField("domain", { isRequired: false }),
    "domain",
    'Owner of the domain: "Data domain" may be left empty, and then nobody decides',
  ],
  [
    "a quorum of two where one can be asked",
    withStep("manager", { quorum: { kind: "count", count: 2 }, fallback: undefined }),
    "manager",
    "Manager or business area: 2 people have to approve, and at most 1 can be asked",
  ],
  [
    "a quorum of nobody",
    withStep("manager", { quorum: { kind: "count", count: 0 } }),
    "manager",
    "Manager or business area: how many have to approve cannot be reached",
  ],
  [
    "a role nobody holds",
    withStep("governance", { fallback: undefined, escalateTo: undefined, escalateAfterHours: undefined }),
    "governance",
    "Data governance: nobody active holds the role governance",
    nobody,
  ],
  [
    "approval by a policy at medium risk",
    withTask("manager", {
      policy: { ...access.tasks[0]!.policy!, autoApprove: { policyId: "short", version: 1, maxDurationDays: 7 } },
    }),
    "manager",
    "Only requests of low risk may be approved by a policy",
  ],
  [
    "a policy that looks at an answer nobody can choose",
    {
      ...withTask("manager", {
        policy: {
          ...access.tasks[0]!.policy!,
          autoApprove: {
            policyId: "short",
            version: 1,
            maxDurationDays: 7,
            where: [{ field: "environment", values: ["moon"] }],
          },
        },
      }),
      risk: "low" as const,
    },
    "manager",
    "The automatic approval looks at an answer nobody can choose",
  ],
  [
    "distinct people in more steps than there are people",
    withTask("governance", {
      policy: {
        steps: [1, 2].map((n) => ({ ...access.tasks[2]!.policy!.steps[0]!, title: `Step ${n}`, fallback: undefined })),
        distinctSteps: true,
      },
    }),
    "governance",
    "The steps need 4 different people with the role governance, and there are 3",
  ],
  ...[0, 101].map((percent): (typeof broken)[number] => [
    `${percent} percent of those who may approve`,
    withStep("domain", { quorum: { kind: "percent", percent } }),
    "domain",
    "Owner of the domain: how many have to approve cannot be reached",
  ]),
  [
    "a condition that wants a field both empty and filled in",
    withExtra({
      when: {
        every: [
          { field: "environment", is: "empty" },
          { field: "environment", is: "set" },
        ],
      },
    }),
    "extra",
    "The condition can never hold: its statements contradict each other",
  ],
];

describe("a type at its limits may be published", () => {
  const step = access.tasks[0]!.policy!.steps[0]!;
  const steps = (count: number) =>
    withTask("manager", {
      policy: {
        steps: Array.from({ length: count }, (_, index) => ({ ...step, title: `Step ${index}` })),
        distinctSteps: false,
      },
    });
  test.each<[string, RequestTypeDefinition, RequestTypeDefinition]>([
    ["ten steps", steps(10), steps(11)],
    [
      "a step of ninety days",
      withStep("domain", { expireAfterHours: 2160 }),
      withStep("domain", { expireAfterHours: 2161 }),
    ],
    ["a time to completion of sixty days", { ...access, slaHours: 1440 }, { ...access, slaHours: 1441 }],
    ["a maximum of three years", { ...access, maxDurationDays: 1098 }, { ...access, maxDurationDays: 1099 }],
    [
      "a number with one value",
      withExtra({ kind: "number", min: 3, max: 3 }),
      withExtra({ kind: "number", min: 4, max: 3 }),
    ],
    ["a text of one length", withExtra({ minLength: 3, maxLength: 3 }), withExtra({ minLength: 4, maxLength: 3 })],
    ["a task that does not wait", withTask("grant", { delayDays: 0 }), withTask("grant", { delayDays: -1 })],
    ["a task that waits a year", withTask("grant", { delayDays: 365 }), withTask("grant", { delayDays: 366 })],
    [
      "distinct people where a fallback helps out",
      withTask("governance", {
        policy: {
          steps: [1, 2].map((n) => ({ ...access.tasks[2]!.policy!.steps[0]!, title: `Step ${n}` })),
          distinctSteps: true,
        },
      }),
      withTask("governance", {
        policy: {
          steps: [1, 2].map((n) => ({
            ...access.tasks[2]!.policy!.steps[0]!,
            title: `Step ${n}`,
            fallback: undefined,
          })),
          distinctSteps: true,
        },
      }),
    ],
    [
      "a field that is empty where another is filled in",
      withExtra({
        when: {
          every: [
            { field: "environment", is: "set" },
            { field: "domain", is: "empty" },
          ],
        },
      }),
      withExtra({
        when: {
          every: [
            { field: "domain", is: "set" },
            { field: "domain", is: "empty" },
          ],
        },
      }),
    ],
    ["a list of one", withExtra({ kind: "nameList", maxItems: 1 }), withExtra({ kind: "nameList", maxItems: 0 })],
  ])("%s, and no further", (_name, good, bad) => {
    const problems = (definition: RequestTypeDefinition) =>
      validate(definition, facts).filter(({ message }) => !message.startsWith("The answer has no effect"));
    expect(problems(good)).toEqual([]);
    expect(problems(bad)).not.toEqual([]);
  });
});

describe("a broken type says where it is broken, and what to do", () => {
  test.each(broken)("%s", (_name, definition, key, message, known = facts) => {
    const problems = validate(definition, known).filter((problem) => problem.place.key === key);
    expect(problems.map((problem) => problem.message)).toContain(message);
    for (const { fix } of problems) expect(fix).toMatch(/^[A-Z].{5,}/);
  });
});

test("a condition on a value that cannot be names those that can", () => {
  const fixesFor = (field: FormField, value: string) =>
    validate(
      {
        ...access,
        fields: [...access.fields, field, { ...extra, when: { every: [{ field: field.name, is: "equal", value }] } }],
      },
      facts,
    ).flatMap(({ message, fix }) => (message.includes("can never be") ? [fix] : []));
  expect(fixesFor({ ...extra, name: "outside", kind: "yesNo" }, "perhaps")).toEqual(["Choose one of yes or no"]);
  const options = ["a", "b"].map((value) => ({ value, label: value }));
  expect(fixesFor({ ...extra, name: "kind", kind: "choice", options }, "c")).toEqual(["Choose one of a, b"]);
});
