import type { Service } from "@/lib/platform/service";

/** Whether this service sends mails (docs/operations.md, E-mail). */
export const isMailOn = ({ settings }: Pick<Service, "settings">): boolean => settings.SMTP_URL !== undefined;
