-- The provider of single sign-on by which a person signs in, and who they are there. Without a subject
-- the person's next sign-in by a verified e-mail binds one.
ALTER TABLE "users" ADD COLUMN "oidc_issuer" TEXT, ADD COLUMN "oidc_subject" TEXT;
ALTER TABLE "users" ADD CONSTRAINT "users_identity" CHECK ("oidc_subject" IS NULL OR "oidc_issuer" IS NOT NULL);

-- One person per e-mail among those who sign in, by whichever way.
DROP INDEX "users_one_sign_in_per_email";
CREATE UNIQUE INDEX "users_one_sign_in_per_email" ON "users"("email_key") WHERE (password_hash IS NOT NULL OR oidc_issuer IS NOT NULL);
CREATE UNIQUE INDEX "users_oidc_issuer_oidc_subject_key" ON "users"("oidc_issuer", "oidc_subject");
