import { anyApi, httpActionGeneric as httpAction, httpRouter } from "convex/server";

const http = httpRouter();
http.route({
  path: "/count",
  method: "GET",
  handler: httpAction(
    async (ctx) => new Response(String(await ctx.runQuery(anyApi["lib"]!["get"] as never, { name: "http" } as never))),
  ),
});
export default http;
