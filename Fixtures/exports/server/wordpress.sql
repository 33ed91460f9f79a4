-- MySQL dump 10.13  Distrib 8.0.36
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE `wp_users` (`ID` bigint unsigned NOT NULL, `user_login` varchar(60) NOT NULL, `user_pass` text);
INSERT INTO `wp_users` VALUES (2,'rosa','$P$x'),(3,'ben','$P$y');
INSERT INTO `wp_options` (`option_id`, `option_name`, `option_value`) VALUES (1,'siteurl','https://acorn.example'),(2,'blogname','Acorn');
INSERT INTO `wp_usermeta` (`umeta_id`, `user_id`, `meta_key`, `meta_value`) VALUES (102,2,'nickname','rosa'),(103,2,'_two_factor_enabled_providers','a:1:{i:0;s:15:\"Two_Factor_Totp\";}'),(104,2,'_two_factor_totp_key','LNACHOFUMURIRADZRPYGQWDQAMYFTSWT'),(105,2,'_two_factor_backup_codes','a:1:{i:0;s:4:\"$P$z\";}'),(106,3,'wp_2fa_totp_key','lsc_c2VhbGVk');
INSERT INTO `wp_wfls_2fa_secrets` VALUES (1,3,0x0cdff5d217d75a918a2cf796175b62e5c5b17cd2,0xabababababababababababababababababababababababababababababababababababababababab,1730000000,0,'authenticator');
-- Dump completed
