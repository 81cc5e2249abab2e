/** The task lists of the demo world's request types, in the shape a template has. */
import type { TaskTypeName } from "../tasks/rules";

/** Who gets a task that people do: the one who approves for the area, governance, FinOps, or an admin. */
export type Seat = "area" | "governance" | "finops" | "admin";

/** One task of a template. */
export interface TemplateTask {
  readonly type: TaskTypeName;
  readonly order: number;
  readonly seat?: Seat;
  readonly runsAlways?: true;
}

const NOTIFY = { type: "notify", runsAlways: true } as const;

/** Tasks by request type. Equal orders run side by side. */
export const TEMPLATES: Readonly<Record<string, readonly TemplateTask[]>> = {
  "snowflake-access": [
    { type: "approve_access", order: 1, seat: "area" },
    { type: "approve_governance", order: 2, seat: "governance" },
    { type: "grant_role", order: 3 },
    { type: "verify", order: 4 },
    { ...NOTIFY, order: 5 },
  ],
  "snowflake-user": [
    { type: "approve_access", order: 1, seat: "area" },
    { type: "create_user", order: 2 },
    { type: "grant_role", order: 3 },
    { type: "verify", order: 4 },
    { ...NOTIFY, order: 5 },
  ],
  "bi-access": [
    { type: "approve_cost", order: 1, seat: "finops" },
    { type: "share_workbook", order: 2 },
    { type: "add_to_group", order: 2 },
    { type: "verify", order: 3 },
    { ...NOTIFY, order: 4 },
  ],
  "data-source": [
    { type: "approve_governance", order: 1, seat: "governance" },
    { type: "design_review", order: 2, seat: "admin" },
    { type: "create_schema", order: 3 },
    { type: "create_dag", order: 4 },
    { type: "register_asset", order: 5 },
    { type: "accept_delivery", order: 6, seat: "area" },
  ],
  sandbox: [
    { type: "approve_access", order: 1, seat: "area" },
    { type: "create_schema", order: 2 },
    { type: "grant_role", order: 3 },
    { type: "register_asset", order: 4 },
    { ...NOTIFY, order: 5 },
  ],
  warehouse: [
    { type: "approve_cost", order: 1, seat: "finops" },
    { type: "approve_access", order: 2, seat: "area" },
    { type: "create_warehouse", order: 3 },
    { type: "verify", order: 4 },
    { ...NOTIFY, order: 5 },
  ],
  "dbt-access": [
    { type: "approve_access", order: 1, seat: "admin" },
    { type: "assign_dbt_group", order: 2 },
    { type: "verify", order: 3 },
    { ...NOTIFY, order: 4 },
  ],
  "service-user": [
    { type: "approve_access", order: 1, seat: "area" },
    { type: "approve_governance", order: 2, seat: "governance" },
    { type: "approve_cost", order: 3, seat: "finops" },
    { type: "create_user", order: 4 },
    { type: "grant_role", order: 5 },
    { type: "manual_check", order: 6, seat: "admin" },
    { ...NOTIFY, order: 7 },
  ],
  "airflow-change": [
    { type: "approve_access", order: 1, seat: "admin" },
    { type: "create_dag", order: 2 },
    { type: "verify", order: 3 },
    { ...NOTIFY, order: 4 },
  ],
};
