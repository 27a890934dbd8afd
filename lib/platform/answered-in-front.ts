/** Whether a browser would show an answer of this type as a page. */
export const isHtml = (contentType: string | null | undefined): boolean => /\bhtml\b/i.test(contentType ?? "");

/**
 * Words an answer that does not come from the addressed party: proxies, portals and firewalls send
 * such answers with any status.
 */
export const answeredInFront = (of: string, contentType: string | undefined): string =>
	`something in front of ${of} answered ${isHtml(contentType) ? "with a page" : "in its place"}`;
