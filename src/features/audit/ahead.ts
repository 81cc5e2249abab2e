/** What the Audit Trail asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";
import { filterOf, parseAuditSearch, placeOf, sizeOf } from "./search";

export function auditAhead(search: object) {
  const parsed = parseAuditSearch({ ...search });
  const after = placeOf(parsed);
  const page = { filter: filterOf(parsed), size: sizeOf(parsed), ...(after && { after }) };
  const { list, verification, actions } = api.audit.queries;
  return [question(list, page), question(verification, {}), question(actions, {})];
}
