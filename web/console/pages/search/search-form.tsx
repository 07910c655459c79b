import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

/** Form that searches for a purchase. @param slug undefined: in all organisations */
export function SearchForm({ text = "", slug }: { readonly text?: string; readonly slug?: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  const look = () => {
    const searchText = typed.trim();
    if (searchText === "") return;
    const state = { searchText };
    if (slug === undefined) void navigate({ to: "/search", state });
    else void navigate({ to: "/o/$slug/search", params: { slug }, state });
  };
  return (
    <form
      role="search"
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <TextInput
        className="grow"
        label="Find a purchase"
        description="Order ID, e-mail, wallet, the provider's ID of a payment, refund or dispute, request ID, or for example: competition 12 ticket 340"
        value={typed}
        maxLength={254}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">Search</Button>
    </form>
  );
}
