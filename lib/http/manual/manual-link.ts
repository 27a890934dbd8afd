import { posix } from "node:path";
import type { Manual, ManualPage } from "./manual";

/** A link of a page, as a browser follows it. */
export type ManualLink =
	/** Within the manual. */
	| { readonly kind: "page"; readonly href: string }
	/** To another site. */
	| { readonly kind: "site"; readonly href: string };

/** Where a link of a page leads; null for what browsers cannot open, such as a source file. */
export function manualLink(manual: Manual, page: ManualPage, href: string): ManualLink | null {
	if (/^https?:\/\//.test(href)) return { kind: "site", href };
	const [path = "", anchor] = href.split("#");
	const hash = anchor === undefined ? "" : `#${anchor}`;
	if (path === "") return { kind: "page", href: `${page.href}${hash}` };
	const file = posix.join(posix.dirname(page.file), path);
	const target = manual.pages.get(file) ?? manual.pages.get(posix.join(file, "README.md"));
	return target === undefined ? null : { kind: "page", href: `${target.href}${hash}` };
}
