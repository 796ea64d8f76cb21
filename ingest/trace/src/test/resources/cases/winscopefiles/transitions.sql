-- @case the parts of a transition are one
INCLUDE PERFETTO MODULE android.winscope.transitions;
SELECT ts, transition_id, transition_type, create_time_ns, send_time_ns, finish_time_ns, wm_abort_time_ns, flags, start_transaction_id, finish_transaction_id FROM window_manager_shell_transitions ORDER BY transition_id
-- @case transitions have the layers and windows that take part
SELECT transition_id, layer_id, window_id FROM __intrinsic_window_manager_shell_transition_participants
