"use client";

import { Check, Copy } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "./button";
import { controlClass } from "./field";
import { copyText } from "./use-copy";

/**
 * A text to be taken along: it can be copied by a press, or by hand where the browser forbids that.
 */
export function Copyable({ label, text, rows = 2 }: { label: string; text: string; rows?: number | undefined }) {
	const id = useId();
	const [copied, setCopied] = useState<boolean | null>(null);
	const copy = async () => setCopied(await copyText(text));
	const Icon = copied === true ? Check : Copy;
	return (
		<div className="grid gap-1">
			<label htmlFor={id} className="font-medium">
				{label}
			</label>
			<div className="flex items-start gap-2">
				<textarea
					id={id}
					readOnly
					rows={rows}
					value={text}
					onFocus={(event) => event.currentTarget.select()}
					className={controlClass("field-sizing-content break-all font-mono md:text-small")}
				/>
				<Button onClick={copy} aria-label={`Copy: ${label}`}>
					<Icon aria-hidden className="size-4" />
					{copied === true ? "Copied" : "Copy"}
				</Button>
			</div>
			{copied === false ? (
				<p role="alert" className="text-small text-warn">
					The browser does not allow copying here. Select the text and copy it manually.
				</p>
			) : null}
		</div>
	);
}
