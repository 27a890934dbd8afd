import { bareHost, bypassesProxy } from "@/lib/agent/outbound/bypasses-proxy";

/** A proxy between the agent and its service. */
export interface HttpProxy {
	/** Address for logs and errors, without user and password. */
	readonly name: string;
	/** The variable that names it. */
	readonly variable: string;
	/** Whether the connection to the proxy itself is encrypted. */
	readonly isSecure: boolean;
	readonly host: string;
	readonly port: number;
	/** Header `Proxy-Authorization`; a secret. */
	readonly authorization: string | null;
}

/** A variable that names no usable proxy; the message does not repeat its value. */
export class ProxySettingError extends Error {
	override name = "ProxySettingError";
}

/**
 * The proxy of an address by the variables that other programs use (lib/agent/README.md, Proxies):
 * `HTTPS_PROXY` or `HTTP_PROXY` by its scheme, in lower case first; null for a direct connection.
 * @throws ProxySettingError naming the variable
 */
export function findProxy(server: string, environment: Readonly<Record<string, string | undefined>>): HttpProxy | null {
	const url = new URL(server);
	const variables = url.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
	const variable = variables.find((name) => (environment[name] ?? "") !== "");
	if (variable === undefined) return null;
	if (bypassesProxy(url, environment.no_proxy || environment.NO_PROXY || "")) return null;
	return parseProxy(variable, environment[variable] ?? "");
}

function parseProxy(variable: string, value: string): HttpProxy {
	const text = value.includes("://") ? value : `http://${value}`;
	const url = URL.canParse(text) ? new URL(text) : null;
	if (url === null || (url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") {
		throw new ProxySettingError(`${variable} must be an address like http://proxy.example.com:3128`);
	}
	const isSecure = url.protocol === "https:";
	return {
		name: url.origin,
		variable,
		isSecure,
		host: bareHost(url.hostname),
		port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
		authorization: authorizationOf(url),
	};
}

function authorizationOf({ username, password }: URL): string | null {
	if (username === "" && password === "") return null;
	const credentials = `${decoded(username)}:${decoded(password)}`;
	return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/** A percent sign that encodes nothing stands for itself. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
