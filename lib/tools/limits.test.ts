import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AGENT_REPORT_BYTES } from "@/lib/contract/agent";
import { AUDIENCE_LIMITS } from "@/lib/contract/audience";
import { BULK_MOST_ITEMS, MOST_COMMENTS } from "@/lib/contract/constants";
import { MOST_UNREAD } from "@/lib/contract/inbox";
import { PEOPLE_BEHIND } from "@/lib/domain/accounts/address-limit";
import { TRIES_A_MINUTE } from "@/lib/domain/accounts/sign-in/redeem-sign-in-link";
import * as signIn from "@/lib/domain/accounts/sign-in/sign-in";
import { REGION_MAX_BYTES } from "@/lib/domain/basemap/regions";
import { STATE_BYTES } from "@/lib/domain/declared-state/apply-state";
import { COMMENTS_A_MINUTE } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { INLINE_SETS_BYTES } from "@/lib/domain/designs/inline-sets";
import { STREAM_LIMITS } from "@/lib/domain/events/change-feed";
import { MOST_REFUSALS } from "@/lib/domain/inventory/import-parquet";
import { MOST_ROWS } from "@/lib/domain/inventory/parquet-open-upload";
import * as forgotten from "@/lib/domain/mail/forgotten-password";
import { TESTS_A_MINUTE } from "@/lib/domain/mail/send-test-mail";
import { RETENTION } from "@/lib/domain/retention/remove-old-rows";
import { ADMITTED_AT_ONCE, MOST_AGENTS } from "@/lib/domain/targets/admit-agents";
import { MOST_FREEZES } from "@/lib/domain/targets/create-freeze";
import { REPORT_PACE } from "@/lib/domain/targets/record-agent-report";
import { MOST_PER_WEBHOOK } from "@/lib/domain/webhooks/claim-deliveries";
import { MOST_WEBHOOKS } from "@/lib/domain/webhooks/create-webhook";
import { MOST_UNDER_WAY } from "@/lib/domain/webhooks/deliver-webhooks";
import { REPLAYS_A_MINUTE } from "@/lib/domain/webhooks/replay-since";
import { MOST_TESTS } from "@/lib/domain/webhooks/test-webhook";
import { CONVERSION_LIMITS } from "@/lib/engine/conversion/convert";
import { MOST_TIMES } from "@/lib/engine/conversion/unzip";
import { INSPECTION_LIMITS, TIMEOUT_MS } from "@/lib/engine/inspection/inspect";
import { MOST_CONTAINERS, MOST_LEVELS, MOST_MEMBERS } from "@/lib/http/routes/bounded-json";
import { DOWNLOAD_LIMITS } from "@/lib/http/routes/download-response";
import { EXPORT_LIMITS } from "@/lib/http/routes/export-response";
import { BODY_LIMIT_BYTES } from "@/lib/http/routes/read-body";
import { REQUEST_LIMITS, UPLOAD_LIMITS } from "@/lib/http/routes/run-route";
import { parseEnvironment } from "@/lib/platform/env";
import { LEAST_BYTES_PER_MS, SLOW_BODY_MS } from "@/lib/processes/server/body-guard";
import { CONNECTION_TIMES, MAX_HEADER_BYTES } from "@/lib/processes/server/http-server";
import { MAX_TARGET_LENGTH } from "@/lib/processes/server/request-listener";
import { MOST_STEPS } from "@/lib/rules/geofences/buffer-lines";
import { shortWork } from "@/lib/rules/geofences/even-odd";
import { GEOFENCE_LIMITS } from "@/lib/rules/geofences/geofence";

const defaults = parseEnvironment({});
const MINUTE_MS = 60_000;
const slots = ({
	ofUser,
	ofOrganization,
	inAll,
}: typeof EXPORT_LIMITS | typeof DOWNLOAD_LIMITS | typeof STREAM_LIMITS | typeof UPLOAD_LIMITS) => [
	ofUser,
	ofOrganization,
	inAll,
];

/** The numbers of each limit in their order, by the first column of docs/operations.md, Limits. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
	"wrong passwords for one e-mail": [signIn.WRONG_FOR_EMAIL],
	"wrong passwords for all e-mails": [signIn.WRONG_FROM_ADDRESS],
	"sign-ins asked for a second factor": [signIn.WRONG_FROM_ADDRESS],
	"wrong passwords from everywhere": [signIn.WRONG_FOR_ACCOUNT, signIn.WRONG_WHEN_SLOWED],
	"sign-ins that wait for their turn": [signIn.MOST_AT_ONCE],
	"sign-ins behind an unnamed proxy": [PEOPLE_BEHIND],
	"wrong codes of six digits": [signIn.WRONG_CODES],
	"wrong recovery codes, passkeys": [],
	"wrong confirmations, old passwords": [],
	"links tried": [TRIES_A_MINUTE],
	"forgotten passwords": [forgotten.FROM_ADDRESS, forgotten.FOR_EMAIL, forgotten.MOST_OPEN],
	"wrong keys and tokens": [defaults.WRONG_KEY_RATE_LIMIT],
	"token API": [defaults.TOKEN_RATE_LIMIT],
	"management and product API": [defaults.API_RATE_LIMIT],
	"requests under way": [REQUEST_LIMITS.underWay, REQUEST_LIMITS.waiting, REQUEST_LIMITS.waitingBytes],
	"uploads under way": slots(UPLOAD_LIMITS),
	"estimates, tests and file checks": [INSPECTION_LIMITS.jobsOfOne, INSPECTION_LIMITS.threadsOfOne, TIMEOUT_MS / 1_000],
	"the same, waiting": [INSPECTION_LIMITS.waiting, INSPECTION_LIMITS.waitingOfOrganization],
	"exports and conversions": slots(EXPORT_LIMITS),
	"maps and files": slots(DOWNLOAD_LIMITS),
	"event streams": slots(STREAM_LIMITS),
	comments: [COMMENTS_A_MINUTE, MOST_COMMENTS],
	inbox: [RETENTION.inbox_items.days, MOST_UNREAD],
	"webhooks; tests that wait": [MOST_WEBHOOKS, MOST_TESTS],
	"replays of events": [REPLAYS_A_MINUTE],
	"messages under way": [MOST_PER_WEBHOOK, MOST_UNDER_WAY],
	"test mails": [TESTS_A_MINUTE],
	"items of a bulk action": [BULK_MOST_ITEMS],
	freezes: [MOST_FREEZES],
	agents: [MOST_AGENTS],
	"writes of agents' reports": [
		1_000 / REPORT_PACE.everyMs,
		1_000 / REPORT_PACE.everyMs,
		REPORT_PACE.underWay,
		REPORT_PACE.changed.size,
		ADMITTED_AT_ONCE,
	],
	"reports that wait for it": [REPORT_PACE.repeated.waiting, REPORT_PACE.changed.waiting],
	headers: [CONNECTION_TIMES.headersMs / 1_000],
	"bodies by drips, and silent ones": [LEAST_BYTES_PER_MS, SLOW_BODY_MS / 1_000],
	"answers that nobody reads": [CONNECTION_TIMES.unreadMs / MINUTE_MS],
	"connections without traffic": [CONNECTION_TIMES.silentMs / MINUTE_MS],
	"address; headers": [MAX_TARGET_LENGTH, MAX_HEADER_BYTES],
	"bodies of forms and JSON": [BODY_LIMIT_BYTES],
	JSON: [MOST_LEVELS, MOST_MEMBERS, MOST_CONTAINERS],
	"bodies with inline sets; declared states; reports of agents": [INLINE_SETS_BYTES, STATE_BYTES, AGENT_REPORT_BYTES],
	"compressed bodies of forms and JSON": [],
	uploads: [defaults.BUILD_MAX_BYTES],
	"regions of the map": [REGION_MAX_BYTES],
	"uploads with gzip": [],
	"archives: KMZ, XLSX, zipped Shapefiles": [defaults.CONVERSION_MAX_BYTES, MOST_TIMES, 64],
	conversions: [defaults.CONVERSION_TIMEOUT_SECONDS],
	"conversions under way": [
		CONVERSION_LIMITS.jobsOfOne,
		CONVERSION_LIMITS.threadsOfOne,
		CONVERSION_LIMITS.threads,
		CONVERSION_LIMITS.waiting,
	],
	Parquet: [MOST_ROWS.anyway, MOST_ROWS.perByte],
	"refused rows": [MOST_REFUSALS],
	geofences: [GEOFENCE_LIMITS.perSet],
	"corners of a polygon": [GEOFENCE_LIMITS.positions],
	"polygons that cross themselves": [shortWork().left],
	"polygons that cover much": [360],
	"lines with a buffer": [MOST_STEPS],
	"audience expressions": [AUDIENCE_LIMITS.conditions, AUDIENCE_LIMITS.depth, AUDIENCE_LIMITS.sources],
	"names of several alphabets": [],
};

const [section = ""] = readFileSync("docs/operations/limits.md", "utf8").split("\n## ");
const rows = section
	.split("\n")
	.filter((line) => line.startsWith("| ") && !line.startsWith("| what |"))
	.map((line) => line.slice(2, -2).split(" | "));

test("the table of limits has the numbers of the code", () => {
	const printed = rows.map(([what, limit = ""]) => [what, limit.match(/\d+(,\d{3})*/g) ?? []]);
	const ofCode = Object.entries(NUMBERS).map(([what, numbers]) => [
		what,
		numbers.map((number) => number.toLocaleString("en-US")),
	]);
	expect(printed).toEqual(ofCode);
	expect(defaults.GEOFENCES_MAX_BYTES).toBe(defaults.BUILD_MAX_BYTES);
	// Or one user would have all connections of a process.
	expect(REQUEST_LIMITS.underWay).toBeLessThan(defaults.DATABASE_CONNECTIONS / 2);
	expect(defaults.INVENTORY_MAX_BYTES).toBe(defaults.BUILD_MAX_BYTES);
});

test.each(rows.map((row) => [row[0], row.at(-1) ?? ""]))("the limit of %s has a test: %s", (_what, link) => {
	const [, title = "", path = ""] = /^\[(.+)\]\(\.\.\/\.\.\/(.+\.test\.ts)\)$/.exec(link) ?? [];
	expect(title.length).toBeGreaterThan(10);
	expect(readFileSync(path, "utf8")).toContain(title);
});
