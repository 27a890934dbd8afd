"use client";

import { createContext, type ReactNode, use, useMemo, useState } from "react";
import type { CredentialKind } from "@/lib/browser/openapi/operations";

interface TrySession {
	/** Email of the signed-in user; null for a visitor. */
	email: string | null;
	/**
	 * The key or token that was typed. It is kept in this page's memory alone, and gone with the
	 * page.
	 */
	secret: string;
	setSecret: (secret: string) => void;
	/** The kind that was chosen last, where an operation takes it. */
	preferred: CredentialKind | null;
	prefer: (kind: CredentialKind) => void;
	/** Values typed into paths: several operations need the id of an object. */
	pathValues: ReadonlyMap<string, string>;
	rememberPathValue: (name: string, value: string) => void;
}

const Context = createContext<TrySession | null>(null);

/** State shared between tried operations, in memory only. */
export function TrySessionProvider({ email, children }: { email: string | null; children: ReactNode }) {
	const [secret, setSecret] = useState("");
	const [preferred, prefer] = useState<CredentialKind | null>(null);
	const [pathValues, setPathValues] = useState<ReadonlyMap<string, string>>(new Map());
	const session = useMemo(
		() => ({
			email,
			secret,
			setSecret,
			preferred,
			prefer,
			pathValues,
			rememberPathValue: (name: string, value: string) => setPathValues((before) => new Map(before).set(name, value)),
		}),
		[email, secret, preferred, pathValues],
	);
	return <Context value={session}>{children}</Context>;
}

export function useTrySession(): TrySession {
	const session = use(Context);
	if (session === null) throw new Error("useTrySession is used outside the reference's page");
	return session;
}
