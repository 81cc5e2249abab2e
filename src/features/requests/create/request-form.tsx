import { useMemo, useRef, useState } from "react";
import { type FormValues } from "../../../../convex/core/catalog/rules/conditions";
import { initialValues, prefillFrom } from "../../../../convex/core/catalog/rules/forms";
import { LeaveGuard } from "../../../components/form/leave-guard";
import { SaveIndicator } from "../../../components/form/save-indicator";
import { type Autosave, useAutosave } from "../../../components/form/use-autosave";
import { TypeTitle } from "../../../components/kinds/type-icon";
import { explain } from "../../../components/refusal-words";
import { randomKey } from "../../../lib/random-key";
import { Button } from "../../../ui/button";
import { cn } from "../../../ui/cn";
import { Alert } from "../../../ui/page/alert";
import { Card } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { toast } from "../../../ui/toast/toast";
import { DeleteDraftDialog } from "../delete-draft-dialog";
import { type DraftPlace, type KeptDraft, type OfferedType, useDeleteDraft, useSaveDraft, useSubmit } from "./api";
import { AddToCart } from "./form/add-to-cart";
import { FillStep } from "./form/fill-step";
import { LeaverHanging } from "./form/leaver-hanging";
import { type Lists, lookupsOver, usePeopleIn } from "./form/lookups";
import { AlreadyThere, PreviewFold, PreviewPanel } from "./form/preview-panel";
import { ReviewStep } from "./form/review-step";
import { TypeArticles } from "./form/type-articles";
import { useLivePreview } from "./form/use-preview";
import { problemOf, type SendProblem, useFormState, useFormView } from "./form/use-request-form";
import { isAnotherForm } from "./search";

/** Where a form leads: its draft has a place, it was sent, it was thrown away. */
export interface FormExits {
  readonly onDraft: (id: string) => void;
  readonly onSent: (id: string, key: string) => void;
  readonly onDiscarded: () => void;
  /** It waits in the cart. */
  readonly onInCart: () => void;
}

interface FormProps extends FormExits {
  type: OfferedType;
  lists: Lists;
  draft: KeptDraft | null;
  /** Answers that a link brought along. */
  search: FormValues;
}

/** The form of one type: filled in, kept as a draft, reviewed, sent. */
export function RequestForm(props: FormProps) {
  const { type, lists, draft } = props;
  const state = useFormState(type, () => firstValues(props), false);
  const people = usePeopleIn(type.fields, state.values);
  const lookups = useMemo(() => lookupsOver(lists, people), [lists, people]);
  const view = useFormView(type, state.values, lookups);
  const { draftId, autosave } = useDraft(props, state);
  const live = useLivePreview(type.key, type, state.values, draftId ?? undefined);
  const sending = useSending(props, { state, autosave });
  const [step, setStep] = useState<"fill" | "review">("fill");
  const found = (): Record<string, string> => ({
    ...(live.isFresh ? only("requestedFor", live.preview?.errors) : {}),
    ...view.errors,
  });
  const toReview = (): void => {
    const errors = found();
    if (Object.keys(errors).length > 0) state.showErrors(errors);
    else setStep("review");
  };
  const send = async (acceptsDuplicate: boolean): Promise<void> => {
    const problem = await sending.send(acceptsDuplicate);
    if (problem?.kind !== "fields") return;
    setStep("fill");
    state.showErrors(problem.fields);
  };
  const toCart = (
    <AddToCart
      typeKey={type.key}
      isInCart={draft?.isInCart ?? false}
      state={state}
      autosave={autosave}
      findErrors={found}
      onAdded={() => (sending.end(), props.onInCart())}
    />
  );
  return (
    <div className="flex flex-col gap-5">
      <LeaveGuard
        title="Leave this request?"
        isUnsaved={() => state.isChanged && !sending.isOver()}
        isAnother={(from, to) => isAnotherForm(from.search, to.search)}
      />
      <FormHeader type={type} draft={draft} />
      {autosave.state === "elsewhere" ? <WrittenElsewhere /> : null}
      {step === "fill" ? <PreviewFold live={live} /> : null}
      <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,42rem)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {step === "fill" ? (
            <FillStep
              type={type}
              state={state}
              view={view}
              lists={lists}
              lookups={lookups}
              people={people}
              beside={toCart}
              onContinue={toReview}
            />
          ) : (
            <ReviewStep
              type={type}
              view={view}
              lookups={lookups}
              preview={live.preview}
              problem={sending.problem}
              isSending={sending.isSending}
              onBack={() => setStep("fill")}
              onSend={(accepts) => void send(accepts)}
            />
          )}
          <LeaverHanging typeKey={type.key} personId={state.values["requestedFor"]} />
          <DraftBar state={autosave.state} draftId={draftId} onDiscard={sending.discard} />
        </div>
        <PreviewBeside live={live} isFilling={step === "fill"} />
      </div>
    </div>
  );
}

/** The draft behind the form: kept as it is typed, and where it is kept. */
function useDraft({ type, draft, onDraft }: FormProps, state: ReturnType<typeof useFormState>) {
  const place = useMemo(() => (draft ? { id: draft.id, version: draft.version } : null), [draft]);
  const [draftId, setDraftId] = useState<string | null>(draft?.id ?? null);
  const save = useSaveDraft();
  const autosave = useAutosave<FormValues, DraftPlace>({
    values: state.values,
    isChanged: state.isChanged,
    initial: place,
    save: (values, kept) =>
      save({ typeKey: type.key, form: { ...values }, requestId: kept?.id, version: kept?.version }),
    onPlace: ({ id }) => {
      setDraftId(id);
      onDraft(id);
    },
  });
  return { draftId, autosave };
}

function WrittenElsewhere() {
  return (
    <Alert meaning="warning" title="Changed in another window">
      This draft has been changed elsewhere since you opened it. Copy what you need, then load the page again to
      continue from there.
    </Alert>
  );
}

/** What it would lead to, beside the form where there is room; and what is there already while it can be changed. */
function PreviewBeside({ live, isFilling }: { live: ReturnType<typeof useLivePreview>; isFilling: boolean }) {
  return (
    <Card className="hidden p-4 xl:sticky xl:top-16 xl:block">
      <PreviewPanel live={live}>
        {live.preview && isFilling ? <AlreadyThere preview={live.preview} /> : null}
      </PreviewPanel>
    </Card>
  );
}

/** A draft as it was kept; else the defaults, one's own area, and what a link brought along. */
function firstValues({ type, lists, draft, search }: FormProps): Record<string, unknown> {
  if (draft) return { ...draft.form };
  const own = lists.areas.find(({ isOwn }) => isOwn);
  return { ...initialValues(type), ...(own ? { businessArea: own.id } : {}), ...prefillFrom(type, search) };
}

function only(name: string, errors: Readonly<Record<string, string>> | undefined): Record<string, string> {
  const message = errors?.[name];
  return message === undefined ? {} : { [name]: message };
}

/** Sending and throwing away, and what became of it. */
function useSending(
  { type, onSent, onDiscarded }: FormProps,
  { state, autosave }: { state: ReturnType<typeof useFormState>; autosave: Autosave<DraftPlace, FormValues> },
) {
  const submit = useSubmit();
  const remove = useDeleteDraft();
  const [submitKey] = useState(randomKey);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<SendProblem | null>(null);
  const isOver = useRef(false);
  const send = async (acceptsDuplicate: boolean): Promise<SendProblem | null> => {
    setSending(true);
    setProblem(null);
    try {
      const place = await autosave.flush();
      const sent = await submit({
        typeKey: type.key,
        form: state.values,
        requestId: place?.id,
        version: place?.version,
        submitKey,
        acceptsDuplicate,
      });
      isOver.current = true;
      autosave.stop();
      onSent(sent.id, sent.key);
      return null;
    } catch (error) {
      const found = problemOf(error);
      setProblem(found);
      return found;
    } finally {
      setSending(false);
    }
  };
  const discard = async (): Promise<void> => {
    const place = await autosave.flush();
    try {
      if (place) await remove(place.id);
    } catch (error) {
      toast.error("The draft was not deleted", { description: explain(error) });
      throw error;
    }
    autosave.stop();
    isOver.current = true;
    onDiscarded();
  };
  return {
    send,
    discard,
    isSending,
    problem,
    isOver: () => isOver.current,
    end: () => {
      autosave.stop();
      isOver.current = true;
    },
  };
}

function FormHeader({ type, draft }: { type: OfferedType; draft: KeptDraft | null }) {
  return (
    <div className="flex max-w-[42rem] flex-col gap-2">
      <PageHeader title={<TypeTitle typeKey={type.key}>{type.name}</TypeTitle>} context={type.help} />
      <TypeArticles typeKey={type.key} />
      {draft?.clonedFrom ? (
        <p className="text-sm text-muted">
          Begun from {draft.clonedFrom}. Look at every answer again before you send it.
        </p>
      ) : null}
    </div>
  );
}

function DraftBar({
  state,
  draftId,
  onDiscard,
}: {
  state: Parameters<typeof SaveIndicator>[0]["state"];
  draftId: string | null;
  onDiscard: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div
      className={cn(
        "flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3",
        (draftId !== null || state !== "untouched") && "border-t border-line",
      )}
    >
      <SaveIndicator state={state} />
      {draftId === null ? null : (
        <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
          Delete draft
        </Button>
      )}
      <DeleteDraftDialog open={isAsking} onOpenChange={setAsking} onConfirm={onDiscard} />
    </div>
  );
}
