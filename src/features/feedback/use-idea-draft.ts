import { isDraftEmpty } from "../../../convex/core/feedback/rules";
import type { IdeaDraft } from "../../../convex/core/feedback/table";
import { useDraft } from "../../components/form/use-draft";
import { type IdeaDraftOf, type KeptIdeaDraft, useSaveIdeaDraft } from "./api";

const NOTHING: IdeaDraft = { text: "" };

/**
 * What is written of an idea, or of a comment on one. Without a draft it begins with `begun`, which is nobody's words yet;
 * `always` is what the page says, whatever was kept.
 */
export function useIdeaDraft(
  of: IdeaDraftOf,
  kept: KeptIdeaDraft | null,
  { begun, always }: { begun?: IdeaDraft | undefined; always?: Partial<IdeaDraft> | undefined } = {},
) {
  const save = useSaveIdeaDraft();
  return useDraft<IdeaDraft>({
    kept,
    first: { ...NOTHING, ...(kept?.draft ?? begun), ...always },
    after: () => ({ ...NOTHING, ...always }),
    isNothing: isDraftEmpty,
    save: (draft, version) => save({ ...of, draft, version }),
  });
}
