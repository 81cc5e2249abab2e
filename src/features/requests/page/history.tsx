import { HistoryPages } from "../../../components/history-pages";
import { useHistory } from "./api";

/** What the audit trail holds about the request. */
export function History({ name }: { name: string }) {
  return <HistoryPages of={name} usePage={useHistory} />;
}
