import { explain } from "../../../components/refusal-words";
import { count } from "../../../lib/text";
import { toast } from "../../../ui/toast/toast";
import { useHeldReplyCommands } from "../api";
import { oneByOne } from "./one-by-one";

/** Says which tickets are about to be resolved, with the way back for as long: each answer is a draft again. */
export function useSayHeld(): (keys: readonly string[]) => void {
  const { undo } = useHeldReplyCommands();

  async function takeBack(keys: readonly string[]): Promise<void> {
    const all = { isStopped: () => false, onNext: () => undefined };
    const { results, refused } = await oneByOne(keys, (key) => undo({ key }), all);
    if (results.length > 0)
      toast.success(
        `${count(results.length, "ticket")} ${results.length === 1 ? "stays as it was" : "stay as they were"}`,
        { description: "Your answer is a draft there." },
      );
    if (refused.length > 0)
      toast.error(`${count(refused.length, "ticket")} could not be taken back`, {
        description: refused.map(({ thing: key, error }) => `${key}: ${explain(error)}`).join(" "),
      });
  }

  return (keys) => {
    if (keys.length === 0) return;
    toast.success(`${count(keys.length, "ticket")} will be resolved within a minute`, {
      action: { label: "Undo", onClick: () => void takeBack(keys) },
    });
  };
}
