-- Users of the device.

-- Android's users (not those of Linux), with their kind.
CREATE PERFETTO VIEW android_user_list AS
SELECT android_user_id, type FROM __intrinsic_android_user_list;
