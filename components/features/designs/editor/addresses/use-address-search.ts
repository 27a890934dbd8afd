import { useEffect, useRef, useState } from "react";
import { send } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { type AddressRow, withOutcome } from "./address-rows";

/** Of one request: what is found shows soon. */
const AT_A_TIME = 5;

/** Looks for the rows that were not asked for, some at a time; `problem` says why some are left. */
export function useAddressSearch(rows: readonly AddressRow[], onRow: (at: number, row: AddressRow) => void) {
	const [running, setRunning] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const stop = useRef<AbortController | null>(null);
	useEffect(() => () => stop.current?.abort(), []);
	const run = async (given = rows) => {
		const own = new AbortController();
		stop.current = own;
		setRunning(true);
		setProblem(null);
		const open = given.flatMap((row, at) => (row.state === "not_asked" ? [{ row, at }] : []));
		try {
			for (let begun = 0; begun < open.length; begun += AT_A_TIME) {
				const part = open.slice(begun, begun + AT_A_TIME);
				const body = { addresses: part.map(({ row }) => row.address) };
				const { results, note } = await send("POST /api/places/addresses", { body, signal: own.signal });
				part.forEach(({ row, at }, place) => {
					const outcome = results[place];
					if (outcome !== undefined) onRow(at, withOutcome(row, outcome));
				});
				if (note === null) continue;
				setProblem(note);
				break;
			}
		} catch (error) {
			if (!own.signal.aborted) setProblem(describeError(error));
		}
		if (!own.signal.aborted) setRunning(false);
	};
	return { running, problem, run };
}
