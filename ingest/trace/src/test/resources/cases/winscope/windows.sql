-- @case motions have the dispatcher's fields and the kernel's time as trace time
INCLUDE PERFETTO MODULE android.input;
SELECT m.ts, m.event_id, m.source, m.action, m.device_id, m.display_id, __intrinsic_arg_set_to_json(m.arg_set_id) AS args FROM android_motion_events AS m

-- @case keys have their code and times too
INCLUDE PERFETTO MODULE android.input;
SELECT k.ts, k.event_id, k.source, k.action, k.device_id, k.display_id, k.key_code, extract_arg(k.arg_set_id, 'kernel_time') AS kernel, extract_arg(k.arg_set_id, 'down_time') AS down FROM android_key_events AS k

-- @case dispatched events name the window
INCLUDE PERFETTO MODULE android.input;
SELECT d.event_id, d.vsync_id, d.window_id, __intrinsic_arg_set_to_json(d.arg_set_id) AS args FROM android_input_event_dispatch AS d

-- @case the three sides of an input method have their arguments
INCLUDE PERFETTO MODULE android.winscope.inputmethod;
SELECT 'clients' AS side, ts, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM android_inputmethod_clients
UNION ALL SELECT 'manager', ts, __intrinsic_arg_set_to_json(arg_set_id) FROM android_inputmethod_manager_service
UNION ALL SELECT 'service', ts, __intrinsic_arg_set_to_json(arg_set_id) FROM android_inputmethod_service
ORDER BY ts

-- @case views are placed in their parents, and are visible with them
INCLUDE PERFETTO MODULE android.winscope.viewcapture;
INCLUDE PERFETTO MODULE android.winscope.rect;
SELECT c.ts, c.package_name, c.window_name, v.node_id, v.parent_id, v.hashcode, v.view_id, v.class_name, extract_arg(v.arg_set_id, 'text') AS text, v.is_visible, t.depth, t.opacity, r.x, r.y, r.w, r.h
FROM android_viewcapture AS c JOIN android_viewcapture_view AS v ON v.snapshot_id = c.id JOIN android_winscope_trace_rect AS t ON t.id = v.trace_rect_id JOIN android_winscope_rect AS r ON r.id = t.rect_id ORDER BY v.id

-- @case containers of windows form a tree, each with its name, place and rectangle
INCLUDE PERFETTO MODULE android.winscope.windowmanager;
INCLUDE PERFETTO MODULE android.winscope.rect;
SELECT w.snapshot_id, w.token, w.parent_token, w.child_index, w.container_type, w.title, w.name_override, w.is_visible, t.group_id, t.depth, t.is_visible AS shown, t.opacity, r.x, r.y, r.w, r.h
FROM android_windowmanager_windowcontainer AS w LEFT JOIN android_winscope_trace_rect AS t ON t.id = w.window_rect_id LEFT JOIN android_winscope_rect AS r ON r.id = t.rect_id ORDER BY w.id

-- @case snapshots have no containers in their arguments
INCLUDE PERFETTO MODULE android.winscope.windowmanager;
SELECT ts, focused_display_id, has_invalid_elapsed_ts, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM android_windowmanager WHERE ts = 1400

-- @case each container has arguments without those in it
INCLUDE PERFETTO MODULE android.winscope.windowmanager;
SELECT token, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM android_windowmanager_windowcontainer WHERE token IN (1, 4) ORDER BY token

-- @case fields that are not set have their defaults in the arguments with defaults, and strings stand for their numbers
SELECT d.key, coalesce(d.string_value, CAST(d.int_value AS VARCHAR), CAST(d.real_value AS VARCHAR)) AS value FROM __intrinsic_winscope_args_with_defaults AS d JOIN __intrinsic_viewcapture_view AS v USING (base64_proto_id) WHERE v.node_id = 0 AND d.key IN ('class_name', 'clip_children', 'elevation', 'scroll_y', 'view_id', 'visibility') ORDER BY d.key
