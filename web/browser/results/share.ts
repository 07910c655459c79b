/** Lets links to shareable pages open the device's own menu, or copy their address. Without either they stay links. */
export function offerSharing(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-share]"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      void share(link);
    });
}

async function share(link: HTMLAnchorElement): Promise<void> {
  const { href: url } = link;
  try {
    // Frames of other sites may not share or copy.
    if ("share" in navigator) return await navigator.share({ title: document.title, url });
  } catch (error) {
    if ((error as Error).name === "AbortError") return;
  }
  try {
    await navigator.clipboard.writeText(url);
    link.nextElementSibling!.textContent = link.dataset.copied!;
  } catch {
    window.open(url, "_blank", "noopener");
  }
}
