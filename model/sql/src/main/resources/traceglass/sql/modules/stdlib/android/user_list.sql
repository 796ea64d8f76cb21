-- Users of the device.

-- Users of Android (not of Linux), with their kind.
CREATE PERFETTO VIEW android_user_list AS
SELECT android_user_id, type FROM __intrinsic_android_user_list;
