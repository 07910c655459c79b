/** The characters of a URI (RFC 3986), and complete escapes. */
export const URI = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;
