"use client";

import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { download } from "@/components/features/designs/editor/import/download";
import { Button } from "@/components/kit/ui/button";
import { Chip, type Tone } from "@/components/kit/ui/chip";
import { Notice } from "@/components/kit/ui/notice";
import { formatBytes, formatPlural } from "@/lib/browser/format";
import type { Trial, TriedAnswer } from "@/lib/browser/openapi/try-operation";
import { CodeBlock } from "./code-block";

const toneOf = (status: number): Tone =>
	status < 300 ? "ok" : status < 400 ? "neutral" : status < 500 ? "warn" : "bad";
const time = (ms: number) => `${Math.round(ms)} ms`;

/** Scrolls a new answer into view. */
function useInSight(phase: Trial["phase"]) {
	const answer = useRef<HTMLElement>(null);
	useEffect(() => {
		if (phase === "done" || phase === "streaming") answer.current?.scrollIntoView({ block: "nearest" });
	}, [phase]);
	return answer;
}

/** The response to a tried request: status, time, headers and body, or the reason of failure. */
export function AnswerView({ trial }: { trial: Trial }) {
	const inSight = useInSight(trial.phase);
	if (trial.phase === "idle") return null;
	if (trial.phase === "sending") {
		return (
			<p role="status" className="text-muted">
				Waiting for the response…
			</p>
		);
	}
	if (trial.phase === "failed") {
		return (
			<Notice kind="bad" alert>
				{trial.reason}
			</Notice>
		);
	}
	const { answer } = trial;
	return (
		<section ref={inSight} aria-label="Response" className="grid gap-2">
			<div className="flex flex-wrap items-center gap-2">
				<Chip tone={toneOf(answer.status)}>Status {answer.status}</Chip>
				<p role="status" className="text-muted text-small">
					<span className="sr-only">Response {answer.status}, </span>
					{answer.totalMs === null ? `streaming after ${time(answer.headMs)}` : `after ${time(answer.totalMs)}`} ·{" "}
					{formatBytes(answer.size)}
				</p>
			</div>
			<AnswerBody answer={answer} streaming={trial.phase === "streaming"} />
			<details className="rounded-md border border-line">
				<summary className="px-3 py-1.5 text-accent">{formatPlural(answer.headers.length, "header")}</summary>
				<dl className="grid gap-1 border-line border-t p-3 font-mono text-small">
					{answer.headers.map(([name, value]) => (
						<div key={name} className="flex flex-wrap gap-x-2">
							<dt className="text-muted">{name}:</dt>
							<dd className="min-w-0">{value}</dd>
						</div>
					))}
				</dl>
			</details>
		</section>
	);
}

function AnswerBody({ answer, streaming }: { answer: TriedAnswer; streaming: boolean }) {
	const { text, cut, file, fileName, size, mediaType } = answer;
	const keep =
		file === null || file.size === 0 ? null : (
			<Button variant="link" onClick={() => download(file, fileName)} aria-label={`Download ${fileName}`}>
				<Download aria-hidden className="size-4" />
				Download
			</Button>
		);
	if (text === null) {
		return size === 0 ? (
			<p className="text-muted">The response has no body.</p>
		) : (
			<p className="flex flex-wrap items-center gap-2">
				{formatBytes(size)} of {mediaType === "" ? "unknown type" : mediaType}: {fileName}
				{keep}
			</p>
		);
	}
	return (
		<>
			<CodeBlock
				label={streaming ? "Events" : "Response body"}
				text={text === "" ? (streaming ? "No events yet." : "(empty)") : text}
				aside={keep}
			/>
			{cut ? (
				<p className="text-muted text-small">
					{file === null
						? "Only the latest part is shown."
						: "Only the beginning is shown. Download it to see the rest."}
				</p>
			) : null}
		</>
	);
}
