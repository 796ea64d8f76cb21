-- Startups of Android 10 to 12.
INCLUDE PERFETTO MODULE android.startup.startup_events;

-- From one intent to start an activity to the next; those with exactly one launch that also finished are startups.
CREATE PERFETTO TABLE _startups_minsdk29 AS
WITH
  intents AS (
    SELECT ts, lead(ts, 1, trace_end()) OVER (ORDER BY ts) AS ts_end
    FROM slice
    WHERE name = 'MetricsLogger:launchObserverNotifyIntentStarted'
  ),
  finishes AS (SELECT ts FROM slice WHERE name = 'MetricsLogger:launchObserverNotifyActivityLaunchFinished'),
  single AS (
    SELECT i.ts AS intent_ts, i.ts_end AS intent_end, any_value(e.ts_end) AS ts_end, any_value(e.package_name) AS package
    FROM intents AS i
    JOIN _startup_events AS e ON e.ts BETWEEN i.ts AND i.ts_end
    GROUP BY ALL
    HAVING count(*) = 1
  )
SELECT s.intent_ts AS ts, s.ts_end, s.ts_end - s.intent_ts AS dur, s.package, CAST(NULL AS VARCHAR) AS startup_type
FROM single AS s
WHERE s.ts_end BETWEEN s.intent_ts AND s.intent_end
  AND EXISTS (SELECT 1 FROM finishes AS f WHERE f.ts BETWEEN s.intent_ts AND s.intent_end)
ORDER BY s.intent_ts;
