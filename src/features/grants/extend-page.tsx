import { useRef, useState, type FormEvent } from "react";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { GoLink } from "../../components/go-link";
import { LastUse } from "../../components/last-use/last-use";
import { useSaidAddress } from "../../components/linked/readable-address";
import { NotThere } from "../../components/not-there";
import { QueryBoundary } from "../../components/query-boundary";
import { explain } from "../../components/refusal-words";
import { formatDate, formatDeadline } from "../../lib/dates";
import { randomKey } from "../../lib/random-key";
import { count } from "../../lib/text";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { NumberInput } from "../../ui/form/number-input";
import { Alert } from "../../ui/page/alert";
import { DescriptionList } from "../../ui/page/description-list";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { type ExtensionForm, useExtend, useExtension } from "./api";
import { daysProblem, extendedEnd, reasonProblem } from "./extension-rules";

interface ExtendPageProps {
  readonly grantId: string;
  /** Learns how the form is named in addresses. */
  readonly onAddress: (address: string) => void;
  readonly onSent: (requestKey: string) => void;
}

/** More time for one access of the viewer's: the end it has, the end it would have, and why. */
export function ExtendPage(props: ExtendPageProps) {
  return (
    <QueryBoundary title="This access did not load" page="Extend access">
      <Loaded {...props} />
    </QueryBoundary>
  );
}

function Loaded({ grantId, onAddress, onSent }: ExtendPageProps) {
  const form = useExtension(grantId);
  useSaidAddress(form?.address, onAddress);
  if (form === undefined) {
    return (
      <SkeletonGroup label="Loading the access" className="flex max-w-xl flex-col gap-4">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-24" />
        <Skeleton className="h-40" />
      </SkeletonGroup>
    );
  }
  if (form === null) {
    return (
      <div className="flex flex-col gap-5">
        <PageHeader title="Extend access" />
        <NotThere title="You do not hold this access" list="home">
          You can extend what you hold yourself. It is listed on Home under “My access”.
        </NotThere>
      </div>
    );
  }
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <PageHeader
        title="Extend access"
        context={
          <>
            {form.description}
            {form.code === null ? "" : <code className="ml-1.5 font-mono text-sm">{form.code}</code>}. {form.typeName},
            granted by{" "}
            <GoLink
              to={pathTo("request", { id: form.requestKey })}
              className="rounded-sm font-mono text-sm text-accent-text hover:underline"
            >
              {form.requestKey}
            </GoLink>
          </>
        }
      />
      {form.whyNot === null ? <Form form={form} onSent={onSent} /> : <NotNow form={form} />}
    </div>
  );
}

function NotNow({ form: { whyNot, openKey } }: { form: ExtensionForm }) {
  return (
    <>
      <Alert meaning="info" title={whyNot ?? ""} />
      <div>
        {openKey === null ? (
          <GoLink to={PAGES.newRequest.path} className={buttonClasses({ variant: "outline" })}>
            New request
          </GoLink>
        ) : (
          <GoLink to={pathTo("request", { id: openKey })} className={buttonClasses({ variant: "outline" })}>
            Open {openKey}
          </GoLink>
        )}
      </div>
    </>
  );
}

function Form({ form, onSent }: { form: ExtensionForm; onSent: (requestKey: string) => void }) {
  const [days, setDays] = useState(String(form.days));
  const [reason, setReason] = useState("");
  const [isSent, setSent] = useState(false);
  const sending = useSending(form, onSent);
  const inputs = { days: useRef<HTMLInputElement>(null), reason: useRef<HTMLTextAreaElement>(null) };
  const problems = { days: daysProblem(days, form.maxDays), reason: reasonProblem(reason, form) };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSent(true);
    const first = problems.days ? "days" : problems.reason ? "reason" : null;
    if (first) inputs[first].current?.focus();
    else void sending.send(Number(days), reason);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <DescriptionList
        items={[
          { term: "Held since", value: formatDate(form.heldSince) },
          { term: "Use", value: <LastUse use={form.use} /> },
          { term: "Current end", value: form.currentEnd === null ? "Never" : formatDeadline(form.currentEnd) },
          {
            term: "New end",
            value: (
              <output htmlFor="extend-days" className="font-medium">
                {problems.days || form.currentEnd === null
                  ? "-"
                  : formatDeadline(extendedEnd(form.currentEnd, Number(days)))}
              </output>
            ),
          },
        ]}
      />
      <Field
        id="extend-days"
        label="Days to add"
        help={`Counted from the end it has now, at most ${form.maxDays}.`}
        error={isSent ? problems.days : null}
        required
      >
        <NumberInput ref={inputs.days} value={days} onChange={setDays} />
      </Field>
      <Field
        id="extend-reason"
        label="Reason"
        help={`Why you still need it, in at least ${count(form.reasonMin, "character")}. Whoever decides reads it.`}
        error={isSent ? problems.reason : null}
        required
      >
        <Textarea
          ref={inputs.reason}
          rows={4}
          maxLength={form.reasonMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {sending.problem === null ? null : (
        <Alert meaning="danger" title="The extension was not sent">
          {sending.problem}
        </Alert>
      )}
      <div>
        <Button type="submit" size="lg" busy={sending.isBusy} busyLabel="Sending...">
          Send request
        </Button>
      </div>
    </form>
  );
}

/** Sends under one name for as long as the form is open: sent again after an outage, it is still one request. */
function useSending(form: ExtensionForm, onSent: (requestKey: string) => void) {
  const extend = useExtend();
  const [submitKey] = useState(randomKey);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function send(days: number, reason: string): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const { key } = await extend({ grantId: form.grantId, days, reason: reason.trim(), submitKey });
      onSent(key);
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setBusy(false);
    }
  }
  return { send, isBusy, problem };
}
