/** Access to Sigma or ThoughtSpot. */

import type { AutoApproval } from "../../approvals/table";
import type { RequestTypeDefinition } from "../table";
import {
  ADMINS,
  businessArea,
  expiryTask,
  FINOPS,
  finopsStep,
  MANAGER,
  notifyTask,
  policy,
  reason,
  requestedFor,
  step,
  WHAT,
} from "./sharedParts";

/** Looking costs nothing and ends by itself soon: nobody has to decide about it. */
const SHORT_LOOK: AutoApproval = {
  policyId: "bi-short-look",
  version: 1,
  maxDurationDays: 30,
  where: [{ field: "license", values: ["viewer"] }],
};

export const biAccess: RequestTypeDefinition = {
  name: "BI access",
  category: "Data access",
  summary: "A seat in Sigma or ThoughtSpot, a team, or one workbook or liveboard",
  synonyms:
    "dashboard, report, workbook, liveboard, chart, licence, license, seat, sigma, thoughtspot, explorer, creator",
  help: "Your manager decides, and FinOps when the seat costs money; looking for up to 30 days is approved by a policy. A paid seat that is not used in its first 60 days goes back.",
  owner: "Business intelligence",
  slaHours: 48,
  risk: "low",
  maxDurationDays: 180,
  audience: ["staff"],
  goodJustification:
    "I run the weekly stock meeting from now on and have to change the filters of the stock workbook; looking at it is not enough.",
  badJustification: "Dashboard access.",
  title: "{form.license} in {form.tool} for {beneficiary.name}",
  fields: [
    requestedFor(),
    businessArea,
    {
      name: "tool",
      kind: "choice",
      isTarget: true,
      label: "Tool",
      section: WHAT,
      isRequired: true,
      options: [
        { value: "sigma", label: "Sigma" },
        { value: "thoughtspot", label: "ThoughtSpot" },
      ],
    },
    {
      name: "team",
      kind: "text",
      isTarget: true,
      label: "Team or group",
      section: WHAT,
      isRequired: true,
      minLength: 2,
      maxLength: 100,
      example: "Logistics",
    },
    {
      name: "license",
      kind: "choice",
      label: "Licence",
      section: WHAT,
      isRequired: true,
      options: [
        { value: "viewer", label: "Viewer", help: "Views only; free" },
        { value: "explorer", label: "Explorer", help: "Filters and exports; a paid seat, so FinOps decides too" },
        { value: "creator", label: "Creator", help: "Builds; a paid seat, so FinOps decides too" },
      ],
    },
    {
      name: "durationDays",
      kind: "durationDays",
      label: "Duration",
      help: "In days; then the access ends.",
      section: WHAT,
      isRequired: true,
      min: 1,
      max: 180,
      defaultValue: 180,
    },
    {
      name: "content",
      kind: "text",
      isTarget: true,
      label: "Workbook or liveboard",
      help: "Its link or name, when you need only this one.",
      section: "One object",
      isRequired: false,
      maxLength: 255,
    },
    {
      name: "level",
      kind: "choice",
      label: "Level",
      section: "One object",
      isRequired: true,
      when: { every: [{ field: "content", is: "set" }] },
      options: [
        { value: "view", label: "View", level: "read" },
        { value: "edit", label: "Edit", level: "write" },
      ],
    },
    reason(
      "I run the weekly stock meeting from now on and have to change the filters of the stock workbook; looking at it is not enough.",
    ),
  ],
  tasks: [
    {
      key: "cost",
      type: "approve_cost",
      order: 1,
      title: "Approve the paid seat",
      when: { every: [{ field: "license", is: "oneOf", values: ["explorer", "creator"] }] },
      policy: policy(finopsStep()),
    },
    {
      key: "manager",
      type: "approve_access",
      order: 2,
      title: "Approve access",
      policy: { ...policy(step("Manager or business area", MANAGER)), autoApprove: SHORT_LOOK },
    },
    {
      key: "sigma",
      type: "manual_sigma",
      order: 3,
      title: "Give access in Sigma",
      when: { every: [{ field: "tool", is: "equal", value: "sigma" }] },
      assignee: ADMINS,
      instructions:
        '1. In Sigma, find or create the member {beneficiary.email} with the account type for "{form.license}".\n2. Add the member to the team {form.team}.\n3. Share the workbook {form.content} with the member: {form.level}.',
      evidenceLabel: "Link to the member in Sigma",
    },
    {
      key: "thoughtspot",
      type: "manual_thoughtspot",
      order: 3,
      title: "Give access in ThoughtSpot",
      when: { every: [{ field: "tool", is: "equal", value: "thoughtspot" }] },
      assignee: ADMINS,
      instructions:
        '1. In ThoughtSpot, find or create the user {beneficiary.email}.\n2. Add the user to the group {form.team} with the privileges for "{form.license}".\n3. Share the liveboard {form.content} with the user: {form.level}.',
      evidenceLabel: "Link to the user in ThoughtSpot",
    },
    {
      key: "check",
      type: "manual_check",
      order: 4,
      title: "Check the access",
      assignee: ADMINS,
      instructions:
        "1. Have {beneficiary.name} open {form.tool}, or look through their eyes as an administrator.\n2. Check the team {form.team}.\n3. Check what they may do with {form.content}.",
      evidenceLabel: "What was seen",
      input: {
        user: { from: "beneficiary", field: "email" },
        tool: { from: "form", field: "tool" },
        team: { from: "form", field: "team" },
        license: { from: "form", field: "license" },
        content: { from: "form", field: "content" },
      },
    },
    expiryTask(5),
    notifyTask(6),
    {
      key: "unused",
      type: "manual_check",
      order: 7,
      title: "Take back a seat that is not used",
      delayDays: 60,
      assignee: FINOPS,
      when: {
        every: [
          { field: "license", is: "oneOf", values: ["explorer", "creator"] },
          { field: "durationDays", is: "above", value: 60 },
        ],
      },
      instructions:
        "1. In {form.tool}, look up when {beneficiary.email} signed in last.\n2. Not once in these 60 days: tell {beneficiary.name}, take the seat away, and end the access in the portal.\n3. Else leave it.",
      evidenceLabel: "When they last signed in, and what happened to the seat",
    },
  ],
  grant: {
    system: "BI",
    description: "{form.license} in {form.tool}, team {form.team}",
    taskKey: "check",
    durationField: "durationDays",
  },
};
