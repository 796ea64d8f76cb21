-- Cold startups for the profiling manager.
INCLUDE PERFETTO MODULE android.profiling_manager.util;

-- From binding the application to its first frame (TTFF), and to its report that it is fully drawn (TTI).
CREATE PERFETTO TABLE android_profiling_manager_cold_startup AS
SELECT ts, 'app_startup_ttff' AS name, dur, 'TTFF' AS startup_checkpoint
FROM _android_generate_start_to_end_slices('bindApplication', 'Choreographer#doFrame [0-9]*', TRUE)
UNION ALL
SELECT ts, 'app_startup_tti' AS name, dur, 'TTI' AS startup_checkpoint
FROM _android_generate_start_to_end_slices('bindApplication', 'reportFullyDrawn*', TRUE);
