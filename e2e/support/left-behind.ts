import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Page } from "@playwright/test";

/** Something that stays after a service's work, with what it has written there. */
export interface LeftBehind {
	readonly place: string;
	readonly bytes: Buffer;
}

/** Every row of every table of the embedded database of a service that is stopped. */
export async function databaseRows(dataDirectory: string): Promise<LeftBehind[]> {
	const database = new PGlite({ dataDir: join(dataDirectory, "database"), extensions: { pg_trgm } });
	try {
		const { rows: tables } = await database.query<{ name: string }>(
			"SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
		);
		const left: LeftBehind[] = [];
		for (const { name } of tables) {
			const { rows } = await database.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
			left.push({ place: `table ${name}`, bytes: Buffer.from(rows.map(({ row }) => row).join("\n")) });
		}
		return left;
	} finally {
		await database.close();
	}
}

/** Every file of a directory, those of the database and its journal too. */
export async function filesIn(directory: string): Promise<LeftBehind[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	return Promise.all(
		paths.map(async (path) => ({ place: path.slice(directory.length + 1), bytes: await readFile(path) })),
	);
}

/** The command lines of all processes of this machine. */
export async function commandLines(): Promise<LeftBehind> {
	const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
	const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
	return { place: "the list of processes", bytes: Buffer.from(lines.join("\n")) };
}

/** What a page's scripts can read again: storage, caches and cookies. */
export async function browserStorage(page: Page): Promise<LeftBehind> {
	const text = await page.evaluate(async () => {
		const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
		for (const { name = "" } of await indexedDB.databases()) {
			const database = await new Promise<IDBDatabase>((resolve, reject) => {
				const request = indexedDB.open(name);
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
			for (const store of database.objectStoreNames) {
				const request = database.transaction(store).objectStore(store).getAll();
				await new Promise((resolve) => request.addEventListener("success", resolve));
				parts.push(JSON.stringify(request.result));
			}
			database.close();
		}
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys())
				parts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
		}
		parts.push(JSON.stringify(history.state), location.href, document.referrer);
		return parts.join("\n");
	});
	return { place: "the browser's storage", bytes: Buffer.from(text) };
}

/** Reads along what pages receive and ask for; `watched` has it once their requests are over. */
export function watchPage(page: Page, baseUrl: string): { cookies: Set<string>; watched(): Promise<LeftBehind[]> } {
	const cookies = new Set<string>();
	const reading: Promise<LeftBehind>[] = [];
	page.on("response", (response) => {
		const read = async (): Promise<LeftBehind> => {
			const headers = await response.headersArray();
			for (const { name, value } of headers) {
				const [, cookie] = name === "set-cookie" ? (/^[^=]*session[^=]*=([^;]+)/.exec(value) ?? []) : [];
				if (cookie !== undefined) cookies.add(cookie);
			}
			const type = (await response.headerValue("content-type")) ?? "";
			const isText = /html|json|x-component/.test(type) && response.status() < 300;
			const body = isText ? await response.text().catch(() => "") : "";
			const { pathname } = new URL(response.url());
			// Of headers those that are passed on: a cookie is the browser's to keep.
			const location = (await response.headerValue("location")) ?? "";
			return { place: `the answer to ${pathname}`, bytes: Buffer.from(`${location}\n${body}`) };
		};
		reading.push(read());
	});
	page.on("request", (request) => {
		const leaves = new URL(request.url()).origin !== baseUrl;
		const bytes = Buffer.from(`${request.url()}\n${request.headers().referer ?? ""}`);
		reading.push(Promise.resolve({ place: leaves ? "an address of elsewhere" : "an address", bytes }));
	});
	return { cookies, watched: () => Promise.all(reading) };
}
