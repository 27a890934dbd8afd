// The provider of single sign-on in tests, on a thread of its own, whose clock the test may set.
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { accounts, clientId, clientSecret, redirectUris, postLogoutRedirectUris, clockOffsetMs, port } = workerData;
const now = Date.now;
Date.now = () => now() + clockOffsetMs;
// It says that it has not been tried with this version of Node.
console.warn = () => {};
console.info = () => {};
const { Provider } = await import("oidc-provider");

const server = createServer();
await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

// The library's own pages load fonts from elsewhere.
const page = (content) => `<!doctype html><html lang="en"><title>Provider</title>${content}</html>`;
function logoutSource(ctx, form) {
	const yes = '<button type="submit" form="op.logoutForm" value="yes" name="logout">Yes, sign me out</button>';
	ctx.body = page(`${form}${yes}`);
}

const provider = new Provider(issuer, {
	clients: [
		{
			client_id: clientId,
			client_secret: clientSecret,
			redirect_uris: redirectUris,
			post_logout_redirect_uris: postLogoutRedirectUris,
		},
	],
	claims: { openid: ["sub", "amr"], email: ["email", "email_verified"] },
	cookies: { keys: ["a key of tests alone"] },
	features: { devInteractions: { enabled: false }, rpInitiatedLogout: { logoutSource } },
	renderError(ctx, { error }) {
		Object.assign(ctx, { type: "html", body: page(`<h1>${error}</h1>`) });
	},
	interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
	pkce: { required: () => true },
	ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
	async findAccount(_, id) {
		const account = accounts.find(({ sub }) => sub === id);
		return account && { accountId: id, claims: async () => account };
	},
	// Nobody is asked whether they consent; the tabs of a browser share a grant.
	async loadExistingGrant({ oidc }) {
		const id = oidc.session.grantIdFor(oidc.client.clientId);
		if (id !== undefined) return oidc.provider.Grant.find(id);
		const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
		grant.addOIDCScope("openid email");
		await grant.save();
		return grant;
	},
});

const answer = provider.callback();

async function interact(request, response) {
	const { searchParams } = new URL(request.url, issuer);
	const accountId = searchParams.get("account");
	if (searchParams.has("cancel")) {
		return provider.interactionFinished(request, response, { error: "access_denied" });
	}
	if (accountId !== null) {
		return provider.interactionFinished(request, response, { login: { accountId } });
	}
	const links = accounts.map(({ sub }) => `<li><a href="?account=${sub}">${sub}</a></li>`).join("");
	response.setHeader("Content-Type", "text/html; charset=utf-8");
	response.end(page(`<h1>Who are you?</h1><ul>${links}</ul><a href="?cancel">Cancel</a>`));
}

server.on("request", (request, response) => {
	// Browsers report one that is missing.
	if (request.url === "/favicon.ico") return response.writeHead(204).end();
	if (!request.url.startsWith("/interaction/")) return answer(request, response);
	interact(request, response).catch((error) => {
		response.statusCode = 500;
		response.end(String(error));
	});
});
parentPort.on("message", () => {
	server.closeAllConnections();
	server.close(() => process.exit(0));
});
parentPort.postMessage(issuer);
