-- @case messages have their text with its values, level, group and place
SELECT ts, level, tag, message, stacktrace, location FROM protolog ORDER BY ts

-- @case a transition has the times of both sides, and plays from its dispatch to its end
SELECT transition_id, ts, transition_type, create_time_ns, send_time_ns, dispatch_time_ns, finish_time_ns, duration_ns, merge_time_ns, wm_abort_time_ns, handler, status, flags, start_transaction_id, finish_transaction_id FROM window_manager_shell_transitions ORDER BY transition_id

-- @case who plays it has a name
SELECT handler_id, handler_name FROM window_manager_shell_transition_handlers

-- @case windows that take part have their role
INCLUDE PERFETTO MODULE android.winscope.transitions;
SELECT transition_id, layer_id, window_id, mode, flags, start_rotation, end_rotation FROM android_window_manager_shell_transition_participants

-- @case each part of a transition is kept as it was
INCLUDE PERFETTO MODULE android.winscope.transitions;
SELECT transition_id, count(*) AS parts FROM android_window_manager_shell_transition_protos GROUP BY transition_id ORDER BY transition_id

-- @case a message without a text is counted
SELECT name, value FROM stats WHERE name GLOB 'winscope_protolog*' AND value != 0
