/** Shows the console's logo and name. */
export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="brand-mark" />
        <path d="M8 11h16v3.5a1.5 1.5 0 0 0 0 3V21H8v-3.5a1.5 1.5 0 0 0 0-3z" fill="#fff" />
      </svg>
      <span>Raffle console</span>
    </span>
  );
}
