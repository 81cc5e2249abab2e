/** The one door of the report to the backend. */

import { useConvex, useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../../convex/_generated/api";
import { useViewer } from "../../../shell/session";

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

/** Writes down that the report is taken out of the portal. */
export function useNoteReport() {
  return useMutation(api.workflow.mutations.noteExport);
}

/** Why the viewer cannot take it out, or null. */
export function useWhyNoExport(): string | null {
  return useViewer()?.capabilities.includes("audit.export") ? null : "Admins take reports out of the portal.";
}
