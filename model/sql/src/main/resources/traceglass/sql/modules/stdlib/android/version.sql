-- The version of Android that recorded.

-- Number of the SDK, or NULL if the trace does not tell it.
CREATE PERFETTO FUNCTION _android_sdk_version() RETURNS LONG AS
SELECT min(m.int_value) FROM metadata AS m WHERE m.name = 'android_sdk_version';
