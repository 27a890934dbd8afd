"use client";

import { useId, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { CHOSEN_FIELDS, type ChosenField, type ColumnChoice, isWholeChoice } from "@/lib/rules/geofences/column-choice";
import type { ImportSource } from "./import-source";
import type { UnnamedColumnsError } from "./read-source";

const WORDS: Readonly<Record<ChosenField, string>> = {
	latitude: "Latitude",
	longitude: "Longitude",
	coordinates: "Latitude and longitude",
	wkt: "Shape (WKT)",
	radius: "Radius",
	name: "Name",
	id: "Id",
};

export interface ColumnsFieldProps {
	unnamed: UnnamedColumnsError;
	/** Reads the source again, by the chosen columns. */
	onNamed: (source: ImportSource) => void;
}

/** Asks what the columns of a table hold, with its first rows, and remembers it for the organization. */
export function ColumnsField({ unnamed, onNamed }: ColumnsFieldProps) {
	const title = useId();
	const { headings, sample } = unnamed.table;
	const [fields, setFields] = useState<Readonly<Partial<Record<number, ChosenField>>>>({});
	const remember = useSend("POST /api/geofence-columns");
	const choice: ColumnChoice = Object.fromEntries(
		Object.entries(fields).map(([index, field]) => [field, (headings[Number(index)] ?? "").trim()]),
	);
	const choose = (index: number, field: ChosenField | "") => {
		// Each field is of one column.
		const others = Object.entries(fields).filter(([at, own]) => Number(at) !== index && own !== field);
		setFields(Object.fromEntries(field === "" ? others : [...others, [index, field]]));
	};
	return (
		<section aria-labelledby={title} className="grid grid-cols-1 gap-3">
			<h3 id={title} className="font-medium">
				We couldn’t find latitude and longitude. Which columns are they?
			</h3>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
			<div tabIndex={0} className="overflow-x-auto rounded-md border border-line">
				<table className="w-full border-collapse text-small">
					<thead>
						<tr>
							{headings.map((heading, index) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
								<th key={index} scope="col" className="min-w-36 px-2 py-1.5 text-start align-top font-medium">
									<bdi className="line-clamp-2 wrap-anywhere">{heading.trim() || `Column ${index + 1}`}</bdi>
									<select
										aria-label={`Meaning of ${heading.trim() || `column ${index + 1}`}`}
										value={fields[index] ?? ""}
										disabled={!isNameable(headings, index)}
										onChange={({ target }) => choose(index, target.value as ChosenField | "")}
										className={controlClass("mt-1 w-full")}
									>
										<option value="">Other</option>
										{CHOSEN_FIELDS.map((field) => (
											<option key={field} value={field}>
												{WORDS[field]}
											</option>
										))}
									</select>
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{sample.map((row, line) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: the sample does not change
							<tr key={line} className="border-line border-t">
								{headings.map((_, index) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: as above
									<td key={index} className="max-w-56 truncate px-2 py-1 text-muted">
										<bdi>{row[index]}</bdi>
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
			{remember.error === null ? null : (
				<Notice kind="bad" alert>
					{describeError(remember.error)}
				</Notice>
			)}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<Button
					pending={remember.isPending}
					unavailable={isWholeChoice(choice) ? null : "Choose latitude and longitude first."}
					onClick={() =>
						remember.mutate({ body: choice }, { onSuccess: () => onNamed({ ...unnamed.source, choices: [choice] }) })
					}
				>
					Use these columns
				</Button>
				<p className="text-muted text-small">Remembered for your organization.</p>
			</div>
		</section>
	);
}

/** A column is named by its heading, which must be there once, on one line, and no longer than the service keeps. */
function isNameable(headings: readonly string[], index: number): boolean {
	const heading = (headings[index] ?? "").trim();
	return (
		/^[^\p{Cc}\u2028\u2029]{1,100}$/u.test(heading) && headings.filter((other) => other.trim() === heading).length === 1
	);
}
