// app/raffle/page.tsx: Next renders it on the server, and its parts start in the browser.
import { Raffle } from "partner-raffle-embed/react";
import { BuyButton } from "./next-buy-button";

export default function Page() {
  return (
    <main>
      <h1>Win a watch</h1>
      <Raffle host="raffles.example" org="your-slug" lot={7} locale="en" />
      <BuyButton />
    </main>
  );
}
