import aggregate from "@convex-dev/aggregate/convex.config";
import migrations from "@convex-dev/migrations/convex.config";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import workflow from "@convex-dev/workflow/convex.config";
import { defineApp } from "convex/server";
import { v } from "convex/values";
import counter from "../counter/convex.config.ts";

const app = defineApp({ env: { NAME: v.string() } });
app.use(counter, { name: "one", httpPrefix: "/one", env: { GREETING: "hello" } });
app.use(counter, { name: "two", env: { GREETING: app.env.NAME } });
app.use(rateLimiter);
app.use(aggregate, { httpPrefix: "/silent" });
app.use(migrations);
app.use(workflow);
export default app;
