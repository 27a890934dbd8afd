import { lookForService } from "@/lib/browser/reachability";
import { Button } from "./button";

/** In the place of a page that comes once the service is back. */
export function UnreachableView() {
	return (
		<div role="alert" className="grid max-w-prose justify-items-start gap-3 p-4 md:p-6">
			<h1 tabIndex={-1} className="text-large font-medium outline-none">
				The service cannot be reached. Trying again…
			</h1>
			<Button onClick={lookForService}>Try now</Button>
		</div>
	);
}
