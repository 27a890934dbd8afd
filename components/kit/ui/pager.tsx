import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatCount } from "@/lib/browser/format";
import { Button } from "./button";

export interface PagerProps {
	offset: number;
	limit: number;
	total: number;
	onOffset: (offset: number) => void;
}

/** Which rows of how many, and the way to the ones before and after. */
export function Pager({ offset, limit, total, onOffset }: PagerProps) {
	const last = Math.min(offset + limit, total);
	return (
		<div className="flex items-center gap-2 px-4 py-3 md:px-6">
			<p className="me-auto text-muted">
				{total === 0 || offset >= total
					? `0 of ${formatCount(total)}`
					: `${formatCount(offset + 1)}–${formatCount(last)} of ${formatCount(total)}`}
			</p>
			{total > limit || offset > 0 ? (
				<>
					<Button
						aria-label="Previous page"
						unavailable={offset === 0 ? "This is the first page." : null}
						onClick={() => onOffset(Math.max(0, offset - limit))}
					>
						<ChevronLeft aria-hidden className="size-4" />
					</Button>
					<Button
						aria-label="Next page"
						unavailable={last >= total ? "This is the last page." : null}
						onClick={() => onOffset(offset + limit)}
					>
						<ChevronRight aria-hidden className="size-4" />
					</Button>
				</>
			) : null}
		</div>
	);
}
