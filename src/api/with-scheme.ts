/** People paste what they see in the address bar, and browsers hide the scheme there. A colon before a digit leads to a port. */
export const withScheme = (written: string, scheme = "https:"): string =>
  /^[a-z][a-z0-9+.-]*:(?:\D|$)/i.test(written) ? written : `${scheme}//${written}`;
