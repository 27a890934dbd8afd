/**
 * Loads the SDK of object stores. On Node.js 20 it would warn that versions from 2027 on will not run
 * there: this one does, and docs/operations/install.md says until when there are such versions.
 */
export async function loadS3Sdk(): Promise<typeof import("@aws-sdk/client-s3")> {
	process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
	return import("@aws-sdk/client-s3");
}
