BEGIN TRANSACTION;
INSERT INTO users (user_id, username, preferences) VALUES (1,'rosa@acorn.example','a:1:{s:24:"twofactor_gauthenticator";a:3:{s:6:"secret";s:32:"IMMDGGPIG3AXMRHKJGFV3NIT3OCGA4L7";s:8:"activate";b:1;s:14:"recovery_codes";a:1:{i:0;s:10:"0a1b2c3d4e";}}}'),(2,'ben@acorn.example','a:0:{}');
COMMIT;
