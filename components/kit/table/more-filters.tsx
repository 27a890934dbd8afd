"use client";

import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/kit/ui/button";

export interface OptionalFilter {
	key: string;
	/** Whether it leaves something out: then it is always shown. */
	active: boolean;
	/** Whether there is room for it beside the others except on small screens. */
	usual?: boolean;
	filter: ReactNode;
}

/** Shows usual filters and those in use, and the others on request. */
export function MoreFilters({ filters }: { filters: readonly OptionalFilter[] }) {
	const id = useId();
	const [open, setOpen] = useState(false);
	const shownOf = ({ active, usual }: OptionalFilter) => active || open || usual === true;
	return (
		<>
			<div id={id} className="contents">
				{filters.filter(shownOf).map(({ key, active, filter }) => (
					<div key={key} className={active || open ? "max-w-full" : "max-w-full max-md:hidden"}>
						{filter}
					</div>
				))}
			</div>
			<Button variant="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className="px-2">
				<SlidersHorizontal aria-hidden className="size-4" />
				{open ? "Fewer filters" : "More filters"}
			</Button>
		</>
	);
}
