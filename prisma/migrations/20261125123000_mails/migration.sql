-- What each person is mailed, and when. Without a row, and for kinds that it does not name, the
-- defaults of lib/contract/notifications.ts hold.
CREATE TABLE "notification_settings" (
    "user_id" UUID NOT NULL,
    "modes" JSONB NOT NULL DEFAULT '{}',
    "time_zone" TEXT,
    "digest_minute" INTEGER NOT NULL DEFAULT 480,

    CONSTRAINT "notification_settings_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_digest_minute" CHECK ("digest_minute" BETWEEN 0 AND 1439);

-- Mails to send, and those that were sent. Each has one cause: an item of the inbox, a day's digest,
-- or a sign-in link, whose secret is not stored but derived. The unique indexes keep it to one mail.
CREATE TABLE "mails" (
    "id" BIGSERIAL NOT NULL,
    "message_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "item_id" BIGINT,
    "digest_day" DATE,
    "sign_in_link_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mails_one_cause" CHECK (num_nonnulls("item_id", "digest_day", "sign_in_link_id") = 1),
    CONSTRAINT "mails_state" CHECK ("state" IN ('waiting', 'sent', 'refused', 'expired', 'dropped')),
    CONSTRAINT "mails_ended" CHECK (("ended_at" IS NULL) = ("state" = 'waiting'))
);
CREATE UNIQUE INDEX "mails_item_id_key" ON "mails"("item_id");
CREATE UNIQUE INDEX "mails_sign_in_link_id_key" ON "mails"("sign_in_link_id");
CREATE UNIQUE INDEX "mails_user_id_digest_day_key" ON "mails"("user_id", "digest_day");
CREATE INDEX "mails_waiting" ON "mails"("not_before", "id") WHERE state = 'waiting';
CREATE INDEX "mails_ended_at_idx" ON "mails"("ended_at");
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mails" ADD CONSTRAINT "mails_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "inbox_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mails" ADD CONSTRAINT "mails_sign_in_link_id_fkey" FOREIGN KEY ("sign_in_link_id") REFERENCES "sign_in_links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Items that wait for a digest: each for one.
CREATE TABLE "digest_items" (
    "item_id" BIGINT NOT NULL,
    "mail_id" BIGINT NOT NULL,

    CONSTRAINT "digest_items_pkey" PRIMARY KEY ("item_id")
);
CREATE INDEX "digest_items_mail_id_idx" ON "digest_items"("mail_id");
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "inbox_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who asked on the sign-in page for a link: answered later, so that the answer and its time do not
-- tell whether there is such a person.
CREATE TABLE "forgotten_passwords" (
    "id" BIGSERIAL NOT NULL,
    "email_key" TEXT NOT NULL,
    "address" TEXT,
    "request_id" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "forgotten_passwords_pkey" PRIMARY KEY ("id")
);
