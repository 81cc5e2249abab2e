import { pathTo } from "../../../convex/site/links";
import { useViewer } from "../../shell/session";
import { StartButton } from "./start-button";

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
      request={{ id: request, path: pathTo("request", { id: key }) }}
    />
  );
}
