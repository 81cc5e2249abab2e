/** New data for the platform: from the design to the delivery. */
import type { RequestTypeDefinition } from "../table";
import { ADMINS, businessArea, GOVERNANCE, governanceStep, NAME_PATTERN, notifyTask, policy, reason, requestedFor, step, WHAT } from "./common";

const CONTENT = "What is in it";
const DELIVERY = "How it arrives";

export const dataSource: RequestTypeDefinition = {
  name: "New data source or pipeline",
  category: "Pipelines",
  summary: "Bring data of another system into Snowflake, tested and documented",
  help: "The owner of the target domain decides, and data governance when there is personal data in it. Then the design is reviewed, the pipeline built step by step, and the owner of the domain accepts what was delivered.",
  owner: "Data engineering",
  slaHours: 480,
  risk: "medium",
  audience: ["staff"],
  goodJustification: "Carriers send tracking events to our transport system; without them in Snowflake the delay report is filled by hand every Monday, four hours each time.",
  badJustification: "We need this data.",
  title: "Data source {form.sourceSystem} for {form.domain}",
  fields: [
    requestedFor(),
    businessArea,
    { name: "sourceSystem", kind: "text", isTarget: true, label: "Source system", section: WHAT, isRequired: true, minLength: 2, maxLength: 80, example: "Transport management" },
    { name: "domain", kind: "domain", isTarget: true, label: "Target domain", section: WHAT, isRequired: true },
    { name: "schemaName", kind: "text", label: "Landing schema", help: "Where the raw data arrives.", section: WHAT, isRequired: true, minLength: 3, maxLength: 80, pattern: NAME_PATTERN, example: "TMS" },
    { name: "sourceOwner", kind: "person", label: "Owner of the source", section: WHAT, isRequired: true },
    { name: "goLive", kind: "date", label: "Go-live", section: WHAT, isRequired: true, min: 7, max: 365 },
    { name: "tables", kind: "nameList", label: "Tables", help: "One per line.", section: CONTENT, isRequired: true, maxItems: 50, example: "TRACKING_EVENTS" },
    { name: "hasPersonalData", kind: "yesNo", label: "Personal data", help: "Names, addresses, numbers that lead to a person.", section: CONTENT, isRequired: true },
    { name: "personalData", kind: "longText", label: "Which personal data", section: CONTENT, isRequired: true, when: { every: [{ field: "hasPersonalData", is: "equal", value: true }] }, minLength: 10, maxLength: 1000, example: "Name and address of the recipient" },
    { name: "contract", kind: "text", label: "Contract", help: "Link to the data contract, if there is one.", section: CONTENT, isRequired: false, maxLength: 200 },
    { name: "consumer", kind: "text", label: "Who uses it", section: CONTENT, isRequired: true, maxLength: 200, example: "Delay report, logistics control" },
    { name: "frequency", kind: "choice", label: "How often", section: DELIVERY, isRequired: true, options: [{ value: "hourly", label: "Every hour" }, { value: "daily", label: "Every day" }, { value: "weekly", label: "Every week" }, { value: "once", label: "Once" }] },
    { name: "latencyHours", kind: "number", label: "Delay at most", help: "In hours, from the source to Snowflake.", section: DELIVERY, isRequired: true, min: 1, max: 720, example: "4" },
    { name: "volumeGb", kind: "number", label: "Volume a month", help: "In gigabytes.", section: DELIVERY, isRequired: true, min: 1, max: 100_000, example: "20" },
    { name: "contacts", kind: "text", label: "Technical contacts", section: DELIVERY, isRequired: true, maxLength: 200, example: "tms-team@ao.com" },
    reason("Carriers send tracking events to our transport system; without them in Snowflake the delay report is filled by hand every Monday."),
  ],
  tasks: [
    { key: "domain", type: "approve_domain", order: 1, title: "Approve for the domain", policy: policy(step("Owner of the domain", { kind: "domainOwner", field: "domain" }, { fallback: GOVERNANCE, escalateTo: GOVERNANCE })) },
    { key: "governance", type: "approve_governance", order: 2, title: "Approve the personal data", when: { every: [{ field: "hasPersonalData", is: "equal", value: true }] }, policy: { ...policy(governanceStep()), isHighRisk: true } },
    {
      key: "design", type: "design_review", order: 3, assignee: ADMINS,
      instructions: "1. Go through {form.sourceSystem}, tables ({form.tables}), frequency ({form.frequency}), volume ({form.volumeGb} GB a month) and delay with {form.contacts}.\n2. Decide on the way in: connector, files or stream.\n3. Hold it against the data contract: {form.contract}\n4. Plan it for the go-live on {form.goLive}.\n5. Write the design down and link it.",
      evidenceLabel: "Link to the design",
    },
    {
      key: "schema", type: "create_schema", order: 4, title: "Create the landing schema",
      input: {
        database: { from: "constant", value: "RAW" },
        schema: { from: "form", field: "schemaName" },
        role: { from: "text", text: "RAW_{form.schemaName}_LOAD" },
        members: { from: "constant", value: [] },
        retentionDays: { from: "constant", value: 7 },
        comment: { from: "text", text: "{request.key}: {form.sourceSystem}" },
      },
    },
    {
      key: "dag", type: "manual_airflow", order: 5, title: "Create connection and pipeline in Airflow", assignee: ADMINS,
      instructions: "1. In Astronomer, create the connection {form.schemaName} with the credentials from the vault.\n2. Create a DAG from the ingestion template: tables {form.tables}, target RAW.{form.schemaName}, schedule {form.frequency}, SLA {form.latencyHours} h.\n3. Deploy it switched off.",
      evidenceLabel: "Id of the DAG and link to it",
    },
    {
      key: "dbt", type: "manual_dbt", order: 5, title: "Add the dbt source and its tests", assignee: ADMINS,
      instructions: "1. Add a source for RAW.{form.schemaName} with the tables {form.tables}.\n2. Add freshness ({form.latencyHours} h) and not-null and unique tests on the keys.\n3. Open the pull request and have it reviewed by the owner of {form.domain}.",
      evidenceLabel: "Link to the merged pull request",
    },
    { key: "test", type: "manual_check", order: 6, title: "Load a test", assignee: ADMINS, instructions: "1. Switch the DAG on and run it once.\n2. Compare the row count of each table with the source.\n3. Run the dbt tests of the source.", evidenceLabel: "Row counts and result of the tests" },
    { key: "register", type: "manual_collate", order: 7, title: "Register in Collate", assignee: GOVERNANCE, instructions: "1. Ingest RAW.{form.schemaName} into Collate.\n2. Set the domain to {form.domain} and the owner to {form.sourceOwner}.\n3. Tag columns with personal data: {form.personalData}", evidenceLabel: "Link to the schema in Collate" },
    { key: "accept", type: "accept_delivery", order: 8, title: "Accept the delivery", assignee: { kind: "domainOwner", field: "domain" }, instructions: "1. Look at the data in RAW.{form.schemaName} and at the results of the test load.\n2. Check with {requester.name} that {form.consumer} can work with it.\n3. Accept it, or fail the task and say what is missing.", evidenceLabel: "What was looked at" },
    notifyTask(9),
  ],
};
