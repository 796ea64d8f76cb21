-- Names of Android's Linux user ids.

-- Names of the fixed user ids from 1000 on, in order (Android's android_filesystem_config.h).
CREATE PERFETTO FUNCTION _android_fixed_uid_name(app_id LONG) RETURNS STRING AS
SELECT CASE
  WHEN $app_id >= 1000 THEN 'AID_' || [
    'SYSTEM_USER', 'RADIO', 'BLUETOOTH', 'GRAPHICS', 'INPUT', 'AUDIO', 'CAMERA', 'LOG', 'COMPASS', 'MOUNT', 'WIFI',
    'ADB', 'INSTALL', 'MEDIA', 'DHCP', 'SDCARD_RW', 'VPN', 'KEYSTORE', 'USB', 'DRM', 'MDNSR', 'GPS', 'UNUSED1',
    'MEDIA_RW', 'MTP', 'UNUSED2', 'DRMRPC', 'NFC', 'SDCARD_R', 'CLAT', 'LOOP_RADIO', 'MEDIA_DRM', 'PACKAGE_INFO',
    'SDCARD_PICS', 'SDCARD_AV', 'SDCARD_ALL', 'LOGD', 'SHARED_RELRO', 'DBUS', 'TLSDATE', 'MEDIA_EX', 'AUDIOSERVER',
    'METRICS_COLL', 'METRICSD', 'WEBSERV', 'DEBUGGERD', 'MEDIA_CODEC', 'CAMERASERVER', 'FIREWALL', 'TRUNKS', 'NVRAM',
    'DNS', 'DNS_TETHER', 'WEBVIEW_ZYGOTE', 'VEHICLE_NETWORK', 'MEDIA_AUDIO', 'MEDIA_VIDEO', 'MEDIA_IMAGE', 'TOMBSTONED',
    'MEDIA_OBB', 'ESE', 'OTA_UPDATE', 'AUTOMOTIVE_EVS', 'LOWPAN', 'HSM', 'RESERVED_DISK', 'STATSD', 'INCIDENTD',
    'SECURE_ELEMENT', 'LMKD', 'LLKD', 'IORAPD', 'GPU_SERVICE', 'NETWORK_STACK', 'GSID', 'FSVERITY_CERT', 'CREDSTORE',
    'EXTERNAL_STORAGE', 'EXT_DATA_RW', 'EXT_OBB_RW', 'CONTEXT_HUB', 'VIRTMANAGER', 'ARTD', 'UWB', 'THREAD_NETWORK',
    'DICED', 'DMESGD', 'JC_WEAVER', 'JC_STRONGBOX', 'JC_IDENTITYCRED', 'SDK_SANDBOX', 'SECURITY_LOG_WRITER',
    'PRNG_SEEDER', 'UPROBESTATS'
  ][$app_id - 999]
END;

-- Package of an app's user id, the platform's name of a fixed one, else `uid=N`. Of packages that share an id, one that only provides
-- data comes last.
CREATE PERFETTO FUNCTION android_package_lookup(uid LONG) RETURNS STRING AS
SELECT CASE WHEN $uid IS NOT NULL THEN coalesce(
  (
    SELECT arg_max(
      p.package_name,
      CASE WHEN p.package_name = 'com.google.android.gms' THEN 2 WHEN starts_with(p.package_name, 'com.android.providers.') THEN 0 ELSE 1 END
    )
    FROM package_list AS p
    WHERE p.uid = $uid % 100000 AND p.uid >= 10000
  ),
  _android_fixed_uid_name($uid % 100000),
  CASE
    WHEN $uid % 100000 = 0 THEN 'AID_ROOT'
    WHEN $uid % 100000 = 2000 THEN 'AID_SHELL'
    WHEN $uid % 100000 = 2001 THEN 'AID_CACHE'
    WHEN $uid % 100000 = 2002 THEN 'AID_DIAG'
    WHEN $uid % 100000 = 9999 THEN 'AID_NOBODY'
    WHEN $uid % 100000 >= 50000 AND $uid % 100000 < 60000 THEN 'SHARED_GID'
    WHEN $uid % 100000 >= 90000 THEN 'ISOLATED_UID'
    ELSE 'uid=' || CAST($uid AS VARCHAR)
  END
) END;
