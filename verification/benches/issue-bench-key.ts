import type pg from "pg";
import { newKey } from "@/lib/domain/accounts/secrets";
import { scaleId } from "@/lib/tools/testing/scale/scale-ids";

/** Issues an API key for a person of a scale world. */
export async function issueBenchKey(pool: pg.Pool, person: number, scopes: readonly string[]): Promise<string> {
	const { key, prefix, secretHash } = newKey("api");
	await pool.query(
		`INSERT INTO api_keys (user_id, issued_by_id, label, prefix, secret_hash, scopes) VALUES ($1, $1, 'benchmark', $2, $3, $4::"KeyScope"[])`,
		[scaleId("user", person), prefix, Buffer.from(secretHash), [...scopes]],
	);
	return key;
}
