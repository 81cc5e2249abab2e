import { LEAVER } from "../../../../../convex/core/shared/rules/accounts";
import { HangingOnPerson } from "../../../../components/hanging-on-person";
import { useViewer } from "../../../../shell/session";

/** What depends on whoever leaves, for those who may remove people; others who ask for it are not told. */
export function LeaverHanging({ typeKey, personId }: { typeKey: string; personId: unknown }) {
  const may = useViewer()?.capabilities.includes("people.remove") === true;
  if (typeKey !== LEAVER || typeof personId !== "string" || !may) return null;
  return (
    <HangingOnPerson
      personId={personId}
      then="A task of this request hands what they own to the successor. Approvals and tasks that wait for them go to others once they are removed from the portal."
    />
  );
}
