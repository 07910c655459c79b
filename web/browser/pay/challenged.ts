// The page that an issuer's frame returns to after a challenge: it says so, without secrets, to the page that shows it.
parent.postMessage({ source: "fields", event: "challenge_done" }, "*");
