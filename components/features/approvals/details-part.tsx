"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

/** The contents of a disclosure, rendered when it is opened. */
export function DetailsPart({ summary, children }: { summary: string; children: ReactNode }) {
	const [open, setOpen] = useState(false);
	return (
		<details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
			<summary className="flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-sm text-muted text-small font-medium max-md:min-h-11 hover:text-text [&::-webkit-details-marker]:hidden">
				<ChevronRight aria-hidden className="size-3.5 group-open:rotate-90" />
				{summary}
			</summary>
			{open ? children : null}
		</details>
	);
}
