"use client";

import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { formatPlural } from "@/lib/browser/format";
import { AddressResults, SearchAgain } from "../addresses/address-results";
import { MOST_ROWS, rowsOfTable } from "../addresses/address-rows";
import { useAddressRows } from "../addresses/use-address-rows";
import { addressSource, rowsOfFile } from "./address-source";
import type { ImportSource } from "./import-source";
import type { ShownColumns } from "./shown-columns";

export interface AddressColumnsProps {
	source: ImportSource;
	columns: ShownColumns;
	/** Reads the table with its positions. */
	onFound: (source: ImportSource) => void;
}

/** Finds the positions of a table's addresses by the geocoder. */
export function AddressColumns({ source, columns, onFound }: AddressColumnsProps) {
	const addresses = useAddressRows();
	const [problem, setProblem] = useState<string | null>(null);
	const { rows, ready, search } = addresses;
	const begin = async () => {
		try {
			const found = rowsOfTable({ rows: await rowsOfFile(source, columns.delimiter) }, columns.roles);
			setProblem(found.length === 0 ? "The rows have no address." : null);
			if (found.length > 0) addresses.begin(found);
		} catch {
			setProblem("The file cannot be read.");
		}
	};
	return (
		<section aria-label="Addresses of the table" className="grid grid-cols-1 gap-2">
			<AddressResults addresses={addresses} />
			{problem === null ? null : (
				<Notice kind="bad" alert>
					{problem}
				</Notice>
			)}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				{rows.length === 0 ? (
					<>
						<Button onClick={() => void begin()}>Find positions</Button>
						<p className="text-muted text-small">Of the first {MOST_ROWS} addresses, about one a second.</p>
					</>
				) : (
					<>
						<SearchAgain addresses={addresses} />
						<Button
							unavailable={
								search.running ? "Addresses are being searched." : ready === 0 ? "No address has a place yet." : null
							}
							onClick={() => onFound(addressSource(source, columns, rows))}
						>
							Use {formatPlural(ready, "position")}
						</Button>
					</>
				)}
			</div>
		</section>
	);
}
