-- Android version of the recording device.

-- SDK number, or NULL if unknown.
CREATE PERFETTO FUNCTION _android_sdk_version() RETURNS LONG AS
SELECT min(m.int_value) FROM metadata AS m WHERE m.name = 'android_sdk_version';
