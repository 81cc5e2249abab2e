import { useAct } from "../../../components/form/use-act";
import { useTaskCommands } from "../api";

/** The commands of the page, one at a time: failures are told, and answered with false. */
export function useTaskCommand() {
  const commands = useTaskCommands();
  return { commands, ...useAct() };
}
