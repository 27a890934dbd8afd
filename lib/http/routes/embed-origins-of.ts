import { embedOrigins } from "@/lib/domain/accounts/organizations/embed-origins";
import { service } from "@/lib/platform/service";

/** The origins that may show the embedded pages of an organization; none of an unknown one. */
export const embedOriginsOf = (organization: string): Promise<readonly string[]> =>
	embedOrigins(service(), organization);
