import { Choice } from "@/components/kit/ui/filter-bar";
import { Pager } from "@/components/kit/ui/pager";
import { PAGE_SIZES } from "./use-list-state";

export interface ListPagerProps {
	place: { offset: number; limit: number; goTo: (offset: number) => void; resize?: (limit: number) => void };
	total: number;
}

/** Which rows of how many, the way on, and how many rows a page has. */
export function ListPager({ place, total }: ListPagerProps) {
	const { offset, limit, goTo, resize } = place;
	const smallest = PAGE_SIZES[0];
	return (
		<div className="flex max-w-page flex-wrap items-center border-line border-t">
			<div className="grow">
				<Pager offset={offset} limit={limit} total={total} onOffset={goTo} />
			</div>
			{resize === undefined || total <= smallest ? null : (
				<div className="px-4 pb-3 md:px-6 md:pt-3">
					<Choice
						label="Rows"
						value={String(limit)}
						rest={String(smallest)}
						options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
						onChange={(size) => resize(Number(size))}
					/>
				</div>
			)}
		</div>
	);
}
