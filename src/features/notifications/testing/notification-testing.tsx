import { Send } from "lucide-react";
import { useState } from "react";
import { emailModeOf, KINDS, type NotificationKind, ruleOf } from "../../../../convex/core/notifications/rules";
import { CATEGORIES } from "../../../../convex/core/notifications/rules/categories";
import { letter, PORTAL_PLACE } from "../../../../convex/core/notifications/rules/letter";
import { sampleOf } from "../../../../convex/core/notifications/rules/samples";
import { QueryBoundary } from "../../../components/query-boundary";
import { explain } from "../../../components/refusal-words";
import { useViewer, useWhyNotNow } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { DescriptionList } from "../../../ui/page/description-list";
import { PageHeader } from "../../../ui/page/page-header";
import { toast } from "../../../ui/toast/toast";
import { useSendTest } from "../api";
import { EMAIL_CHOICES } from "../email-choices";
import { DeliveryLog } from "./delivery-log";

const OPTIONS = (Object.keys(KINDS) as NotificationKind[]).map((kind) => ({
  value: kind,
  label: `${ruleOf(kind).label} (${kind})`,
}));

/** What the URL of the screen holds, and how to change it. */
export interface NotificationTestingProps {
  readonly kind: NotificationKind;
  readonly onKind: (kind: NotificationKind) => void;
}

/** The kind an address names; an old or mistyped one opens the screen all the same. */
function kindOf(named: string | undefined): NotificationKind {
  return named !== undefined && Object.hasOwn(KINDS, named) ? (named as NotificationKind) : "approval.asked";
}

/** Shows any kind of notification with sample data, sends it to oneself, and lists what was mailed. */
export function NotificationTesting({
  named,
  onKind,
}: {
  named: string | undefined;
  onKind: NotificationTestingProps["onKind"];
}) {
  const kind = kindOf(named);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Notification Testing"
        context="Preview any notification with sample data, send it to yourself, and see what happened to every mail"
      />
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-2">
        <KindCard kind={kind} onKind={onKind} />
        <MailCard kind={kind} />
      </div>
      <QueryBoundary title="The delivery log did not load">
        <DeliveryLog />
      </QueryBoundary>
    </div>
  );
}

function KindCard({ kind, onKind }: NotificationTestingProps) {
  const [isSending, setSending] = useState(false);
  const sendTest = useSendTest();
  const whyNot = useWhyNotNow("notifications.test");
  const rule = ruleOf(kind);
  const category = CATEGORIES[rule.category];
  async function send(): Promise<void> {
    setSending(true);
    try {
      await sendTest({ kind });
      toast.success("Sent to you", {
        description: "The notification is in your inbox; the mail leaves within ten seconds.",
      });
    } catch (error) {
      toast.error("Nothing was sent", { description: explain(error) });
    } finally {
      setSending(false);
    }
  }
  return (
    <Card aria-labelledby="kind">
      <CardHeader id="kind" title="Kind" />
      <CardBody className="flex flex-col gap-4">
        <Field label="Notification" required>
          <Select options={OPTIONS} value={kind} onValueChange={onKind} />
        </Field>
        <DescriptionList
          items={[
            { term: "Category", value: category.label },
            { term: "Why somebody gets it", value: rule.because },
            {
              term: "Asks for something",
              value: rule.isAsk ? "Yes, and is over once nothing is asked any more" : "No",
            },
            {
              term: "Email by default",
              value: EMAIL_CHOICES.find(({ value }) => value === emailModeOf(rule.category, {}))?.label ?? "",
            },
            { term: "Can be switched off", value: category.isCritical ? "No" : "Yes" },
          ]}
        />
        <Button
          className="self-start"
          disabledReason={whyNot}
          busy={isSending}
          busyLabel="Sending"
          onClick={() => void send()}
        >
          <Send aria-hidden />
          Send to myself
        </Button>
      </CardBody>
    </Card>
  );
}

function MailCard({ kind }: { kind: NotificationKind }) {
  const viewer = useViewer();
  const mail = letter(viewer?.firstName ?? "", [sampleOf(kind)], "notification");
  const address = typeof window === "undefined" ? "" : window.location.origin;
  return (
    <Card aria-labelledby="mail">
      <CardHeader id="mail" title="Mail" description={mail.subject} />
      <CardBody>
        <pre className="rounded-md border border-line bg-sunken p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-ink-soft">
          {mail.text.replaceAll(PORTAL_PLACE, address)}
        </pre>
      </CardBody>
    </Card>
  );
}
