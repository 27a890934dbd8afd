export type { Change } from "./changes.js";
export {
	type Build,
	type BuildRow,
	type Deployment,
	type DeploymentDetail,
	type Design,
	type RequestedBuild,
	type Target,
	TargetingClient,
} from "./client.js";
export {
	AuthenticationError,
	ConnectionError,
	type ErrorType,
	ForbiddenError,
	InvalidRequestError,
	InvalidStateError,
	NotFoundError,
	notFound,
	type Refusal,
	ServiceError,
	ThrottledError,
	UnavailableError,
	VersionMismatchError,
	WaitError,
} from "./errors.js";
export type { Credential, Options, Settings, Upload } from "./http.js";
export { List, type Page } from "./pages.js";
export { type TokenGrant, type Tokens, type TokenUser, tokenRefresher } from "./tokens.js";
export { verifyWebhook, WebhookError, type WebhookMessage } from "./webhooks.js";
