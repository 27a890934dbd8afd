import { placeLabel } from "@/components/kit/map/place-words";
import { controlClass } from "@/components/kit/ui/field";
import { type AddressRow, withAddress } from "./address-rows";

const WORDS = {
	found: "Found",
	ambiguous: "Several places: choose one",
	not_found: "Not found",
	not_asked: "",
} as const;

export interface AddressLineProps {
	row: AddressRow;
	/** Its place in the list, from 1. */
	number: number;
	isBusy: boolean;
	onRow: (row: AddressRow) => void;
}

/** An address that can be corrected, and where it is. */
export function AddressLine({ row, number, isBusy, onRow }: AddressLineProps) {
	const { name, address, state, places, place } = row;
	const label = `Address ${number}${name === "" ? "" : `, ${name}`}`;
	return (
		<li className="grid gap-1 py-2">
			{name === "" ? null : <bdi className="font-medium">{name}</bdi>}
			<input
				aria-label={label}
				value={address}
				maxLength={200}
				disabled={isBusy}
				onChange={(event) => onRow(withAddress(row, event.target.value))}
				className={controlClass()}
			/>
			{state === "ambiguous" ? (
				<select
					aria-label={`Place of ${label}`}
					value={place === null ? "" : places.indexOf(place)}
					onChange={(event) => onRow({ ...row, place: places[Number(event.target.value)] ?? null })}
					className={controlClass()}
				>
					<option value="" disabled>
						{WORDS.ambiguous}
					</option>
					{places.map((one, at) => (
						<option key={`${one.latitude} ${one.longitude}`} value={at}>
							{placeLabel(one)}
						</option>
					))}
				</select>
			) : state === "not_asked" ? null : (
				<p className={state === "found" ? "text-muted text-small" : "text-bad text-small"}>
					{WORDS[state]}
					{place === null ? ". Correct the address and search again." : `: ${placeLabel(place)}`}
				</p>
			)}
		</li>
	);
}
