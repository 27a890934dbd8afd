import { createHash } from "node:crypto";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { pseudonymOf } from "@/lib/domain/accounts/people/erased-people";
import { refuseLastOperator } from "@/lib/domain/accounts/people/refuse-last-operator";
import { removeSecondFactors } from "@/lib/domain/accounts/second-factor/remove-second-factor";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { refreshDesignSearch } from "@/lib/domain/lists/refresh-documents";
import { touchTarget } from "@/lib/domain/targets/touch-target";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, NotFoundError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { isolate } from "@/lib/rules/text/isolate";
import { foldText, searchWords } from "@/lib/rules/text/normalize";
import { eraseFromAudit } from "./erase-from-audit";
import { emptyNameFields, type Place, patternsOf, replaceEverywhere, type SoughtValues } from "./replace-everywhere";
import { KEPT } from "./text-columns";

/** The data of a person that were found and removed. */
export interface UserErasure {
	/** E-mail that stands for the person from now on. */
	readonly pseudonym: string;
	readonly at: string;
	/** Accounts with the e-mail: one for each organization. */
	readonly accounts: number;
	/** Rows that were deleted or rewritten, by table and column. */
	readonly places: readonly Place[];
	/** Places that keep their texts, as their owners need them unchanged. */
	readonly kept: readonly string[];
	/** SHA-256 of all of the above as JSON; the audit has the same. */
	readonly digest: string;
}

/** It reads whole tables. */
const TIMEOUT_MS = 600_000;

interface Account {
	readonly id: string;
	readonly email_key: string;
	readonly organization_id: string;
	readonly email: string;
	readonly first_name: string;
	readonly last_name: string;
	readonly role: string;
}

/**
 * Erases a person: name, e-mail and credentials of every account with the e-mail, and copies of
 * them in every text of the database. Their actions stay under a pseudonym. It cannot be undone.
 * @throws NotFoundError when no account has the e-mail; ForbiddenError where one of the accounts is
 *   the caller's; InvalidStateError for the last operator
 */
export async function eraseUser(
	service: Pick<Service, "prisma" | "now">,
	actor: Principal | SystemActor,
	{ email }: { readonly email: string },
): Promise<UserErasure> {
	const work = async (tx: Transaction): Promise<UserErasure> => {
		const key = emailKey(email);
		await tx.$queryRaw`SELECT 1 FROM users WHERE email_key = ${key} ORDER BY id FOR UPDATE`;
		const accounts = await tx.user.findMany({ where: { email_key: key }, orderBy: { id: "asc" } });
		const [first] = accounts;
		if (first === undefined) throw new NotFoundError(`no user has the e-mail ${isolate(email)}`);
		if (!("system" in actor) && accounts.some(({ id }) => id === actor.userId))
			throw new ForbiddenError("users must not erase themselves");
		for (const { id, role } of accounts) if (role === "operator") await refuseLastOperator(tx, id);
		await tx.$executeRaw`SELECT set_config('targeting.erasing', 'on', TRUE)`;
		const places: Place[] = [];
		for (const account of accounts) places.push(...(await eraseAccount(service, tx, account)));
		const pseudonym = pseudonymOf(first.id);
		const patterns = patternsOf(valuesOf(accounts));
		const ids = accounts.map(({ id }) => id);
		places.push(...(await replaceEverywhere(tx, patterns, pseudonym)), ...(await emptyNameFields(tx, ids)));
		// This comes last, as counted repetitions become events at any time (audit_windows).
		const audit = await eraseFromAudit(tx, ids, patterns, pseudonym);
		places.push(...audit.places);
		const designs = await writeSearchAgain(tx, accounts);
		places.push({ table: "designs", column: "search_document", rows: designs.length });
		await tellAgents(service, tx, ids, designs);
		const kept = Object.keys(KEPT);
		const found = { accounts: accounts.length, places: summed(places), kept };
		const report = { pseudonym, at: service.now().toISOString(), ...found };
		const digest = `sha256:${createHash("sha256").update(JSON.stringify(report)).digest("hex")}`;
		for (const { id, organization_id: organizationId } of accounts) {
			await recordEvent(service, tx, actor, {
				action: "erase_user",
				object_type: "user",
				object_id: id,
				organization_id: organizationId,
				detail: {
					...{ pseudonym, places: report.places.map((place) => ({ ...place })), kept, digest },
					...(audit.proof && { audit: { ...audit.proof } }),
				},
			});
		}
		return { ...report, digest };
	};
	return transact(service.prisma, work, { timeout: TIMEOUT_MS });
}

/** Rows of the account that say nothing to others, and the account itself. */
async function eraseAccount(service: Pick<Service, "now">, tx: Transaction, account: Account): Promise<Place[]> {
	const { id } = account;
	const ofUser = { where: { user_id: id } };
	const now = service.now();
	const counted = {
		sessions: await tx.session.deleteMany(ofUser),
		mails: await tx.mail.deleteMany(ofUser),
		sign_in_links: await tx.signInLink.deleteMany(ofUser),
		access_tokens: await tx.accessToken.deleteMany(ofUser),
		inbox_items: await tx.inboxItem.deleteMany(ofUser),
		notification_settings: await tx.notificationSettings.deleteMany(ofUser),
		saved_views: await tx.savedView.deleteMany({ where: { owner_id: id, shared: false } }),
		idempotency_records: await tx.idempotencyRecord.deleteMany({ where: { caller_id: id } }),
		api_keys: await tx.apiKey.updateMany({
			where: { user_id: id },
			data: {
				label: "erased",
				revoked_at: now,
				previous_hash: null,
				previous_expires_at: null,
				revision: { increment: 1 },
			},
		}),
	};
	await removeSecondFactors(tx, id);
	const pseudonym = pseudonymOf(id);
	await tx.user.update({
		where: { id },
		data: {
			...{ email: pseudonym, email_key: pseudonym, first_name: "", last_name: "", password_hash: null },
			...{ oidc_issuer: null, oidc_subject: null, guide: null, disabled_at: now, updated_at: now },
			...{ session_epoch: { increment: 1 }, revision: { increment: 1 } },
		},
		select: { id: true },
	});
	return [
		{ table: "users", column: null, rows: 1 },
		...Object.entries(counted).map(([table, { count }]) => ({ table, column: null, rows: count })),
	];
}

function valuesOf(accounts: readonly Account[]): SoughtValues {
	const names = accounts.flatMap(fullNames);
	// Codes that the service makes of names have no accents; the queries of views are encoded.
	const ways = [(word: string) => word, foldText, (word: string) => word.normalize("NFD"), encodeURIComponent];
	const written = ways.flatMap((way) => names.map((words) => words.map(way)));
	const spellings = new Map(written.map((words) => [words.join(" ").toLowerCase(), words]));
	return {
		addresses: [...new Set(accounts.flatMap(({ email, email_key: key }) => [email, key]))],
		names: [...spellings.values()],
	};
}

/** The words of "First Last" and "Last First"; none without both, as one word fits many people. */
function fullNames({
	first_name: firstName,
	last_name: lastName,
}: Pick<Account, "first_name" | "last_name">): string[][] {
	const [first = [], last = []] = [firstName, lastName].map((name) => name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
	return first.length > 0 && last.length > 0
		? [
				[...first, ...last],
				[...last, ...first],
			]
		: [];
}

/**
 * Writes the search documents again of every design whose own, or those of its deployments, have all
 * words of a name or e-mail. @returns these designs
 */
async function writeSearchAgain(tx: Transaction, accounts: readonly Account[]): Promise<string[]> {
	const phrases = accounts.flatMap((account) => [account.email, ...fullNames(account).map((words) => words.join(" "))]);
	const holds = (document: string) =>
		Prisma.join(
			phrases.map(
				(phrase) => Prisma.sql`string_to_array(${Prisma.raw(document)}, ' ') @> ${searchWords(phrase)}::text[]`,
			),
			" OR ",
		);
	const designs = await tx.$queryRaw<{ id: string }[]>`
		SELECT id FROM designs WHERE ${holds("search_document")}
		UNION SELECT design_id FROM deployments WHERE ${holds("search_document")}
		UNION SELECT design_id FROM design_targets WHERE ${holds("search_document")}`;
	for (const { id } of designs) await refreshDesignSearch(tx, id);
	return designs.map(({ id }) => id);
}

/** Agents show the names of what they have loaded and its requesters, and choose by tags. */
async function tellAgents(
	service: Pick<Service, "now">,
	tx: Transaction,
	accountIds: readonly string[],
	designIds: readonly string[],
): Promise<void> {
	const targets = await tx.$queryRaw<{ id: string }[]>`
		SELECT DISTINCT target_id AS id FROM deployments WHERE status = 'activated'
			AND (requester_id = ANY (${accountIds}::uuid[]) OR design_id = ANY (${designIds}::uuid[])) ORDER BY 1`;
	for (const { id } of targets) await touchTarget(service, tx, id);
}

/** One entry for each place, by name; without those where nothing was found. */
function summed(places: readonly Place[]): Place[] {
	const rows = new Map<string, Place>();
	for (const place of places) {
		const key = `${place.table} ${place.column ?? ""}`;
		rows.set(key, { ...place, rows: place.rows + (rows.get(key)?.rows ?? 0) });
	}
	return [...rows]
		.filter(([, place]) => place.rows > 0)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, place]) => place);
}
