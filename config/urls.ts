/** Whether what libraries will unescape of it can be unescaped. */
export function isEscaped(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Whether it names a host and perhaps a path, and nothing else. */
export function isPlace(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "" && !/[?#]/.test(text);
}

/** Whether it is the URL of a mail server as SMTP_URL has it, whose user and password can be unescaped. */
export function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.hostname === "" || !isEscaped(text)) return false;
  const bare = url.search === "" || (url.search === "?tls=none" && url.protocol === "smtp:");
  return bare && url.hash === "" && /^\/?$/.test(url.pathname);
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost\.?|.*\.localhost\.?|127\..*|\[::1\]|0\.0\.0\.0|\[::\])$/.test(hostname);
}
