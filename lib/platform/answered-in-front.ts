/** Whether a browser would show an answer of this type as a page. */
export const isHtml = (contentType: string | null | undefined): boolean => /\bhtml\b/i.test(contentType ?? "");

/** Says that an answer is not of the party that was asked: proxies, portals and firewalls send such, of any status. */
export const answeredInFront = (of: string, contentType: string | undefined): string =>
	`something in front of ${of} answered ${isHtml(contentType) ? "with a page" : "in its place"}`;
