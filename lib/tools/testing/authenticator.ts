import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { type MadePasskey, madePasskey, type ShownPasskey, shownPasskey } from "@/lib/contract/passkey";

/** The service of tests' requests, as passkeys know it. */
export const TEST_PARTY = { id: "service.example", origin: "https://service.example" };

/** What an authenticator or a browser does wrong. */
export interface Wrong {
	readonly origin?: string;
	readonly rpId?: string;
	readonly verified?: boolean;
	readonly counter?: number;
	/** Gives the maker's certificates, which nobody asks for. */
	readonly attested?: boolean;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A browser with a passkey (ES256), in software. */
export class Authenticator {
	readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
	readonly #id = randomBytes(32);
	#counter = 0;
	get credentialId(): string {
		return this.#id.toString("base64url");
	}

	/** Makes its passkey, for the options that the service gives. */
	make(options: Readonly<Record<string, unknown>>, wrong: Wrong = {}): MadePasskey {
		const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
		const key = isoCBOR.encode(
			new Map<number, number | Uint8Array>([
				[1, 2],
				[3, -7],
				[-1, 1],
				[-2, new Uint8Array(Buffer.from(x, "base64url"))],
				[-3, new Uint8Array(Buffer.from(y, "base64url"))],
			]),
		);
		const length = Buffer.from([0, this.#id.length]);
		const authData = Buffer.concat([this.#data(HAS_KEY, wrong), Buffer.alloc(16), length, this.#id, key]);
		const statement = wrong.attested ? new Map([["x5c", [new Uint8Array(8)]]]) : new Map();
		const attestation = isoCBOR.encode(
			new Map<string, string | Map<string, Uint8Array[]> | Uint8Array>([
				["fmt", wrong.attested ? "packed" : "none"],
				["attStmt", statement],
				["authData", new Uint8Array(authData)],
			]),
		);
		return madePasskey.parse({
			...this.#common(),
			response: {
				clientDataJSON: clientData("webauthn.create", options, wrong).toString("base64url"),
				attestationObject: Buffer.from(attestation).toString("base64url"),
				transports: ["internal"],
			},
		});
	}

	/** Shows its passkey, for the options that the service gives. */
	show(options: Readonly<Record<string, unknown>>, wrong: Wrong = {}): ShownPasskey {
		this.#counter = wrong.counter ?? this.#counter + 1;
		const authData = this.#data(0, wrong);
		const client = clientData("webauthn.get", options, wrong);
		const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
		return shownPasskey.parse({
			...this.#common(),
			response: {
				clientDataJSON: client.toString("base64url"),
				authenticatorData: authData.toString("base64url"),
				signature: createSign("sha256").update(signed).sign(this.#keys.privateKey).toString("base64url"),
			},
		});
	}

	#common() {
		const id = this.credentialId;
		return { id, rawId: id, type: "public-key", clientExtensionResults: {} };
	}

	#data(flags: number, { rpId = TEST_PARTY.id, verified = true }: Wrong): Buffer {
		const counter = Buffer.alloc(4);
		counter.writeUInt32BE(this.#counter);
		const all = flags | USER_PRESENT | (verified ? USER_VERIFIED : 0);
		return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([all]), counter]);
	}
}

const clientData = (type: string, { challenge }: Readonly<Record<string, unknown>>, wrong: Wrong) =>
	Buffer.from(JSON.stringify({ type, challenge, origin: wrong.origin ?? TEST_PARTY.origin, crossOrigin: false }));
