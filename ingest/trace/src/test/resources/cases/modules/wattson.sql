-- @case the processor and its clusters are known
INCLUDE PERFETTO MODULE wattson.device_infos;
SELECT d.name, group_concat(m.policy, ' ') AS policies FROM _wattson_device AS d CROSS JOIN (SELECT policy FROM _dev_cpu_policy_map ORDER BY cpu) AS m GROUP BY d.name
-- @case a core needs more power while it is active and before it leaves deep idle
INCLUDE PERFETTO MODULE wattson.ui.continuous_estimates;
SELECT cpu, ts - 1000000000 AS ts, dur, mw FROM (SELECT cpu, ts, dur, cpu0_mw AS mw FROM _system_state_cpu0_mw UNION ALL SELECT cpu, ts, dur, cpu4_mw FROM _system_state_cpu4_mw UNION ALL SELECT cpu, ts, dur, cpu6_mw FROM _system_state_cpu6_mw) ORDER BY cpu, ts
-- @case the energy of parts is their power over time
INCLUDE PERFETTO MODULE wattson.aggregation;
INCLUDE PERFETTO MODULE wattson.windows;
SELECT subsystem, breakdown_type, component_id, parent_id, period_id, period_dur, round(estimated_mw, 3) AS mw, round(estimated_mws, 6) AS mws FROM wattson_rails_aggregation!(wattson_window_trace) ORDER BY 1, 2, 3
-- @case power is attributed to threads and interrupts
INCLUDE PERFETTO MODULE wattson.tasks.attribution;
SELECT ts - 1000000000 AS ts, dur, cpu, estimated_mw, thread_name, tid FROM _estimates_w_tasks_attribution WHERE utid < 1000 ORDER BY ts
-- @case an interrupt has its own row
INCLUDE PERFETTO MODULE wattson.tasks.task_slices;
SELECT ts - 1000000000 AS ts, dur, cpu, thread_name, process_name FROM _wattson_task_slices ORDER BY ts
-- @case the thread that wakes a core is charged for its idle transitions
INCLUDE PERFETTO MODULE wattson.aggregation;
INCLUDE PERFETTO MODULE wattson.windows;
SELECT thread_name, tid, period_dur, round(estimated_mws, 6) AS mws, round(idle_transitions_mws, 6) AS idle_mws, round(total_mws, 6) AS total_mws FROM wattson_threads_aggregation!(wattson_window_markers) ORDER BY 1
-- @case a GPU that is on without a frequency is idle at the previous one
INCLUDE PERFETTO MODULE wattson.gpu.freq_idle;
SELECT ts - 1000000000 AS ts, dur, freq, power_state FROM _gpu_freq_idle ORDER BY ts
-- @case without public figures a GPU has no estimate
INCLUDE PERFETTO MODULE wattson.gpu.estimates;
SELECT count(*) AS n FROM _gpu_estimates_mw
-- @case idle states that the kernel traced are not guessed
INCLUDE PERFETTO MODULE wattson.aggregation;
SELECT * FROM wattson_metric_metadata
