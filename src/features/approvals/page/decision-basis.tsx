import { MessageCircleQuestion } from "lucide-react";
import { Suspense } from "react";
import { VERDICT_LABELS } from "../../../../convex/core/approvals/rules/labels";
import type { Plan } from "../../../../convex/lib/pure/plan";
import { AccessName, RoleCode } from "../../../components/kinds/access-name";
import { LastUse } from "../../../components/last-use/last-use";
import { NoPlan } from "../../../components/plan/no-plan";
import { PlanView } from "../../../components/plan/plan-view";
import { formatDate } from "../../../lib/dates";
import { lazyPart } from "../../../ui/lazy-part";
import { Alert } from "../../../ui/page/alert";
import { DescriptionList } from "../../../ui/page/description-list";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type ShownApproval, useApprovalCommands, useQuestions } from "../api";
import { Section } from "./section";

// Most requests were neither asked about nor changed.
const Answered = lazyPart(() => import("./questions-and-edits").then((part) => part.Answered));
const Edits = lazyPart(() => import("./questions-and-edits").then((part) => part.Edits));

/**
 * What a decision rests on, in the order it is asked: why, what, what they hold already, what would happen, what was
 * said.
 */
export function DecisionBasis({
  page,
  isChanged,
  onRead,
}: {
  page: ShownApproval;
  isChanged: boolean;
  onRead: () => void;
}) {
  const said = useQuestions(page.request.key);
  return (
    <>
      <OpenQuestion page={page} />
      <Suspense fallback={null}>
        {said.some(({ isAnswer }) => isAnswer) ? <Answered said={said} requestKey={page.request.key} /> : null}
        {page.request.edits.length > 0 ? <Edits page={page} isChanged={isChanged} onRead={onRead} /> : null}
      </Suspense>
      <Extension page={page} />
      <OtherArea page={page} />
      <Why page={page} />
      <What page={page} />
      <CurrentAccess page={page} />
      <WouldHappen page={page} />
      <Decisions page={page} />
    </>
  );
}

/** What the requester was asked and has not answered yet. */
function OpenQuestion({ page: { request } }: { page: ShownApproval }) {
  if (!request.question) return null;
  const { text, by, at } = request.question;
  return (
    <Alert meaning="warning" title={`${by} asked ${request.requester.name}`}>
      <span className="flex items-start gap-1.5 wrap-anywhere">
        <MessageCircleQuestion aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          “{text}” · <RelativeTime at={at} />. Deadlines are paused until it is answered.
        </span>
      </span>
    </Alert>
  );
}

/** More time for what is held already: since when, until when now, and until when it would be. */
function Extension({
  page: {
    request: { extension, beneficiary },
  },
}: {
  page: ShownApproval;
}) {
  if (extension === null) return null;
  const { heldSince, use, currentEnd, newEnd, state } = extension;
  const isHeld = state === "Active" || state === "Expiring";
  return (
    <Section
      id="approval-extension"
      title="Extension"
      description={`${beneficiary.name} asks for more time for access they ${isHeld ? "hold" : "held"}.`}
    >
      <DescriptionList
        items={[
          { term: "Held since", value: formatDate(heldSince) },
          { term: isHeld ? "Current end" : "Ended", value: formatDate(currentEnd) },
          { term: "New end", value: <span className="font-medium">{newEnd === null ? "-" : formatDate(newEnd)}</span> },
          { term: "Use", value: <LastUse use={use} /> },
        ]}
      />
    </Section>
  );
}

/**
 * The person it is for belongs to another area, or to none: whoever sent it chose whose owner decides, and says why.
 */
function OtherArea({
  page: {
    request: { otherAreaReason, businessArea, beneficiary },
  },
}: {
  page: ShownApproval;
}) {
  if (otherAreaReason === null) return null;
  return (
    <Alert meaning="warning" title="Another business area">
      <p>{`${beneficiary.name} belongs to ${beneficiary.area ?? "no business area"}; ${businessArea ?? "another area"} was chosen, because:`}</p>
      <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line text-ink wrap-anywhere">
        {otherAreaReason}
      </p>
    </Alert>
  );
}

function Why({ page: { request } }: { page: ShownApproval }) {
  return (
    <Section id="approval-why" title="Why">
      {request.reason ? (
        <p dir="auto" className="max-w-prose whitespace-pre-line text-ink wrap-anywhere">
          {request.reason}
        </p>
      ) : (
        <p className="text-muted">No reason was given.</p>
      )}
    </Section>
  );
}

function What({ page: { request } }: { page: ShownApproval }) {
  const items = request.lines.map(({ label, value, code }) => ({
    term: label,
    value: (
      <>
        <span dir="auto" className="block whitespace-pre-line">
          {value}
        </span>
        <RoleCode code={code} className="block" />
      </>
    ),
  }));
  return (
    <Section id="approval-what" title="What">
      {items.length === 0 ? (
        <p className="text-muted">The form has no answers besides the reason.</p>
      ) : (
        <DescriptionList items={items} />
      )}
    </Section>
  );
}

function CurrentAccess({ page: { access, request } }: { page: ShownApproval }) {
  return (
    <Section id="approval-access" title={`What ${request.beneficiary.name} holds now`}>
      {access.length === 0 ? (
        <p className="text-muted">No access that was granted through this portal.</p>
      ) : (
        <ul className="flex flex-col">
          {access.map(({ system, description, code, state, expiresAt }) => (
            <li
              key={`${system} ${description} ${code}`}
              className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 last:border-b-0"
            >
              <span className="min-w-0 text-ink wrap-anywhere">
                <AccessName description={description} code={code} />
              </span>
              <span className="text-sm text-muted">
                {expiresAt === null
                  ? "No end date"
                  : `${state === "Expiring" ? "Ends soon: " : "Until "}${formatDate(expiresAt)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function WouldHappen({ page: { tasks, request } }: { page: ShownApproval }) {
  const { planAgain } = useApprovalCommands();
  if (tasks.length === 0) return null;
  return (
    <Section
      id="approval-plan"
      title="What would happen"
      description="The tasks after the approval, with the exact statements where they are automated."
    >
      <ol className="flex flex-col gap-4">
        {tasks.map(({ id, title, plan, planError, plannedAt, lacksPlan }) => (
          <li key={id} className="flex flex-col gap-2">
            <p className="font-medium text-ink">{title}</p>
            {plan ? <PlanView plan={plan as unknown as Plan} /> : null}
            {lacksPlan ? (
              <NoPlan
                why={planError ?? "It is being made."}
                triedAt={plannedAt}
                onAgain={() => planAgain({ requestId: request.id })}
              />
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Decisions({ page: { decisions } }: { page: ShownApproval }) {
  return (
    <Section id="approval-decisions" title="Earlier decisions">
      {decisions.length === 0 ? (
        <p className="text-muted">Nobody has decided about this request yet.</p>
      ) : (
        <ol className="flex flex-col">
          {decisions.map((decision) => (
            <li key={decision.id} className="border-b border-line py-2 last:border-b-0">
              <p className={decision.isVoid ? "text-muted line-through" : "text-ink"}>
                <span className="font-medium">{decision.by}</span>
                {decision.onBehalfOf ? <span className="text-muted"> for {decision.onBehalfOf}</span> : null} ·{" "}
                {VERDICT_LABELS[decision.verdict]}
                {decision.step ? <span className="text-muted"> · {decision.step}</span> : null}
                {decision.withoutPlan ? <span className="text-warning"> · without a dry run</span> : null}
              </p>
              {decision.comment ? (
                <p dir="auto" className="max-w-prose text-ink-soft wrap-anywhere">
                  “{decision.comment}”
                </p>
              ) : null}
              <p className="text-sm text-muted">
                <RelativeTime at={decision.at} />
                {decision.isVoid ? ", about an earlier version of the form" : ""}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
