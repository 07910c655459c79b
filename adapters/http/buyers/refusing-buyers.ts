import type { Request, Response } from "express";
import type { Problem } from "../../../src/shared/problem.ts";
import { sendRefusal } from "../answers/answer.ts";
import { statusOf } from "../answers/problems.ts";
import { messagePage } from "./message-page.ts";

/** Responds to a thrown error: a browser that loads a page gets one; whoever asks for anything else gets JSON. */
export function refuseBuyer(request: Request, response: Response, error: unknown): void {
  // Whoever takes anything is no browser.
  const wantsPage = request.accepts(["json", "html"]) === "html";
  sendRefusal(response, error, wantsPage ? (problem) => refusalPage(problem, response) : undefined);
}

function refusalPage(problem: Problem, response: Response): string {
  const unknown = statusOf(problem) < 500;
  return messagePage({
    tone: "bad",
    mark: "✕",
    title: unknown ? "This page does not exist" : "This page cannot be shown now",
    text: unknown
      ? "Go back to where you bought your tickets. If you have paid, that counts all the same."
      : "Try again in a moment. If you have paid, that counts all the same.",
    notes: [`Reference: ${String(response.getHeader("X-Request-Id"))}`],
  });
}
