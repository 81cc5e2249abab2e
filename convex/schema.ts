/** Composes the slices' tables; every shape is defined in its slice. */
import { defineSchema } from "convex/server";
import { approvalTables } from "./approvals/table";
import { auditTables } from "./audit/table";
import { catalogTables } from "./catalog/table";
import { domainTables } from "./domains/table";
import { grantTables } from "./grants/table";
import { libTables } from "./lib/table";
import { notificationTables } from "./notifications/table";
import { peopleTables } from "./people/table";
import { presenceTables } from "./presence/table";
import { requestTables } from "./requests/table";
import { serviceTables } from "./services/table";
import { taskTables } from "./tasks/table";
import { viewTables } from "./views/table";
import { workflowTables } from "./workflow/table";

export default defineSchema({
  ...libTables,
  ...peopleTables,
  ...auditTables,
  ...notificationTables,
  ...serviceTables,
  ...domainTables,
  ...catalogTables,
  ...presenceTables,
  ...requestTables,
  ...taskTables,
  ...approvalTables,
  ...grantTables,
  ...viewTables,
  ...workflowTables,
});
