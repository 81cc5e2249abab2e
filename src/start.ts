import { createCsrfMiddleware, createStart } from "@tanstack/react-start";

/** Server functions answer same-origin calls only. */
const sameOriginOnly = createCsrfMiddleware({ filter: (call) => call.handlerType === "serverFn" });

export const startInstance = createStart(() => ({ requestMiddleware: [sameOriginOnly] }));
