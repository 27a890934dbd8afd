import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { AddressLine } from "./address-line";
import type { AddressRow } from "./address-rows";
import type { AddressRows } from "./use-address-rows";

/** The outcome of each address, which can be corrected, and how many were found. */
export function AddressResults({ addresses: { rows, change, search } }: { addresses: AddressRows }) {
	return (
		<>
			{rows.length === 0 ? null : (
				<ol aria-label="Addresses" className="divide-y divide-line">
					{rows.map((row, at) => (
						<AddressLine
							// biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places
							key={at}
							row={row}
							number={at + 1}
							isBusy={search.running}
							onRow={(next) => change(at, next)}
						/>
					))}
				</ol>
			)}
			<p role="status" className="text-muted text-small empty:hidden">
				{rows.length === 0 ? "" : outcomeOf(rows, search.running)}
			</p>
			{search.problem === null ? null : (
				<Notice kind="bad" alert>
					{asSentence(search.problem)}
				</Notice>
			)}
		</>
	);
}

/** Looks once more for the addresses that were corrected, or had no turn. */
export function SearchAgain({ addresses: { rows, search } }: { addresses: AddressRows }) {
	const isOpen = rows.some(({ state }) => state === "not_asked");
	if (!isOpen && !search.running) return null;
	return (
		<Button onClick={() => void search.run()} pending={search.running}>
			Search again
		</Button>
	);
}

function outcomeOf(rows: readonly AddressRow[], running: boolean): string {
	const count = (state: AddressRow["state"]) => rows.filter((row) => row.state === state).length;
	const parts = [
		`${count("found")} found`,
		...(count("ambiguous") > 0 ? [`${count("ambiguous")} ambiguous`] : []),
		...(count("not_found") > 0 ? [`${count("not_found")} not found`] : []),
		...(count("not_asked") > 0 ? [`${count("not_asked")} ${running ? "to go" : "not searched"}`] : []),
	];
	return parts.join(" · ");
}
