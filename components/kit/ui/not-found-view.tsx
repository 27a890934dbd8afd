import { buttonClass } from "./button";
import { PageLink } from "./page-link";

/**
 * There is nothing at this address, or nothing that this user may see: the two look alike on
 * purpose.
 */
export function NotFoundView() {
	return (
		<div className="grid max-w-prose justify-items-start gap-3 p-6">
			<h1 className="text-title font-bold">Not found</h1>
			<p className="text-muted">
				There is nothing at this address, or it is not shared with you. Check the link, or start from the overview.
			</p>
			<PageLink acts href="/" className={buttonClass("plain")}>
				Go to the overview
			</PageLink>
		</div>
	);
}
