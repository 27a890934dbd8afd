"use client";

import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { FilterPopover } from "./filter-popover";

export interface TextFilterProps {
	label: string;
	value: string | null;
	hint: string;
	onChange: (value: string | null) => void;
}

/** A filter by words that are typed; it takes effect on Enter. */
export function TextFilter({ label, value, hint, onChange }: TextFilterProps) {
	return (
		<FilterPopover label={label} value={value} onClear={() => onChange(null)}>
			{(close) => (
				<form
					className="grid gap-3"
					onSubmit={(event) => {
						event.preventDefault();
						const typed = new FormData(event.currentTarget).get("value");
						const words = typeof typed === "string" ? typed.trim() : "";
						onChange(words === "" ? null : words);
						close();
					}}
				>
					<Field label={label} hint={hint}>
						{(control) => (
							<input {...control} name="value" defaultValue={value ?? ""} maxLength={500} className={controlClass()} />
						)}
					</Field>
					<Button type="submit" className="justify-self-start">
						Apply
					</Button>
				</form>
			)}
		</FilterPopover>
	);
}
