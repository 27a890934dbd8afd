import { useState } from "react";
import type { AddressRow } from "./address-rows";
import { useAddressSearch } from "./use-address-search";

/** The addresses of a list, each with its outcome, while they are looked for and corrected. */
export function useAddressRows() {
	const [rows, setRows] = useState<readonly AddressRow[]>([]);
	const change = (at: number, row: AddressRow) => setRows((now) => now.map((one, place) => (place === at ? row : one)));
	const search = useAddressSearch(rows, change);
	const begin = (listed: readonly AddressRow[]) => {
		setRows(listed);
		void search.run(listed);
	};
	const ready = rows.filter(({ place }) => place !== null).length;
	return { rows, change, search, begin, ready };
}

export type AddressRows = ReturnType<typeof useAddressRows>;
