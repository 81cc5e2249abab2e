/** The one door of the report to the backend. */

import { useConvex } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../../convex/_generated/api";

const { report } = api.tickets.queries;

/** What support did in some weeks. */
export type TicketReport = FunctionReturnType<typeof report>;
/** The same as a whole, or of one topic or area. */
export type ReportFigures = TicketReport["whole"];

/** Asks for the report. */
export function useReportQuestion() {
  const client = useConvex();
  return useCallback((wish: FunctionArgs<typeof report>) => client.query(report, wish), [client]);
}
