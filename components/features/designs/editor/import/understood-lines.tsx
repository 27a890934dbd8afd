import { formatPlural } from "@/lib/browser/format";
import type { ImportSource } from "./import-source";

const SHOWN = 20;

/** Says for each pasted line what was understood. */
export function UnderstoodLines({ source: { lines = [], found } }: { source: ImportSource }) {
	if (lines.length === 0) return null;
	return (
		<section aria-label="Understood as" className="grid grid-cols-1 gap-1 text-small">
			<h3 className="font-medium">Understood as</h3>
			<ul className="grid grid-cols-1 gap-0.5">
				{lines.slice(0, SHOWN).map(({ where, isPlace, radius }, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change while shown
					<li key={place} className="flex min-w-0 flex-wrap gap-x-2">
						<bdi className="max-w-full truncate font-mono">{where}</bdi>
						<span className="text-muted">
							{isPlace ? (
								found?.has(where) ? (
									<bdi>{found.get(where)?.name}</bdi>
								) : (
									"no place found; streets need a geocoder: ask your operator"
								)
							) : (
								"a position or shape"
							)}
							{radius === "" ? null : <>, radius {radius}</>}
						</span>
					</li>
				))}
			</ul>
			{lines.length > SHOWN ? (
				<p className="text-muted">and {formatPlural(lines.length - SHOWN, "more line")}</p>
			) : null}
		</section>
	);
}
