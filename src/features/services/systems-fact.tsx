import { CircleCheck, TriangleAlert } from "lucide-react";
import { PAGES } from "../../../convex/site/pages";
import { FactRow } from "../../components/fact-row";
import { Awaited } from "../../ui/page/awaited";
import { useServices } from "./api";
import { systemsNote, systemsText, wordsOfTrouble } from "./systems-words";

/** How the connected systems are in one row, those with trouble by name. Live. */
export function SystemsFact() {
  const services = useServices();
  if (services === undefined) return <Awaited />;
  const isWell = wordsOfTrouble(services).length === 0;
  return (
    <FactRow
      to={PAGES.services.path}
      label="Connectors"
      value={systemsText(services)}
      note={systemsNote(services)}
      Icon={isWell ? CircleCheck : TriangleAlert}
      look={isWell ? "text-success" : "text-warning"}
      isQuiet={isWell}
    />
  );
}
