import { lazyDialog, lazyPart } from "@/components/kit/ui/lazy-part";
import { useAtHand } from "@/components/kit/ui/use-at-hand";

/** The queue's dialogs, which are not part of its first load. */
export const ActivateDialog = lazyDialog(() => import("./activate-dialog").then((module) => module.ActivateDialog));
export const BulkActivateDialog = lazyDialog(() =>
	import("./bulk-activate-dialog").then((module) => module.BulkActivateDialog),
);
export const BulkDialog = lazyDialog(() =>
	import("@/components/features/deployments/bulk-dialog").then((module) => module.BulkDialog),
);
export const RejectDialog = lazyDialog(() => import("./reject-dialog").then((module) => module.RejectDialog));
export const ScheduleDialog = lazyDialog(() =>
	import("@/components/features/deployments/schedule-dialog").then((module) => module.ScheduleDialog),
);
export const TagDialog = lazyDialog(() => import("./tag-dialog").then((module) => module.TagDialog));

export const ReviewMode = lazyPart("The review", () =>
	import("./review/review-mode").then((module) => module.ReviewMode),
);

const LOADS = [RejectDialog, TagDialog, BulkDialog, BulkActivateDialog, ActivateDialog, ScheduleDialog] as const;

/** Loads the dialogs once the page is idle. */
export const useDialogsAtHand = (): void => useAtHand(LOADS);
