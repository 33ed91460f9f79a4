PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
INSERT INTO twofaccounts(id, user_id, legacy_uri, service, account, icon, otp_type, secret, algorithm, digits, period, counter) VALUES (1,1,'eyJpdiI6','eyJpdiI6','eyJpdiI6',NULL,'totp','eyJpdiI6IjEi','sha1',6,30,NULL);
COMMIT;
