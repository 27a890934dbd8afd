"use client";

import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/kit/ui/button";

export interface OptionalFilter {
	key: string;
	/** Whether it leaves something out: then it is always shown. */
	active: boolean;
	/** Whether it is shown at once. */
	usual?: boolean;
	filter: ReactNode;
}

/** Shows usual filters and those in use, and the others on request; on phones all of them. */
export function MoreFilters({ filters }: { filters: readonly OptionalFilter[] }) {
	const id = useId();
	const [open, setOpen] = useState(false);
	const shownOf = ({ active, usual }: OptionalFilter) => active || open || usual === true;
	return (
		<>
			<div id={id} className="contents">
				{filters.map((optional) => (
					<div key={optional.key} className={shownOf(optional) ? "max-w-full" : "max-w-full md:hidden"}>
						{optional.filter}
					</div>
				))}
			</div>
			<Button
				variant="quiet"
				aria-expanded={open}
				aria-controls={id}
				onClick={() => setOpen(!open)}
				className="px-2 max-md:hidden"
			>
				<SlidersHorizontal aria-hidden className="size-4" />
				{open ? "Fewer filters" : "More filters"}
			</Button>
		</>
	);
}
