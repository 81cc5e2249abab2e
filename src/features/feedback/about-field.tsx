import { useActs } from "../../components/form/use-act";
import { Field } from "../../ui/form/field";
import { Select } from "../../ui/form/select";
import { type Idea, useAbouts, useIdeaCommands } from "./api";

const NONE = "none";
const KINDS = { requestType: "Request", service: "Service", taskType: "Task" } as const;

/** What an idea is about: what that costs people stands on its page. */
export function AboutField({ idea: { id, status } }: { idea: Idea }) {
  const found = useAbouts(id);
  const { link } = useIdeaCommands();
  const { act } = useActs();
  const named = (found?.choices ?? []).map((one) => ({ ...one, value: `${one.kind} ${one.key}` }));
  const choose = (next: string): void => {
    const chosen = named.find(({ value }) => value === next);
    const about = chosen ? { kind: chosen.kind, key: chosen.key } : null;
    void act("It was not linked", () => link({ ideaId: id, about }));
  };
  return (
    <Field
      label="About"
      help={
        status === "Shipped"
          ? "Kept as it was when the idea was shipped."
          : "Its runs, waits and failures are shown here."
      }
      className="w-full max-w-96"
    >
      <Select
        value={found?.about ? `${found.about.kind} ${found.about.key}` : NONE}
        onValueChange={choose}
        disabled={found === undefined || status === "Shipped"}
        options={[
          { value: NONE, label: "Nothing the portal counts" },
          ...named.map(({ kind, label, value }) => ({ value, label: `${KINDS[kind]}: ${label}` })),
        ]}
      />
    </Field>
  );
}
