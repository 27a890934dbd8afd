import { useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchArguments, type PlainRequest } from "./build-request";

/** The answer of a trial. */
export interface TriedAnswer {
	status: number;
	headers: [name: string, value: string][];
	/** Milliseconds to the head and to the end of the answer; null before. */
	headMs: number;
	totalMs: number | null;
	size: number;
	mediaType: string;
	/** The answer as text, formatted if it is JSON; null for binary data. */
	text: string | null;
	/** Whether `text` is only the beginning. */
	cut: boolean;
	/** The whole answer, for download. */
	file: Blob | null;
	/** The service's file name, or one derived from the address. */
	fileName: string;
}

export type Trial =
	| { phase: "idle" }
	| { phase: "sending" }
	| { phase: "streaming" | "done"; answer: TriedAnswer }
	| { phase: "failed"; reason: string };

/** The number of characters shown of an answer; all of it can be saved. */
const MAX_BODY_LENGTH = 200_000;
const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson|geo\+json|yaml)\b)/;

/** Formats JSON; gives any other text back. */
export function laidOut(text: string, mediaType: string): string {
	if (!/json$/.test(mediaType)) return text;
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

/** Gives the file name of `Content-Disposition`, else the last part of the address. */
export function fileNameOf(disposition: string | null, url: string): string {
	const [, encoded] = /filename\*=UTF-8''([^;\s]+)/.exec(disposition ?? "") ?? [];
	if (encoded !== undefined) return decodeURIComponent(encoded);
	const [, quoted, plain] = /filename="([^"]+)"|filename=([^;\s]+)/.exec(disposition ?? "") ?? [];
	const last = new URL(url, "http://localhost").pathname
		.split("/")
		.filter((part) => part !== "")
		.at(-1);
	return quoted ?? plain ?? last ?? "answer";
}

function answerOf(response: Response, url: string, headMs: number): TriedAnswer {
	const mediaType = (response.headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
	return {
		status: response.status,
		headers: [...response.headers],
		headMs,
		totalMs: null,
		size: 0,
		mediaType,
		text: TEXT.test(mediaType) ? "" : null,
		cut: false,
		file: null,
		fileName: fileNameOf(response.headers.get("content-disposition"), url),
	};
}

/** Reads events as they arrive and keeps their text alone. */
async function followEvents(response: Response, begun: TriedAnswer, tell: (answer: TriedAnswer) => void) {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let answer = begun;
	tell(answer);
	for (;;) {
		const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
		if (done) return answer;
		const text = `${answer.text ?? ""}${value}`;
		answer = {
			...answer,
			text: text.slice(-MAX_BODY_LENGTH),
			cut: text.length > MAX_BODY_LENGTH || answer.cut,
			size: answer.size + value.length,
		};
		tell(answer);
	}
}

/**
 * Sends requests from this page, one at a time. Requests and answers stay in this page's memory;
 * leaving the operation aborts a running request.
 */
export function useTrial() {
	const [trial, setTrial] = useState<Trial>({ phase: "idle" });
	const running = useRef<AbortController>(null);
	const stop = useEffectEvent(() => running.current?.abort());
	useEffect(() => () => stop(), []);

	const send = async (request: PlainRequest, secret: string) => {
		running.current?.abort();
		const controller = new AbortController();
		running.current = controller;
		const mine = (next: Trial) => running.current === controller && setTrial(next);
		setTrial({ phase: "sending" });
		const began = performance.now();
		const since = () => performance.now() - began;
		let answer: TriedAnswer | null = null;
		try {
			const [url, init] = fetchArguments(request, secret);
			const response = await fetch(url, { ...init, signal: controller.signal });
			answer = answerOf(response, request.url, since());
			if (answer.mediaType === "text/event-stream") {
				const told = await followEvents(response, answer, (next) => {
					answer = next;
					mine({ phase: "streaming", answer: next });
				});
				mine({ phase: "done", answer: { ...told, totalMs: since() } });
				return;
			}
			const file = await response.blob();
			const text = answer.text === null ? null : laidOut(await file.text(), answer.mediaType);
			const shown = { text: text?.slice(0, MAX_BODY_LENGTH) ?? null, cut: (text?.length ?? 0) > MAX_BODY_LENGTH };
			mine({ phase: "done", answer: { ...answer, ...shown, totalMs: since(), size: file.size, file } });
		} catch (error) {
			if (controller.signal.aborted) {
				mine(answer === null ? { phase: "idle" } : { phase: "done", answer: { ...answer, totalMs: since() } });
				return;
			}
			const said = error instanceof Error ? error.message : "";
			mine({
				phase: "failed",
				reason: `No answer came. The connection failed or was cut${said === "" ? "" : ` (${said})`}.`,
			});
		}
	};
	return { trial, send, stop: () => running.current?.abort() };
}
