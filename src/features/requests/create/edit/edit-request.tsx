import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { PAGES } from "../../../../../convex/site/pages";
import { WayBack } from "../../../../components/not-there";
import { QueryBoundary } from "../../../../components/query-boundary";
import { buttonClasses } from "../../../../ui/button-classes";
import { EmptyState } from "../../../../ui/page/empty-state";
import { PageHeader } from "../../../../ui/page/page-header";
import { type EditableRequest, useEditing, useType } from "../api";
import { LoadingForm } from "../form/loading-form";
import { useLists } from "../form/lookups";
import { EditForm, type EditExits } from "./edit-form";

/** The form of a request under way, filled with its answers, for its requester. */
export function EditRequest({ name, ...exits }: { name: string } & EditExits) {
  return (
    <QueryBoundary
      key={name}
      title="These answers cannot be edited"
      page="Edit answers"
      wayOn={<WayBack list="requests" />}
    >
      <OpenEdit name={name} {...exits} />
    </QueryBoundary>
  );
}

function OpenEdit({ name, ...exits }: { name: string } & EditExits) {
  const editing = useEditing(name);
  // What was opened stays under the pen, whatever becomes of the request meanwhile; the form says when it changed.
  const [opened, setOpened] = useState<EditableRequest | null>(null);
  const current = editing?.kind === "editable" ? editing : null;
  if (opened === null && current?.whyNot === null) setOpened(current);
  const type = useType(current?.typeKey ?? opened?.typeKey ?? null, current?.id ?? opened?.id);
  const lists = useLists();
  if (editing === undefined) return <LoadingForm />;
  if (editing.kind === "refused") return <NotEditable requestKey={editing.key} reason={editing.reason} />;
  if (opened === null) return <NotEditable requestKey={editing.key} reason={editing.whyNot ?? ""} />;
  if (type === undefined || lists === undefined) return <LoadingForm />;
  if (type.kind === "hidden") return <NotEditable requestKey={editing.key} reason={type.reason} />;
  return <EditForm type={type} lists={lists} opened={opened} current={editing} {...exits} />;
}

function NotEditable({ requestKey, reason }: { requestKey: string; reason: string }) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={PAGES.editRequest.title} context={requestKey} />
      <EmptyState
        kind="no-right"
        title="The answers cannot be changed now"
        className="px-0"
        action={
          <Link to={PAGES.request.path} params={{ id: requestKey }} className={buttonClasses({ variant: "outline" })}>
            Back to {requestKey}
          </Link>
        }
      >
        {reason}
      </EmptyState>
    </div>
  );
}
