"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass } from "@/components/kit/ui/field";
import { useNow } from "@/components/kit/ui/relative-time";
import { formatBytes, formatDate } from "@/lib/browser/format";
import { FilterPopover } from "./filter-popover";
import { endOfDay, localDay, startOfDay } from "./local-day";

interface Range {
	min: number | null;
	max: number | null;
}

interface RangeFilterProps extends Range {
	label: string;
	onChange: (range: Range) => void;
}

const words = ({ min, max }: Range, write: (value: number) => string): string | null =>
	min !== null && max !== null
		? `${write(min)} to ${write(max)}`
		: min !== null
			? `from ${write(min)}`
			: max !== null
				? `to ${write(max)}`
				: null;

const MEGABYTE = 1_000_000;

/** Bounds of a size; typed in megabytes, kept in bytes. */
export function SizeFilter({ label, min, max, onChange }: RangeFilterProps) {
	const read = (text: string) => (text === "" ? null : Math.round(Number(text) * MEGABYTE));
	const write = (bytes: number | null) => (bytes === null ? "" : String(bytes / MEGABYTE));
	return (
		<FilterPopover
			label={label}
			value={words({ min, max }, formatBytes)}
			onClear={() => onChange({ min: null, max: null })}
		>
			{(close) => (
				<Bounds
					type="number"
					names={[`${label} from (MB)`, `${label} to (MB)`]}
					values={[write(min), write(max)]}
					onChange={(from, to) => {
						onChange({ min: read(from), max: read(to) });
						close();
					}}
				/>
			)}
		</FilterPopover>
	);
}

const dayOf = (seconds: number | null) => (seconds === null ? "" : localDay(new Date(seconds * 1000)));

/** Bounds of a day in the reader's zone, both inclusive; kept in epoch seconds. */
export function DayFilter({ label, min, max, onChange }: RangeFilterProps) {
	const now = useNow();
	// A bound of the address within a day stays exact while its day is not changed.
	const read = (day: string, before: number | null, bound: (day: string) => Date | null) => {
		if (day === dayOf(before)) return before;
		const instant = bound(day)?.getTime() ?? null;
		return instant === null ? null : Math.floor(instant / 1000);
	};
	const said = (seconds: number) => formatDate(new Date(seconds * 1000).toISOString(), now);
	return (
		<FilterPopover label={label} value={words({ min, max }, said)} onClear={() => onChange({ min: null, max: null })}>
			{(close) => (
				<Bounds
					type="date"
					names={[`${label} from`, `${label} to`]}
					values={[dayOf(min), dayOf(max)]}
					onChange={(from, to) => {
						onChange({ min: read(from, min, startOfDay), max: read(to, max, endOfDay) });
						close();
					}}
				/>
			)}
		</FilterPopover>
	);
}

interface BoundsProps {
	type: "number" | "date";
	names: readonly [string, string];
	values: readonly [string, string];
	onChange: (from: string, to: string) => void;
}

/**
 * Two fields that take effect together; bounds in the wrong order are refused before the request.
 */
function Bounds({ type, names, values, onChange }: BoundsProps) {
	const id = useId();
	const [problem, setProblem] = useState<string | null>(null);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const fields = new FormData(event.currentTarget);
		const [from = "", to = ""] = ["from", "to"].map((name) => String(fields.get(name) ?? "").trim());
		const wrong = from !== "" && to !== "" && (type === "number" ? Number(from) > Number(to) : from > to);
		setProblem(wrong ? `"${names[0]}" is beyond "${names[1]}".` : null);
		if (!wrong) onChange(from, to);
	};
	return (
		<form onSubmit={submit} onInput={() => setProblem(null)} className="grid gap-3">
			{(["from", "to"] as const).map((name, place) => (
				<div key={name} className="grid gap-1">
					<label htmlFor={`${id}-${name}`} className="font-medium">
						{names[place]}
					</label>
					<input
						id={`${id}-${name}`}
						name={name}
						type={type}
						{...(type === "number" ? { min: 0, step: "any" } : {})}
						defaultValue={values[place]}
						className={controlClass()}
					/>
				</div>
			))}
			{problem === null ? null : (
				<p role="alert" className="text-bad text-small">
					{problem}
				</p>
			)}
			<Button type="submit" className="justify-self-start">
				Apply
			</Button>
		</form>
	);
}
