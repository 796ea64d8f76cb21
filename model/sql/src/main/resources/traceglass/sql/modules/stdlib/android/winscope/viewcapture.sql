-- Snapshots of the views of windows.

-- Snapshots.
CREATE PERFETTO VIEW android_viewcapture AS
SELECT id, ts, arg_set_id, package_name, window_name
FROM __intrinsic_viewcapture;

-- Views in each snapshot.
CREATE PERFETTO VIEW android_viewcapture_view AS
SELECT id, snapshot_id, arg_set_id, node_id, hashcode, is_visible, parent_id, view_id, class_name, trace_rect_id
FROM __intrinsic_viewcapture_view;
