-- @case a core is idle while the idle thread runs
INCLUDE PERFETTO MODULE wattson.ui.continuous_estimates;
SELECT cpu, ts - 1000000000 AS ts, dur, cpu0_mw AS mw FROM _system_state_cpu0_mw ORDER BY ts
-- @case guessed idle states are marked
INCLUDE PERFETTO MODULE wattson.aggregation;
SELECT is_crude_estimate FROM wattson_metric_metadata
