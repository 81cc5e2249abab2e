import { useAct } from "../../../components/form/use-act";
import type { FoundPerson } from "../../../components/pickers/api";
import { useAgentCommands } from "../api";
import type { Given } from "./api";
import { useSayGiven } from "./use-say-given";

/** Claims one ticket or assigns it, and says so with the way back. */
export function useGive(key: string) {
  const { claim, assign } = useAgentCommands();
  const { isBusy, act } = useAct();
  const say = useSayGiven();

  async function give(message: string, does: () => Promise<Given>): Promise<void> {
    const done = await act("Nothing was changed", does);
    if (done) say(message, [done.result]);
  }

  return {
    isBusy,
    claim: () => give(`${key} is yours`, () => claim({ key })),
    assign: (person: FoundPerson | null) =>
      give(person ? `${key} assigned to ${person.name}` : `${key} is unassigned`, () =>
        assign({ key, assigneeId: person?.id ?? null }),
      ),
  };
}
