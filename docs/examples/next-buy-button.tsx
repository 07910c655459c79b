"use client";
// app/raffle/next-buy-button.tsx: functions cannot be handed from a server to a browser, so what gets them is here.
import { useState } from "react";
import { useCheckout } from "partner-raffle-embed/react";

export function BuyButton() {
  const [text, setText] = useState("");
  const [link, setLink] = useState<string | null>(null);
  const { isReady, open } = useCheckout({
    host: "raffles.example",
    org: "your-slug",
    lot: 7,
    locale: "en",
    onOpen: () => setLink(null),
    onPaid: ({ quantity }) => setText(`You have ${quantity} more tickets.`),
    onFailed: () => setText("Not paid. You can try again."),
    onBlocked: ({ url }) => setLink(url),
    onError: ({ url }) => setLink(url),
  });
  return (
    <p>
      <button disabled={!isReady} onClick={open}>
        Buy a ticket
      </button>
      {link && (
        <a href={link} target="_blank" rel="opener">
          Open checkout
        </a>
      )}
      <output>{text}</output>
    </p>
  );
}
