import { httpActionGeneric as httpAction, httpRouter } from "convex/server";

const http = httpRouter();
http.route({ pathPrefix: "/", method: "GET", handler: httpAction(async () => new Response("the app's")) });
export default http;
