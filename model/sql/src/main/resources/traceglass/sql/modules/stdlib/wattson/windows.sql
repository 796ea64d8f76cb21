-- Numbered time windows over which energy can be summed.
INCLUDE PERFETTO MODULE android.cujs.base;
INCLUDE PERFETTO MODULE android.startup.startups;
INCLUDE PERFETTO MODULE wattson.utils;

-- The marked window.
CREATE PERFETTO VIEW wattson_window_markers(
  ts TIMESTAMP, dur DURATION, period_id LONG
)
AS
SELECT ts, dur, 1 AS period_id FROM _wattson_markers_window;

-- The whole trace, as a window for estimates of Wattson.
CREATE PERFETTO VIEW wattson_window_trace(
  ts TIMESTAMP, dur DURATION, period_id LONG
)
AS
SELECT trace_start() AS ts, trace_dur() AS dur, 1 AS period_id;

-- Starts of apps, as windows for estimates of Wattson.
CREATE PERFETTO VIEW wattson_window_app_startup(
  ts TIMESTAMP, dur DURATION, period_id LONG
)
AS
SELECT ts, dur, startup_id AS period_id FROM android_startups;

-- User journeys traced by apps.
CREATE PERFETTO VIEW wattson_window_atrace_apps(
  ts TIMESTAMP, dur DURATION, period_id LONG
)
AS
SELECT ts, dur, cuj_id AS period_id FROM android_jank_cuj;
