import { type MouseEvent, useEffect, useRef } from "react";

export interface CheckboxProps {
	checked: boolean | "mixed";
	/** A click, not a change: the Shift key held with it chooses a range. */
	onClick: (event: MouseEvent<HTMLInputElement>) => void;
	label: string;
	/** A label on small screens, where columns have no heads. */
	words?: string;
	/** Whether the tab key comes here; in long tables one row stands for all. */
	reachable?: boolean;
}

/**
 * The box that chooses a row, or all of a page; the place to press is larger than it, for thumbs.
 */
export function Checkbox({ checked, onClick, label, words, reachable = true }: CheckboxProps) {
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (box.current !== null) box.current.indeterminate = checked === "mixed";
	}, [checked]);
	return (
		<label className="relative isolate inline-flex min-h-6 cursor-pointer select-none items-center gap-2 align-middle before:absolute before:-z-1 before:-inset-y-1.5 before:-start-3 before:-end-1 max-md:before:-inset-y-2.5 max-md:before:-inset-x-3.5">
			<input
				ref={box}
				type="checkbox"
				aria-label={label}
				tabIndex={reachable ? undefined : -1}
				checked={checked === true}
				onClick={onClick}
				onChange={() => {}}
				className="size-4 accent-accent"
			/>
			{words === undefined ? null : (
				<span aria-hidden className="text-muted text-small font-medium md:hidden">
					{words}
				</span>
			)}
		</label>
	);
}
