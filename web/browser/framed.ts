import { fillIn, startBuying } from "./buying/buying.ts";
import { startCountdown } from "./countdown.ts";
import { clockFrom, type Facts, followLots } from "./live.ts";
import { showMoments } from "./moments.ts";
import { offerSharing } from "./results/share.ts";
import { playDraw } from "./results/stage.ts";
import { offerVerification } from "./verify/button.ts";
import { clampedHeight, fromHost, type FromFrame, shortTitle, VERSION } from "./protocol.ts";

const { documentElement: root, body } = document;

function tell(message: FromFrame): void {
  // Nothing that is said is secret, and who frames the page is not known here.
  if (parent !== window) parent.postMessage({ raffle: VERSION, ...message }, "*");
}

function tellHeight(): void {
  let last = 0;
  const look = () => {
    const height = clampedHeight(body.getBoundingClientRect().height);
    if (height !== last) tell({ type: "height", height });
    last = height;
  };
  new ResizeObserver(look).observe(body);
  // Browsers observe no sizes in a frame that is out of sight, but it has a height.
  look();
  addEventListener("load", look);
}

function hearHost(): void {
  addEventListener("message", ({ source, data }) => {
    const hello = source === parent ? fromHost(data) : null;
    if (!hello) return;
    if (hello.scheme === "auto") delete root.dataset.scheme;
    else root.dataset.scheme = hello.scheme;
    fillIn(hello.email);
  });
}

if (parent !== window) root.dataset.framed = "";
tellHeight();
hearHost();
tell({ type: "title", title: shortTitle(document.title) });
showMoments();
offerVerification(playDraw());
offerSharing();
const factsText = document.querySelector("#facts")?.textContent;
if (factsText) {
  const facts = JSON.parse(factsText) as Facts;
  const alone = facts.kind === "grid" ? null : document.querySelector<HTMLElement>("[data-lot]");
  if (alone) tell({ type: "state", state: alone.dataset.state!, competitionId: Number(alone.dataset.lot) });
  const clock = clockFrom(facts.now);
  const look = followLots(facts, clock);
  startCountdown(clock, look);
  startBuying({ visits: facts.visits, tell, look });
}
