"use client";

import { type FormEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { Notice } from "@/components/kit/ui/notice";
import { buildRequest, type PlainRequest } from "@/lib/browser/openapi/build-request";
import type { OpenApiDocument } from "@/lib/browser/openapi/document";
import { bodyKind, type Draft, draftFields, fieldProblem, jsonProblem, newDraft } from "@/lib/browser/openapi/draft";
import type { CredentialKind, Operation } from "@/lib/browser/openapi/operations";
import { useTrial } from "@/lib/browser/openapi/try-operation";
import { AnswerView } from "./answer-view";
import { BodyField } from "./body-field";
import { CredentialFields } from "./credential-fields";
import { DraftFields } from "./draft-fields";
import { SnippetCard } from "./snippet-card";
import { useTrySession } from "./try-session";

export interface TryPanelProps {
	document: OpenApiDocument;
	operation: Operation;
	server: string;
}

/** Where the request stands on the page. */
export const TRY_PANEL = "try";

/** Irreversible operations need a confirmation. */
const isFinal = ({ method, path }: Operation): boolean => method === "DELETE" || path.endsWith("/delete");

/** The request to an operation: filled in once, as code and to be sent from here. */
export function TryPanel({ document, operation, server }: TryPanelProps) {
	const session = useTrySession();
	const fields = useMemo(() => draftFields(document, operation), [document, operation]);
	const [draft, setDraft] = useState(() => firstDraft(document, operation, session));
	const [judged, setJudged] = useState(false);
	const [asking, setAsking] = useState(false);
	const { trial, send, stop } = useTrial();
	const form = useRef<HTMLFormElement>(null);
	const request = buildRequest(operation, fields, draft, server);
	const running = trial.phase === "sending" || trial.phase === "streaming";
	const secretMissing = (draft.credential === "key" || draft.credential === "bearer") && session.secret === "";

	const sendNow = () => {
		setAsking(false);
		for (const { place, name, key } of fields) {
			if (place === "path") session.rememberPathValue(name, draft.fields[key] ?? "");
		}
		void send(request, session.secret);
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (running) return;
		flushSync(() => setJudged(true));
		const wrong =
			fields.some((field) => fieldProblem(field, draft.fields[field.key] ?? "") !== null) ||
			(bodyKind(operation) === "json" && jsonProblem(draft.text) !== null);
		if (wrong) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
		else if (isFinal(operation)) setAsking(true);
		else sendNow();
	};
	const chooseKind = (credential: CredentialKind) => {
		session.prefer(credential);
		setDraft({ ...draft, credential });
	};
	const types = operation.answers.flatMap(({ content }) => content.map(({ type }) => type));

	return (
		<div
			id={TRY_PANEL}
			className="grid min-w-0 scroll-mt-18 content-start gap-4 lg:scroll-mt-4 2xl:sticky 2xl:top-6 2xl:max-h-[calc(100dvh-10rem)] 2xl:overflow-y-auto"
		>
			<SnippetCard request={forOthers(request, operation)} answers={types} />
			<Card title="Try it">
				<form ref={form} noValidate autoComplete="off" onSubmit={submit} className="grid gap-3 p-3">
					<CredentialFields credentials={operation.credentials} kind={draft.credential} onKind={chooseKind} />
					<DraftFields
						fields={fields}
						values={draft.fields}
						judged={judged}
						onChange={(key, value) => setDraft({ ...draft, fields: { ...draft.fields, [key]: value } })}
					/>
					<BodyField
						operation={operation}
						draft={draft}
						judged={judged}
						onChange={(part) => setDraft({ ...draft, ...part })}
					/>
					{operation.changesData ? <Notice kind="warn">This changes live data.</Notice> : null}
					<div className="flex flex-wrap gap-2">
						<Button
							type="submit"
							variant="primary"
							pending={trial.phase === "sending"}
							unavailable={secretMissing ? "Enter the key or token first." : null}
						>
							{operation.changesData ? "Send and change data" : "Send"}
						</Button>
						{running ? (
							<Button
								onClick={() => {
									stop();
									form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
								}}
							>
								Stop
							</Button>
						) : null}
					</div>
					<AnswerView trial={trial} />
				</form>
			</Card>
			<ActionDialog
				open={asking}
				onClose={() => setAsking(false)}
				title={`${operation.summary}?`}
				description={
					<>
						Sends {operation.method} {request.url.slice(server.length)} to this service. This cannot be undone.
					</>
				}
				action="Send"
				variant="destructive"
				pending={false}
				error={null}
				onSubmit={sendNow}
			/>
		</div>
	);
}

function firstDraft(
	document: OpenApiDocument,
	operation: Operation,
	{ email, preferred, pathValues }: ReturnType<typeof useTrySession>,
): Draft {
	const kinds = operation.credentials.map(({ kind }) => kind).filter((kind) => kind !== "session" || email !== null);
	const kind = kinds.find((each) => each === preferred) ?? kinds[0] ?? "none";
	const known = draftFields(document, operation).flatMap(({ place, name, key }): [string, string][] => {
		const value = place === "path" ? pathValues.get(name) : undefined;
		return value === undefined ? [] : [[key, value]];
	});
	return { ...newDraft(document, operation, kind), fields: Object.fromEntries(known) };
}

/** A program has no session, so it is shown another credential. */
function forOthers(request: PlainRequest, { credentials }: Operation): PlainRequest {
	if (request.credential !== "session") return request;
	const [other] = credentials.filter(({ kind }) => kind !== "session");
	const credential =
		other === undefined ? "none" : other.kind === "key" ? (request.body.kind === "form" ? "form" : "query") : "bearer";
	return { ...request, credential };
}
