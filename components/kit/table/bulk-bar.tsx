import { type ReactNode, useRef } from "react";
import { Button } from "@/components/kit/ui/button";
import { useFoot } from "@/components/kit/ui/use-foot";
import { selectedWords } from "./selected-words";

export interface BulkBarProps {
	count: number;
	/** Of those: how many another page or filter hides. */
	hidden: number;
	what: string;
	onClear: () => void;
	children: ReactNode;
	/** What cannot be undone, apart from the rest. */
	apart?: ReactNode;
}

/** What can be done with the chosen rows; it stays at the foot of the list while that scrolls. */
export function BulkBar({ count, hidden, what, onClear, children, apart }: BulkBarProps) {
	const bar = useRef<HTMLElement>(null);
	useFoot(bar);
	return (
		<section
			ref={bar}
			aria-label={`Selected ${what}`}
			data-print="hidden"
			data-unfinished
			className="sticky bottom-0 z-20 [@media(max-height:20rem)]:static flex flex-wrap items-center gap-2 border-line-strong border-t bg-raised px-4 py-2 md:px-6"
		>
			<p className="me-2 font-medium" aria-live="polite">
				{selectedWords(count, hidden)}
			</p>
			{children}
			<Button variant="quiet" onClick={onClear}>
				Clear
			</Button>
			{apart === undefined ? null : <span className="ms-auto ps-group">{apart}</span>}
		</section>
	);
}
