-- Participants of window transitions.

-- Layers and windows in a transition.
CREATE PERFETTO VIEW android_window_manager_shell_transition_participants AS
SELECT
  transition_id, layer_id, window_id, mode, flags, start_display_id, end_display_id, start_rotation, end_rotation,
  start_abs_bounds_rect_id, end_abs_bounds_rect_id
FROM __intrinsic_window_manager_shell_transition_participants;

-- Messages about a transition.
CREATE PERFETTO VIEW android_window_manager_shell_transition_protos AS
SELECT transition_id, base64_proto_id
FROM __intrinsic_window_manager_shell_transition_protos;
