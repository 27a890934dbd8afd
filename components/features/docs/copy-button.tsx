"use client";

import { Check, Copy } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/kit/ui/button";
import { useCopy } from "@/components/kit/ui/use-copy";

export interface CopyButtonProps {
	/** What is copied, in words. */
	what: string;
	text: string;
	/** The name on the button. */
	children?: string;
	/** Where the browser forbids the clipboard, to help to copy by hand. */
	onRefused?: () => void;
}

/** Copies a text by a press, and says that it has. */
export function CopyButton({ what, text, children = "Copy", onRefused }: CopyButtonProps) {
	const { copied, copy } = useCopy();
	const press = async () => {
		if (await copy(text)) return;
		onRefused?.();
		toast(onRefused === undefined ? text : "Selected: copy it manually", {
			description: "The browser does not allow copying here.",
			duration: 20_000,
		});
	};
	const Icon = copied ? Check : Copy;
	return (
		<Button variant="link" onClick={press} aria-label={`${copied ? "Copied" : children}: ${what}`}>
			<Icon aria-hidden className="size-4" />
			{copied ? "Copied" : children}
		</Button>
	);
}
