"use client";

import { CircleCheck, CircleDot, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { useNow } from "@/components/kit/ui/relative-time";
import { ServiceWords } from "@/components/kit/ui/service-words";
import { formatSentence } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import { MemoryCard } from "./memory-card";
import { type RequestCheck, requestChecks } from "./request-checks";

const LOOKS: Record<RequestCheck["state"], { icon: LucideIcon; word: string; look: string }> = {
	ok: { icon: CircleCheck, word: "OK", look: "border-line text-text [&_svg]:text-ok" },
	info: { icon: CircleDot, word: "For information", look: "border-line text-muted" },
	warn: { icon: TriangleAlert, word: "Warning", look: "border-transparent bg-warn-soft text-warn" },
	bad: { icon: OctagonX, word: "Problem", look: "border-transparent bg-bad-soft text-bad" },
};

export interface ChecksLineProps {
	deployment: DeploymentDetail;
	preview: ActivationPreview;
}

/** The checks before a decision, as on a pull request; each one opens its details. */
export function ChecksLine({ deployment, preview }: ChecksLineProps) {
	const checks = requestChecks(preview);
	const [open, setOpen] = useState<string | null>(null);
	const id = useId();
	const shown = checks.find(({ code }) => code === open);
	return (
		<section aria-label="Checks" className="grid gap-2">
			<ul className="flex flex-wrap gap-1.5">
				{checks.map((check) => (
					<li key={check.code} className="max-w-full">
						<Check
							check={check}
							expanded={check.code === open}
							controls={id}
							onToggle={() => setOpen(check.code === open ? null : check.code)}
						/>
					</li>
				))}
			</ul>
			<div id={id} hidden={shown === undefined}>
				{shown?.code === "memory" && preview.memory !== null ? (
					<MemoryCard deployment={deployment} preview={preview} />
				) : shown === undefined ? null : (
					<p className="rounded-md border border-line bg-surface px-3 py-2">
						<ServiceWords>{shown.message ?? shown.words}</ServiceWords>
					</p>
				)}
			</div>
		</section>
	);
}

interface CheckProps {
	check: RequestCheck;
	expanded: boolean;
	controls: string;
	onToggle: () => void;
}

function Check({ check: { state, words, message }, expanded, controls, onToggle }: CheckProps) {
	const { icon: Icon, word, look } = LOOKS[state];
	const now = useNow();
	return (
		<button
			type="button"
			aria-expanded={expanded}
			aria-controls={controls}
			onClick={onToggle}
			title={message === null ? undefined : formatSentence(message, now)}
			data-state={state}
			className={cx(
				"inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-start text-small font-medium max-md:min-h-11",
				"hover:brightness-95 aria-expanded:ring-1 aria-expanded:ring-current",
				look,
			)}
		>
			<Icon aria-hidden className="size-3.5 shrink-0" />
			<span className="sr-only">{word}: </span>
			<span className="py-0.5">
				<ServiceWords>{words}</ServiceWords>
			</span>
		</button>
	);
}
