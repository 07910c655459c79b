import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSlug } from "../../api/organisation.ts";

/** One field for whatever names a purchase. */
export function SearchForm({ text = "" }: { readonly text?: string }) {
  const slug = useSlug();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  return (
    <form
      role="search"
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "")
          void navigate({ to: "/o/$slug/search", params: { slug }, search: { q: typed.trim() } });
      }}
    >
      <TextInput
        className="grow"
        label="Find a purchase"
        description="An order's id, an e-mail, a wallet, a provider's id of a payment, refund or dispute, a request's id – or: competition 12 ticket 340"
        value={typed}
        maxLength={254}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">Search</Button>
    </form>
  );
}
