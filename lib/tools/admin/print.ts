import type { PersonOverview } from "@/lib/domain/accounts/recovery/list-everybody";
import type { AuditVerification } from "@/lib/domain/audit/chain/verify-audit";
import type { AdminResult } from "@/lib/processes/admin/admin-command";

const HEADINGS = ["EMAIL", "NAME", "ROLE", "ORGANIZATION", "STATUS", "LAST SIGN-IN", "SECOND FACTOR"];

/** What a command prints: `out` for scripts and people, `note` for people alone. */
export interface Printed {
	readonly out: string;
	readonly note: string;
	/** Exit status 1 where an answer says that something is wrong. */
	readonly isFault?: boolean;
}

/** @param isTerminal columns for eyes; otherwise separated by tabs, for scripts */
export function print(result: AdminResult, isTerminal: boolean): Printed {
	if ("people" in result) return { out: table(result.people, isTerminal), note: "" };
	if ("link" in result) {
		const whom = `${result.email}, ${result.role} of ${result.organization}`;
		const where = result.isPublic ? "" : " It begins with an address for this machine: set PUBLIC_URL for another.";
		const note = `For ${printable(whom)}: sets a password, once, within 7 days. Earlier links no longer work.${where}\n`;
		return { out: `${result.link}\n`, note };
	}
	if ("erased" in result) {
		const { pseudonym, places } = result.erased;
		const rows = places.reduce((sum, place) => sum + place.rows, 0);
		const note = `Erased: ${rows} rows in ${places.length} places. The person is now ${pseudonym}. Backups still have what was erased.\n`;
		return { out: `${JSON.stringify(result.erased, null, 2)}\n`, note };
	}
	if ("erasedDevices" in result) {
		const { device_count, opt_outs_added, sources, searched_source_count, refused_row_count } = result.erasedDevices;
		const rows = sources.reduce((sum, source) => sum + source.erased_row_count, 0);
		const found = `${rows} visits of ${device_count} devices in ${sources.length} of ${searched_source_count} sources`;
		const refused =
			refused_row_count === 0 ? "" : ` Rows that are no device id, and were left out: ${refused_row_count}.`;
		const note = `Erased: ${found}. New opt-outs: ${opt_outs_added}.${refused} Backups still have what was erased.\n`;
		return { out: `${JSON.stringify(result.erasedDevices, null, 2)}\n`, note };
	}
	if ("copiedTo" in result) return { out: `${result.copiedTo}\n`, note: "" };
	if ("region" in result) {
		const { id, name, bounds, attribution } = result.region;
		const where = `from ${bounds?.slice(0, 2).join(", ")} to ${bounds?.slice(2).join(", ")}`;
		return { out: `${id}\n`, note: `${printable(`Maps show the streets of ${name}, ${where} (${attribution}).`)}\n` };
	}
	if ("audit" in result) return verification(result.audit);
	const email = printable(result.email);
	if ("isReset" in result)
		return { out: "", note: `${email} signs in without a second factor; their sessions have ended.\n` };
	return {
		out: "",
		note: result.isChanged ? `${email} is enabled.\n` : `${email} is not disabled: nothing was changed.\n`,
	};
}

function verification(audit: AuditVerification): Printed {
	const { checked, rewritten, removed, waiting, problem } = audit;
	const found = problem && `${problem.problem}${problem.event_id === null ? "" : ` (event ${problem.event_id})`}`;
	const rest = `Checked: ${checked} events, of which erasures rewrote ${rewritten}. Removed after their time: ${removed}. Not chained yet: ${waiting}.`;
	const note = `${found === null ? "The audit log is whole." : `The audit log is broken: ${found}.`} ${rest}\n`;
	return {
		out: `${JSON.stringify(audit, null, 2)}\n`,
		note,
		isFault: found !== null,
	};
}

function table(people: readonly PersonOverview[], isTerminal: boolean): string {
	const rows = people.map(({ email, name, role, organization, status, last_sign_in_at: last, second_factor }) =>
		[email, name || "-", role, organization, status, last ?? "never", second_factor ? "yes" : "no"].map(printable),
	);
	const lines = [HEADINGS, ...rows];
	if (!isTerminal) return lines.map((cells) => `${cells.join("\t")}\n`).join("");
	const widths = HEADINGS.map((_, column) =>
		lines.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0),
	);
	const aligned = (cells: readonly string[]) =>
		cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
	return lines.map((cells) => `${aligned(cells).trimEnd()}\n`).join("");
}

/** Names may hold what moves a cursor, or ends a column. */
const printable = (text: string) => text.replace(/\p{Cc}+/gu, " ");
