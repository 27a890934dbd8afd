"use client";

import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import type { ImportSource } from "./import-source";
import type { ImportPreview } from "./read-import";

const MOST_METERS = 100_000;

/** Whether lines are among the refused rows. */
export const hasLines = ({ refused }: ImportPreview): boolean =>
	refused.some(({ reason }) => reason.includes("a line covers nothing"));

export interface BufferFieldProps {
	source: ImportSource;
	disabled: boolean;
	/** Reads the source again, with areas around its lines. */
	onApply: (source: ImportSource) => void;
}

/** Offers to make areas of lines, which cover nothing by themselves. */
export function BufferField({ source, disabled, onApply }: BufferFieldProps) {
	const [meters, setMeters] = useState(String(source.bufferMeters ?? 100));
	const value = Number(meters);
	const valid = Number.isInteger(value) && value >= 1 && value <= MOST_METERS;
	return (
		<div className="flex flex-wrap items-end gap-2">
			<Field label="Buffer around lines (meters)" hint="Lines have no area. A buffer turns them into areas.">
				{(control) => (
					<input
						{...control}
						type="number"
						min={1}
						max={MOST_METERS}
						step={1}
						value={meters}
						disabled={disabled}
						onChange={(event) => setMeters(event.target.value)}
						className={controlClass()}
					/>
				)}
			</Field>
			<Button
				unavailable={valid ? null : "Enter whole meters from 1 to 100,000."}
				onClick={() => onApply({ ...source, bufferMeters: value })}
			>
				Apply
			</Button>
		</div>
	);
}
