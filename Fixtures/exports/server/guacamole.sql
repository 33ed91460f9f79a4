-- MySQL dump 10.13  Distrib 8.0.36
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `guacamole_entity`;
CREATE TABLE `guacamole_entity` (
  `entity_id` int NOT NULL,
  `name` varchar(128) NOT NULL,
  `type` enum('USER','USER_GROUP') NOT NULL,
  PRIMARY KEY (`entity_id`),
  UNIQUE KEY `guacamole_entity_name_scope` (`type`,`name`)
) ENGINE=InnoDB;
INSERT INTO `guacamole_entity` VALUES (11,'rosa','USER'),(12,'ben','USER'),(13,'kim','USER');
CREATE TABLE `guacamole_user` (`user_id` int NOT NULL, `entity_id` int NOT NULL, `password_hash` binary(32));
INSERT INTO `guacamole_user` VALUES (2,11,'it''s; a (hash)'),(3,12,'it''s; a (hash)'),(4,13,'it''s; a (hash)');
LOCK TABLES `guacamole_user_attribute` WRITE;
INSERT INTO `guacamole_user_attribute` VALUES (2,'guac-totp-key-confirmed','true'),(2,'guac-totp-key-secret','ECBSU75GNLEIS7IZMGS3M4DC5NMASILW'),(3,'guac-totp-key-confirmed','true'),(3,'guac-totp-key-secret','4YHVLD7ULBGZ5HZZOZUYY66LJBOZH24M'),(4,'guac-totp-key-confirmed','true'),(4,'guac-totp-key-secret','6ZDHQQN6AKZPSUBIQ3EPLIPAGUNSA5NJ');
-- Dump completed
