import { anyApi, cronJobs } from "convex/server";

const crons = cronJobs();
crons.interval("count", { minutes: 1 }, anyApi["lib"]!["addLater"] as never, { name: "cron" } as never);
export default crons;
