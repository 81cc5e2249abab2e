/** The routes outside the function API. */

import { httpRouter } from "convex/server";
import { downloadAttachment } from "./files/http";

const http = httpRouter();

http.route({ path: "/attachments", method: "GET", handler: downloadAttachment });

export default http;
