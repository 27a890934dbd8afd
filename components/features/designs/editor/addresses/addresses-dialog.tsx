"use client";

import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { formatPlural } from "@/lib/browser/format";
import { GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";
import { isolate } from "@/lib/rules/text/isolate";
import { AddressLine } from "./address-line";
import { type AddressRow, circlesOf, MOST_ROWS, readAddresses } from "./address-rows";
import { useAddressSearch } from "./use-address-search";

const RADIUS = 150;
const LINES = 8;

export interface AddressesDialogProps {
	setName: string;
	onAdd: (fences: Geofence[]) => void;
	onClose: () => void;
}

/** Makes circles of a list of addresses, whose positions the geocoder knows. */
export function AddressesDialog({ setName, onAdd, onClose }: AddressesDialogProps) {
	const [text, setText] = useState("");
	const [radius, setRadius] = useState(String(RADIUS));
	const [rows, setRows] = useState<readonly AddressRow[]>([]);
	const change = (at: number, row: AddressRow) => setRows((now) => now.map((one, place) => (place === at ? row : one)));
	const search = useAddressSearch(rows, change);
	const meters = Number(radius);
	const isRadius = radius.trim() !== "" && meters >= GEOFENCE_LIMITS.minRadius && meters <= GEOFENCE_LIMITS.maxRadius;
	const ready = rows.filter(({ place }) => place !== null).length;
	const open = rows.filter(({ state }) => state === "not_asked").length;
	const begin = () => {
		const read = readAddresses(text).slice(0, MOST_ROWS);
		setRows(read);
		void search.run(read);
	};
	const lines = readAddresses(text).length;
	return (
		<Dialog onClose={onClose} wide title={`Add addresses to ${isolate(setName)}`}>
			<DialogBody>
				<Field label="Radius (meters)" error={isRadius ? null : "Enter a number of meters."} live>
					{(control) => (
						<input
							{...control}
							inputMode="decimal"
							value={radius}
							onChange={(event) => setRadius(event.target.value)}
							className={controlClass()}
						/>
					)}
				</Field>
				{rows.length === 0 ? (
					<Field
						label="Addresses"
						hint={`One a line, or columns copied from a spreadsheet with the name first. At most ${MOST_ROWS}.`}
					>
						{(control) => (
							<textarea
								{...control}
								rows={LINES}
								value={text}
								onChange={(event) => setText(event.target.value)}
								className={controlClass()}
							/>
						)}
					</Field>
				) : (
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
						{search.problem}
					</Notice>
				)}
			</DialogBody>
			<DialogActions>
				<Button onClick={onClose}>Cancel</Button>
				{rows.length === 0 ? (
					<Button variant="primary" onClick={begin} unavailable={lines === 0 ? "Enter addresses first." : null}>
						Find addresses
					</Button>
				) : (
					<>
						{open === 0 && !search.running ? null : (
							<Button onClick={() => void search.run()} pending={search.running}>
								Search again
							</Button>
						)}
						<Button
							variant="primary"
							onClick={() => onAdd(circlesOf(rows, meters))}
							unavailable={
								search.running
									? "Addresses are being searched."
									: ready === 0 || !isRadius
										? "No address has a place yet."
										: null
							}
						>
							Add {formatPlural(ready, "geofence")}
						</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
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
