import { serve } from "./served.ts";

// A partner's endpoint that reads every call and answers 204. GET returns their number and the first and last times.

let count = 0;
let firstMs = 0;
let lastMs = 0;

await serve(
  (request, response) => {
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ count, firstMs, lastMs }));
      return;
    }
    request.resume();
    request.once("end", () => {
      lastMs = performance.now();
      if (count++ === 0) firstMs = lastMs;
      response.writeHead(204).end();
    });
  },
  () => Promise.resolve(),
);
