-- The recording device.

-- Device code name in a build fingerprint, `brand/product/DEVICE:…`.
CREATE PERFETTO FUNCTION android_device_name_from_fingerprint(fingerprint STRING) RETURNS STRING AS
SELECT str_split(str_split($fingerprint, '/', 2), ':', 0);

-- Code names of all machines that run Android.
CREATE PERFETTO TABLE android_device_name AS
SELECT android_device_name_from_fingerprint(m.android_build_fingerprint) AS name, m.id AS machine_id
FROM machine AS m
WHERE m.android_build_fingerprint IS NOT NULL
ORDER BY m.id;
