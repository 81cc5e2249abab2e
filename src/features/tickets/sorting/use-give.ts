import { useAct, useActs } from "../../../components/form/use-act";
import type { FoundPerson } from "../../../components/pickers/api";
import { useAgentCommands } from "../api";
import type { Given } from "./api";
import { useSayGiven } from "./use-say-given";

/** Claims one ticket or assigns it, and says so with the way back. */
export function useGive(key: string) {
  const { claim, assign } = useAgentCommands();
  const { isBusy, act } = useAct();
  const assigning = useActs();
  const say = useSayGiven();

  async function give(message: string, how: typeof act, does: () => Promise<Given>): Promise<void> {
    const done = await how("Nothing was changed", does);
    if (done) say(message, [done.result]);
  }

  return {
    isBusy,
    claim: () => give(`${key} is yours`, act, () => claim({ key })),
    assign: (person: FoundPerson | null) =>
      give(person ? `${key} assigned to ${person.name}` : `${key} is unassigned`, assigning.act, () =>
        assign({ key, assigneeId: person?.id ?? null }),
      ),
  };
}
