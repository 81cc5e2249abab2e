/**
 * The answer of an HTTP action. The handler and everything that reads the body it made run in the action's
 * scope: what they throw where nobody catches it (a timer that goes on after the client hung up) is the
 * action's failure. Before there is an answer it becomes an error, while the body streams it cuts it off.
 */

import type { Execution } from "./execution.ts";
import { CallRefusal, describeThrown } from "./failure.ts";
import { runInScope } from "./globals/scope.ts";
import { sourcesFor } from "./modules/sources.ts";

/** Runs the handler to its answer. Rejects with what it throws, and where it has not answered in an action's time. */
export async function answerFrom(execution: Execution, handle: () => Promise<Response>): Promise<Response> {
  const { watch, limits } = execution.tree.host;
  const response = await new Promise<Response>((resolve, reject) => {
    const done = watch.start(limits.actionMs, (error) => execution.abort(new CallRefusal(error.message)));
    execution.onUncaught((reason) => {
      done();
      reject(reason);
    });
    runInScope(execution, handle).then(resolve, reject).finally(done);
  });
  execution.onUncaught(null);
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(streamed(execution, response.body), { status, statusText, headers });
}

function streamed(execution: Execution, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const { host, deployment, named } = execution.tree;
  const within = <T>(read: () => Promise<T>): Promise<T> => runInScope(execution, read);
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      execution.onUncaught((reason) => {
        host.logger.warn("an HTTP action failed while it answered", {
          requestId: named.requestId,
          error: describeThrown(reason, sourcesFor(deployment, execution.component)).text,
        });
        controller.error(new Error("the HTTP action failed"));
        within(() => reader.cancel()).catch(() => undefined);
      });
    },
    async pull(controller) {
      const { done, value } = await within(() => reader.read());
      if (!done) return controller.enqueue(value);
      execution.onUncaught(null);
      controller.close();
    },
    async cancel(reason) {
      execution.onUncaught(null);
      await within(() => reader.cancel(reason));
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
