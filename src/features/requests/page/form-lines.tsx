import { Suspense } from "react";
import { lazyPart } from "../../../ui/lazy-part";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import type { RequestDetail } from "./api";
import { FormAnswers } from "./form-answers";

// Most requests were never edited.
const EditList = lazyPart(() => import("../../../components/changes/answer-changes").then((part) => part.EditList));

/** The form as it stands, in words, and how it came to be so. */
export function FormLines({ request }: { request: RequestDetail }) {
  if (request.form.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="Nothing was filled in">
        The form of this request is empty.
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-4">
      <Card className="px-4 py-1">
        <FormAnswers form={request.form} />
      </Card>
      {request.edits.length === 0 ? null : (
        <Card aria-labelledby="request-edits">
          <CardHeader id="request-edits" title="Edits" />
          <CardBody>
            <Suspense fallback={null}>
              <EditList edits={request.edits} />
            </Suspense>
          </CardBody>
        </Card>
      )}
      <WhyNoEdit request={request} />
    </div>
  );
}

/** Why the requester cannot change the answers of what is still under way. */
function WhyNoEdit({ request: { viewer, whyNot, status, endedAt } }: { request: RequestDetail }) {
  if (!viewer.isRequester || whyNot.edit === null || status === "Draft" || endedAt !== null) return null;
  return <p className="text-sm text-muted">{whyNot.edit}</p>;
}
