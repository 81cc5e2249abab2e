import { pathTo } from "../../../convex/site/links";
import { useViewer } from "../../shell/session";
import { useFromTicket } from "./api";
import { StartButton } from "./start-button";
import { ViewAsToCome } from "./view-as-to-come";

/** Looks at a request through the eyes of whoever made it, for those who may. */
export function ViewAsRequester(props: {
  request: string;
  about: { key: string; requester: { id: string; name: string } };
}) {
  const { request, about } = props;
  const { key, requester } = about;
  const viewer = useViewer();
  if (!viewer?.capabilities.includes("impersonation.start") || requester.id === viewer._id) return null;
  return (
    <StartButton
      size="md"
      personId={requester.id}
      name={requester.name}
      request={{ id: request, key, path: pathTo("request", { id: key }) }}
    />
  );
}

/** Looks at a ticket through the eyes of its requester, for those who may. */
export function ViewAsTicketRequester({ ticketKey: key }: { ticketKey: string }) {
  const requester = useFromTicket(key);
  if (requester === undefined) return <ViewAsToCome />;
  if (requester === null) return null;
  return <StartButton {...requester} ticket={{ key, path: pathTo("ticket", { id: key }) }} />;
}
