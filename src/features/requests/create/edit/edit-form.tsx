import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useMemo, useState } from "react";
import { reviewLines } from "../../../../../convex/core/catalog/rules/review";
import { answerChanges } from "../../../../../convex/core/shared/rules/edit";
import { PAGES } from "../../../../../convex/site/pages";
import { LeaveGuard } from "../../../../components/form/leave-guard";
import { TypeTitle } from "../../../../components/kinds/type-icon";
import { buttonClasses } from "../../../../ui/button-classes";
import { Alert } from "../../../../ui/page/alert";
import { Card } from "../../../../ui/page/card";
import { PageHeader } from "../../../../ui/page/page-header";
import type { EditableRequest, OfferedType } from "../api";
import { FillStep } from "../form/fill-step";
import { type Lists, lookupsOver, usePeopleIn } from "../form/lookups";
import { PreviewFold, PreviewPanel } from "../form/preview-panel";
import { useLivePreview } from "../form/use-preview";
import { useFormState, useFormView } from "../form/use-request-form";
import { Overtaken } from "./overtaken";
import { ReviewEdit } from "./review-edit";
import { useSaveEdit } from "./use-save-edit";

/** Where an edit leads: it is saved, or what was typed became a draft of another request. */
export interface EditExits {
  readonly onSaved: (key: string) => void;
  readonly onDraft: (typeKey: string, draftId: string) => void;
}

/** Whom it is for is fixed once a request is sent. */
const FIXED_FIELD = "requestedFor";

/** What is wrong with whom it is for, which cannot be changed here. */
function WhomItIsFor({ error }: { error: string | undefined }) {
  return error ? (
    <Alert meaning="danger" title="Whom it is for">
      {error}
    </Alert>
  ) : null;
}

/** The form as it was sent, changed and reviewed; what became of the request meanwhile is said above it. */
export function EditForm({
  type,
  lists,
  opened,
  current,
  onSaved,
  onDraft,
}: EditExits & { type: OfferedType; lists: Lists; opened: EditableRequest; current: EditableRequest }) {
  const { state, people, lookups, view, live, changes } = useAnswersUnderEdit(type, lists, opened);
  const saving = useSaveEdit(opened, state.values, onSaved);
  const [step, setStep] = useState<"fill" | "review">("fill");
  const [answer, setAnswer] = useState("");
  const overtaken = saving.isOver ? null : overtakenBy(opened, current);
  const show = (errors: Readonly<Record<string, string>>): void => {
    setStep("fill");
    state.showErrors(errors);
  };
  const toReview = (): void => {
    if (Object.keys(view.errors).length > 0) show(view.errors);
    else setStep("review");
  };
  const save = async (acceptsDuplicate: boolean): Promise<void> => {
    const problem = await saving.save(answer, acceptsDuplicate);
    if (problem?.kind === "fields") show(problem.fields);
  };
  return (
    <div className="flex flex-col gap-5">
      <LeaveGuard
        title="Leave this request?"
        isUnsaved={() => (state.isChanged || answer !== "") && !saving.isDone()}
      />
      <div className="flex max-w-[42rem] flex-col gap-3">
        <Head type={type} opened={opened} />
        {overtaken === null ? (
          <Consequence opened={current} />
        ) : (
          <Overtaken
            requestKey={opened.key}
            reason={overtaken}
            onKeep={async () => onDraft(type.key, await saving.keep(type.key))}
          />
        )}
        <WhomItIsFor error={state.errors[FIXED_FIELD]} />
      </div>
      {step === "fill" ? <PreviewFold live={live} /> : null}
      <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,42rem)_20rem]">
        {step === "fill" ? (
          <FillStep
            type={type}
            state={state}
            view={view}
            lists={lists}
            lookups={lookups}
            people={people}
            beside={null}
            continueLabel="Review changes"
            onContinue={toReview}
          />
        ) : (
          <ReviewEdit
            request={current}
            lines={reviewLines(type, view.values, lookups)}
            changes={changes}
            preview={live.preview}
            answer={answer}
            onAnswer={setAnswer}
            problem={saving.problem}
            isSaving={saving.isSaving}
            overtaken={overtaken}
            onBack={() => setStep("fill")}
            onSave={(accepts) => void save(accepts)}
          />
        )}
        <Card className="hidden p-4 xl:sticky xl:top-16 xl:block">
          <PreviewPanel live={live} />
        </Card>
      </div>
    </div>
  );
}

/** The answers as they are changed: how they read, what is wrong with them, what they would lead to. */
function useAnswersUnderEdit(type: OfferedType, lists: Lists, opened: EditableRequest) {
  const state = useFormState(type, () => ({ ...opened.form }), false);
  const named = usePeopleIn(type.fields, state.values);
  const before = usePeopleIn(type.fields, opened.form);
  const people = useMemo(() => new Map([...before, ...named]), [before, named]);
  const lookups = useMemo(() => lookupsOver(lists, people), [lists, people]);
  const checked = useFormView(type, state.values, lookups);
  const view = useMemo(
    () => ({ ...checked, visible: checked.visible.filter(({ name }) => name !== FIXED_FIELD) }),
    [checked],
  );
  const live = useLivePreview(type.key, type, state.values, undefined, opened.id);
  const changes = useMemo(
    () => answerChanges(reviewLines(type, opened.form, lookups), reviewLines(type, view.values, lookups)),
    [type, opened, view, lookups],
  );
  return { state, people, lookups, view, live, changes };
}

function Head({ type, opened: { key, title } }: { type: OfferedType; opened: EditableRequest }) {
  return (
    <PageHeader
      title={<TypeTitle typeKey={type.key}>{PAGES.editRequest.title}</TypeTitle>}
      context={`${key}, ${type.name}: ${title}`}
      actions={
        <Link to={PAGES.request.path} params={{ id: key }} className={buttonClasses({ variant: "outline" })}>
          <ArrowLeft aria-hidden />
          Back to {key}
        </Link>
      }
    />
  );
}

function Consequence({ opened: { consequence, question } }: { opened: EditableRequest }) {
  return (
    <Alert meaning="info" title={question ? `${question.by} asks: ${question.text}` : undefined}>
      {consequence}
    </Alert>
  );
}

/** Why the edit can no longer be saved although it could when it was begun, or null. */
function overtakenBy(opened: EditableRequest, { whyNot, formHash }: EditableRequest): string | null {
  if (whyNot !== null) return whyNot;
  return formHash === opened.formHash ? null : "The answers were changed in another window since you opened them.";
}
