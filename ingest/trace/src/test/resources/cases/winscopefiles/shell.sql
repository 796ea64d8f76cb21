-- @case transitions have their times and handlers
INCLUDE PERFETTO MODULE android.winscope.transitions;
SELECT transition_id, dispatch_time_ns, merge_time_ns, shell_abort_time_ns, handler FROM window_manager_shell_transitions ORDER BY transition_id
-- @case handlers have names
SELECT handler_id, handler_name FROM window_manager_shell_transition_handlers
