/** Changes of options. A value on the safe side one super admin sets; one on the other side two, however it is reached. */

import { configured, setConfig } from "../../core/config/model";
import { type ConfigKey, isConfigKey, specOf, takesTwo, valueText, whyNotSet } from "../../core/config/rules";
import type { ProposedChange } from "../../core/proposals/table";
import { refuse } from "../../lib/errors";
import { type ChangeKind, whyNotHolds, wordOf } from "./steps/change";

type Set = Extract<ProposedChange, { kind: "config.set" }>;

/** Judged by the value it ends at: undoing, resetting and two small steps are no way around the second person. */
export const settingOfOption: ChangeKind<Set> = {
  look: async (ctx, change) => {
    const key = keyOf(change);
    const { title } = specOf(key);
    const before = valueText(key, await configured(ctx, key));
    const after = valueText(key, change.value);
    return {
      subject: { type: "option", id: key, label: title },
      title: `Set “${title}” to ${after}`,
      lines: [{ field: title, before, after }],
      partyIds: [],
      needsSecond: takesTwo(key, change.value),
    };
  },
  whyNot: async (ctx, change, by) => {
    const key = keyOf(change);
    return whyNotHolds(by, "config.write") ?? whyNotSet(key, change.value, await configured(ctx, key));
  },
  apply: async ({ ctx, by, at }, change, word) => {
    const { ids, context } = wordOf(word);
    const set = { key: keyOf(change), value: change.value };
    await setConfig(ctx, set, { by, at, byIds: ids, reason: word.reason, context });
  },
};

function keyOf({ key }: Set): ConfigKey {
  return isConfigKey(key) ? key : refuse({ code: "not-found" });
}
