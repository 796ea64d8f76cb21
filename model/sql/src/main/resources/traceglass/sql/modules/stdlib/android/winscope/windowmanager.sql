-- Snapshots of the window manager with their windows.

-- Snapshots.
CREATE PERFETTO VIEW android_windowmanager AS
SELECT id, ts, arg_set_id, base64_proto_id, focused_display_id, has_invalid_elapsed_ts
FROM __intrinsic_windowmanager;

-- Window containers in each snapshot.
CREATE PERFETTO VIEW android_windowmanager_windowcontainer AS
SELECT
  id, snapshot_id, arg_set_id, base64_proto_id, title, token, parent_token, child_index, is_visible, window_rect_id,
  container_type, name_override
FROM __intrinsic_windowmanager_windowcontainer;
