"use client";

import { Check, Copy } from "lucide-react";
import { toast } from "sonner";
import { cx } from "./cx";
import { useCopy } from "./use-copy";

/** An id in monospace that one press copies whole; `short` shows its first group alone. */
export function CopyId({ id, what, short = false }: { id: string; what: string; short?: boolean }) {
	const { copied, copy } = useCopy();
	const press = async () => {
		if (await copy(id)) return;
		// The id is shown whole, to be copied by hand.
		toast(id, { description: `The ${what} could not be copied. Copy it manually.`, duration: 20_000 });
	};
	const Icon = copied ? Check : Copy;
	return (
		<button
			type="button"
			onClick={press}
			title={id}
			aria-label={copied ? `Copied the ${what}` : `Copy the ${what} ${id}`}
			className="group -my-1 inline-flex max-w-full items-center gap-1.5 rounded-sm py-1 text-start font-mono text-muted text-small hover:text-text"
		>
			<span className={short ? "whitespace-nowrap" : "break-all"}>{short ? id.slice(0, 8) : id}</span>
			<Icon aria-hidden className={cx("size-3 shrink-0", copied ? "text-ok" : "opacity-60 group-hover:opacity-100")} />
		</button>
	);
}
