import { ViewAsRequester } from "../../../../features/impersonation/view-as-requester";
import { AlsoHere } from "../../../../features/presence/also-here";

/** What stands around a request for those who look after it: who else is here, and its requester's view of it. */
export function AroundRequest(props: {
  request: string;
  about: { key: string; requester: { id: string; name: string } };
}) {
  return (
    <>
      <AlsoHere request={props.request} page="request" />
      <ViewAsRequester {...props} />
    </>
  );
}
