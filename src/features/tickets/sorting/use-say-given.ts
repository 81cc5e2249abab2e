import { explain, refusalText } from "../../../components/refusal-words";
import { count } from "../../../lib/text";
import { toast } from "../../../ui/toast/toast";
import { type Given, useUndoAssign } from "./api";

/** Says what was claimed or assigned, with the way back for a moment; one ticket is called by its key. */
export function useSayGiven(): (message: string, given: readonly Given[]) => void {
  const undo = useUndoAssign();

  async function goBack(given: readonly Given[]): Promise<void> {
    try {
      const { done, refused } = await undo({ given: [...given] });
      const [only] = given;
      if (done > 0) toast.success(`${done === 1 && only ? only.key : count(done, "ticket")} put back`);
      if (refused.length > 0)
        toast.error(`${count(refused.length, "ticket")} could not be put back`, {
          description: refused.map(({ key, refusal }) => `${key}: ${refusalText(refusal) ?? ""}`).join(" "),
        });
    } catch (error) {
      toast.error("It could not be undone", { description: explain(error) });
    }
  }

  return (message, given) =>
    toast.success(
      message,
      given.length === 0 ? undefined : { action: { label: "Undo", onClick: () => void goBack(given) } },
    );
}
