import { useState } from "react";
import { explain } from "../../components/refusal-words";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { Select } from "../../ui/form/select";
import { Card } from "../../ui/page/card";
import { PageHeader } from "../../ui/page/page-header";
import { toast } from "../../ui/toast/toast";
import { AnswerCard } from "./answer-card";
import { type Answer, useExplain, useTypes } from "./api";
import { BUTTON_OPTIONS, type Kind, KINDS, nameOf, PAGE_OPTIONS } from "./permission-words";
import { questionWhoOf, type Draft, type MenuOf, NOBODY, Who, whoOf } from "./who-fields";

/** What it is asked about. */
interface About {
  readonly kind: Kind;
  readonly name: string;
}

/** Says why somebody can or cannot do something, or two beside each other: what is missing, and who could change it. */
export function PermissionPage({ menuOf }: { menuOf: MenuOf }) {
  const [people, setPeople] = useState<readonly Draft[]>([NOBODY]);
  const [about, setAbout] = useState<About>({ kind: "page", name: "" });
  const [answered, setAnswered] = useState<{ people: readonly Draft[]; about: About; answers: readonly Answered[] }>();
  const [isBusy, setBusy] = useState(false);
  const askWhy = useExplain();
  // What was answered stands for as long as it is still what is asked.
  const answers = answered?.people === people && answered.about === about ? answered.answers : [];
  const name = nameOf(about.name);
  const isNobody = people.some(({ isMadeUp, person }) => !isMadeUp && !person);
  const missing = isNobody ? "Choose a person" : name === "" ? "Choose what it is about" : null;
  async function ask(): Promise<void> {
    setBusy(true);
    try {
      const what = { kind: about.kind, name };
      const answering = people.map(async (draft) => ({
        who: whoOf(draft),
        answer: await askWhy({ who: questionWhoOf(draft), what }),
      }));
      setAnswered({ people, about, answers: await Promise.all(answering) });
    } catch (error) {
      toast.error("The check failed", { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={cn("flex flex-col gap-4", people.length === 1 ? "max-w-3xl" : "max-w-5xl")}>
      <PageHeader
        title="Permission Check"
        context="Why somebody can or cannot do something, and who could change it. Each question is written to the audit trail."
      />
      <Card className="flex flex-col gap-4 p-4">
        <div className={people.length === 1 ? undefined : "grid items-start gap-x-8 gap-y-6 lg:grid-cols-2"}>
          {people.map((draft, place) => (
            <Who
              key={place}
              label={place === 0 ? "Who" : "Compared with"}
              draft={draft}
              onChange={(changes) =>
                setPeople(people.map((one, other) => (other === place ? { ...one, ...changes } : one)))
              }
              menuOf={menuOf}
            />
          ))}
        </div>
        <What about={about} onChange={setAbout} />
        <div className="flex flex-wrap gap-2">
          <Button busy={isBusy} busyLabel="Checking..." disabledReason={missing} onClick={() => void ask()}>
            Check
          </Button>
          <Button
            variant="outline"
            onClick={() => setPeople(people.length === 1 ? [...people, NOBODY] : people.slice(0, 1))}
          >
            {people.length === 1 ? "Compare with somebody" : "Stop comparing"}
          </Button>
        </div>
      </Card>
      <Answers answers={answers} />
    </div>
  );
}

function Answers({ answers }: { answers: readonly Answered[] }) {
  return (
    <div role="status" className={answers.length > 1 ? "grid items-start gap-4 lg:grid-cols-2" : undefined}>
      {answers.map(({ who, answer }, place) => (
        <AnswerCard key={place} who={answers.length === 1 ? null : who} answer={answer} />
      ))}
    </div>
  );
}

/** An answer, and about whom it is. */
interface Answered {
  readonly who: string;
  readonly answer: Answer;
}

function What({ about, onChange }: { about: About; onChange: (about: About) => void }) {
  const types = useTypes() ?? [];
  const options =
    about.kind === "page"
      ? PAGE_OPTIONS
      : about.kind === "button"
        ? BUTTON_OPTIONS
        : about.kind === "requestType"
          ? types.map(({ key, name }) => ({ value: key, label: name }))
          : null;
  const label = KINDS.find(({ value }) => value === about.kind)?.label.replace(/^An? /, "") ?? "";
  return (
    <>
      <Field label="What about" required>
        <Select options={KINDS} value={about.kind} onValueChange={(kind) => onChange({ kind, name: "" })} />
      </Field>
      <Field
        label={label.charAt(0).toUpperCase() + label.slice(1)}
        help={
          options ? undefined : about.kind === "request" ? "Its key or its link." : "Its link, from the address bar."
        }
        required
      >
        {options ? (
          <Select options={options} value={about.name || null} onValueChange={(name) => onChange({ ...about, name })} />
        ) : (
          <Input
            value={about.name}
            autoComplete="off"
            onChange={(event) => onChange({ ...about, name: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
