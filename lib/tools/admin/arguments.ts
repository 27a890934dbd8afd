import { hostname, userInfo } from "node:os";
import { parse as parsePath, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type AdminCommand, AUDIT_HEAD } from "@/lib/processes/admin/admin-command";
import type { BackupRequest } from "@/lib/processes/backup/run-backup";

export const ADMIN_USAGE = `Usage: npm run --silent admin -- COMMAND

The way back in, and the way out, for who may read the service's DATA_DIR or has its DATABASE_URL. It works beside a running service and without one.

  list-people                 everybody, operators first: e-mail, name, role, organization, status, last sign-in, second factor
  sign-in-link EMAIL          prints a link that sets a password, once, within 7 days
  reset-second-factor EMAIL   removes authenticator apps, passkeys and recovery codes, and ends the person's sessions
  enable EMAIL                lets a disabled person in again
  erase-user EMAIL            erases a person's name, e-mail and credentials for ever, and prints the proof as JSON; asks nothing
  verify-audit                checks that nobody changed or removed audit events; status 1 where somebody did
  accept-audit-head           has the audit log go on from its present end, after a loss in the database or of the remembered head
  erase-device                erases devices from the data of all inventory sources, lists them as opt-outs, and prints the proof as JSON
  basemap fetch-file FILE     shows the streets of a PMTiles archive on the maps of the service, under the file's name or --name
  import-pois FILE…           imports a release of points of interest: Parquet, GeoJSON lines or CSV; it becomes the current one

  export FILE                 writes the whole service, database and files, into an encrypted archive, while it runs; goes on with FILE.part
  import FILE                 puts an archive into an empty database, and its files into the file store; the service must not run yet
  verify FILE                 reads an archive to its end and checks every table and file of it
  backup DIRECTORY            an export under a name with the time, which is verified; with --keep N, older ones are removed
  restore DIRECTORY           imports the newest backup of a directory

  verify-release PATH         checks a release of this service, its directory or one file in it, by the signature of its SHA256SUMS and --key

  --key FILE                  the public key of who releases, as ssh-keygen writes it
  --name NAME                 of the release; by default its day
  --attribution TEXT          that the release's license asks to be shown

  --passphrase-file PATH      of archives; without it BACKUP_PASSPHRASE has the passphrase
  --keep N                    how many backups stay, the new one included
  --organization SLUG         of the person, where several have the e-mail
  --file FILE                 of the device ids; without it they are read from standard input, as lists of processes show arguments
  --name NAME                 of the region that basemap adds
  --head POSITION:HASH        of the audit log, from the service's log: the check finds what was cut off its end since
  --help                      prints this

Takes the settings of the service from the environment: DATA_DIR or DATABASE_URL, and PUBLIC_URL for links.`;

const ARCHIVES = ["export", "import", "verify", "backup", "restore"] as const;
const NAMES = `list-people, sign-in-link, reset-second-factor, enable, erase-user, erase-device, verify-audit, accept-audit-head, basemap, import-pois, verify-release, ${ARCHIVES.slice(0, -1).join(", ")} or ${ARCHIVES.at(-1)}`;

/** A command as it is typed: device ids are still to be read. */
export type AdminRequest =
	| Exclude<AdminCommand, { name: "erase-device" | "copy-database" }>
	| BackupRequest
	| ReleaseRequest
	/** `from`: path of a file, null for standard input. */
	| { readonly name: "erase-device"; readonly actor: string; readonly from: string | null };

/** Needs no service: `release` is a directory or one file of it, `key` a file with public keys. */
export interface ReleaseRequest {
	readonly name: "verify-release";
	readonly release: string;
	readonly key: string;
}

/** A command line that is not usable, in one sentence. */
export class AdminArgumentError extends Error {
	override name = "AdminArgumentError";
}

/**
 * Parses the command line, without the program name. Null when help was requested.
 * @throws AdminArgumentError
 */
export function parseAdminArguments(args: readonly string[]): AdminRequest | null {
	const { positionals, values } = parse(args);
	if (values.help) return null;
	const [name, email, ...others] = positionals;
	if (name === undefined) throw new AdminArgumentError(`a command is missing: ${NAMES}`);
	if (name === "verify-release") return releaseRequest(positionals.slice(1), values);
	if (values.key !== undefined) throw new AdminArgumentError("--key is for verify-release alone");
	const actor = describeActor();
	const aboutArchives = ARCHIVES.find((each) => each === name);
	if (aboutArchives !== undefined) return archiveRequest(aboutArchives, positionals.slice(1), { ...values, actor });
	if (values["passphrase-file"] !== undefined || values.keep !== undefined)
		throw new AdminArgumentError(`--passphrase-file and --keep are for ${ARCHIVES.join(", ")} alone`);
	if (values.head !== undefined && name !== "verify-audit")
		throw new AdminArgumentError("--head is for verify-audit alone");
	if (name === "basemap") return { name, actor, ...regionOf(positionals.slice(1), values) };
	if (name === "import-pois") return poisRequest(positionals.slice(1), { ...values, actor });
	if (values.name !== undefined || values.attribution !== undefined)
		throw new AdminArgumentError("--name is for basemap and import-pois, --attribution for import-pois alone");
	if (name === "erase-device") return { name, actor, from: placeOfIds(positionals.length, values) };
	if (values.file !== undefined) throw new AdminArgumentError("--file is for erase-device alone");
	if (name === "list-people" || name === "verify-audit" || name === "accept-audit-head") {
		if (email !== undefined) throw new AdminArgumentError(`${name} takes no argument`);
		return name === "verify-audit" ? { name, actor, ...headOf(values) } : { name, actor };
	}
	if (name !== "sign-in-link" && name !== "reset-second-factor" && name !== "enable" && name !== "erase-user") {
		throw new AdminArgumentError(`the command ${name} is unknown: it must be ${NAMES}`);
	}
	if (email === undefined || email === "") throw new AdminArgumentError(`${name} must be followed by an e-mail`);
	if (others.length > 0) throw new AdminArgumentError(`${name} takes one e-mail, and was given ${1 + others.length}`);
	if (name === "erase-user") {
		if (values.organization === undefined) return { name, actor, email };
		throw new AdminArgumentError("erase-user erases every account with the e-mail, and takes no --organization");
	}
	return { name, actor, email, ...(values.organization === undefined ? {} : { organization: values.organization }) };
}

function releaseRequest(
	[release = "", ...others]: readonly string[],
	{ key = "", ...rest }: ReturnType<typeof parse>["values"],
): ReleaseRequest {
	if (release === "" || others.length > 0) {
		throw new AdminArgumentError("verify-release must be followed by one directory or file");
	}
	const [wrong] = Object.keys(rest);
	if (wrong !== undefined) throw new AdminArgumentError(`verify-release takes no --${wrong}`);
	if (key === "") throw new AdminArgumentError("verify-release needs --key, the file with the public key");
	return { name: "verify-release", release, key };
}

function archiveRequest(
	name: BackupRequest["name"],
	places: readonly string[],
	given: ReturnType<typeof parse>["values"] & { readonly actor: string },
): BackupRequest {
	const [path = "", ...others] = places;
	const { keep, actor, "passphrase-file": passphraseFile, ...rest } = given;
	const what = name === "backup" || name === "restore" ? "directory" : "file";
	if (path === "" || others.length > 0) throw new AdminArgumentError(`${name} must be followed by one ${what}`);
	const [wrong] = Object.keys(rest);
	if (wrong !== undefined) throw new AdminArgumentError(`${name} takes no --${wrong}`);
	if (passphraseFile === "") throw new AdminArgumentError("--passphrase-file must be followed by the path of a file");
	if (keep !== undefined && (name !== "backup" || !/^[1-9]\d{0,5}$/.test(keep))) {
		throw new AdminArgumentError("--keep is for backup alone, and must be followed by a number from 1 on");
	}
	return {
		...{ name, path, actor },
		...(passphraseFile === undefined ? {} : { passphraseFile }),
		...(keep === undefined ? {} : { keep: Number(keep) }),
	};
}

function regionOf(
	[verb, path, ...others]: readonly string[],
	{ name, file, organization }: ReturnType<typeof parse>["values"],
): { from: string; region: string } {
	if (verb !== "fetch-file" || path === undefined || path === "" || others.length > 0) {
		throw new AdminArgumentError("basemap must be followed by fetch-file and one file");
	}
	if (file !== undefined || organization !== undefined) throw new AdminArgumentError("basemap takes --name alone");
	const region = (name ?? parsePath(path).name).trim();
	if (region === "" || region.length > 100) throw new AdminArgumentError("--name must have 1 to 100 characters");
	return { from: resolve(path), region };
}

function headOf({ head }: ReturnType<typeof parse>["values"]): { head?: string } {
	if (head === undefined) return {};
	if (AUDIT_HEAD.test(head)) return { head };
	throw new AdminArgumentError("--head must be followed by POSITION:HASH, as the log has it");
}

function poisRequest(
	files: readonly string[],
	given: ReturnType<typeof parse>["values"] & { readonly actor: string },
): AdminRequest {
	const { name: release, attribution, actor, ...rest } = given;
	const [wrong] = Object.keys(rest);
	if (wrong !== undefined) throw new AdminArgumentError(`import-pois takes no --${wrong}`);
	if (files.length === 0) throw new AdminArgumentError("import-pois must be followed by files");
	return { name: "import-pois", actor, paths: files.map((file) => resolve(file)), release, attribution };
}

/** The message does not repeat what may be the id of a device. */
function placeOfIds(count: number, { file, organization }: ReturnType<typeof parse>["values"]): string | null {
	if (count > 1) throw new AdminArgumentError("erase-device takes ids by --file or standard input, and no argument");
	if (organization !== undefined) throw new AdminArgumentError("erase-device takes no --organization");
	if (file === "") throw new AdminArgumentError("--file must be followed by the path of a file");
	return file ?? null;
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				...{ organization: { type: "string" }, file: { type: "string" }, head: { type: "string" } },
				...{ name: { type: "string" }, attribution: { type: "string" } },
				...{ "passphrase-file": { type: "string" }, keep: { type: "string" } },
				...{ key: { type: "string" }, help: { type: "boolean" } },
			},
			allowPositionals: true,
		});
	} catch (error) {
		throw new AdminArgumentError((error as Error).message.split("\n")[0] ?? "");
	}
}

/** Whom the audit trail names. A user of a container may have no name. */
function describeActor(): string {
	let user = String(process.getuid?.() ?? "");
	try {
		user = userInfo().username;
	} catch {
		// The number stands for it.
	}
	return `command line (${user}@${hostname()})`;
}
