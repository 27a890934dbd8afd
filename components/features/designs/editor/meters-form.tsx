"use client";

import { useId, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass } from "@/components/kit/ui/field";

export interface MetersFormProps {
	label: string;
	action: string;
	unavailable: string | null;
	pending?: boolean;
	/** Why so many meters cannot be taken, or null. */
	problemOf: (meters: number) => string | null;
	onApply: (meters: number) => void;
}

/** A number of meters, and a button that does something with it. */
export function MetersForm({ label, action, unavailable, pending = false, problemOf, onApply }: MetersFormProps) {
	const id = useId();
	const [text, setText] = useState("");
	const [problem, setProblem] = useState<string | null>(null);
	const apply = () => {
		if (unavailable !== null || pending) return;
		const meters = text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
		const wrong = problemOf(meters);
		setProblem(wrong);
		if (wrong === null) onApply(meters);
	};
	return (
		<form
			noValidate
			className="grid content-start gap-1"
			onSubmit={(event) => {
				event.preventDefault();
				apply();
			}}
		>
			<label htmlFor={id} className="text-small">
				{label}
			</label>
			<div className="flex items-center gap-1">
				<input
					id={id}
					inputMode="decimal"
					value={text}
					aria-invalid={problem !== null || undefined}
					aria-describedby={problem === null ? undefined : `${id}-problem`}
					onChange={(event) => {
						setText(event.target.value);
						setProblem(null);
					}}
					className={controlClass("font-mono max-lg:min-h-11")}
				/>
				<Button type="submit" className="shrink-0 max-lg:min-h-11" unavailable={unavailable} pending={pending}>
					{action}
				</Button>
			</div>
			{problem === null ? null : (
				<p id={`${id}-problem`} role="alert" className="text-bad text-small">
					{problem}
				</p>
			)}
		</form>
	);
}
