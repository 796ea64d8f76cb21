-- Startups of Android 13 and newer, which are numbered: `launchingActivity#N` lasts as long as the startup, and
-- `launchingActivity#N:completed-TYPE:PACKAGE` contains its outcome.

CREATE PERFETTO TABLE _startups_minsdk33 AS
WITH
  launches AS (
    SELECT id, ts, dur, cast_int!(substr(name, 19)) AS startup_id
    FROM slice
    WHERE name GLOB 'launchingActivity#*' AND dur > 0 AND NOT contains(name, ':')
  ),
  completions AS (
    SELECT DISTINCT
      cast_int!(str_split(substr(name, 19), ':', 0)) AS startup_id,
      str_split(name, ':', 2) AS package,
      nullif(regexp_extract(name, ':completed-(hot|warm|cold):', 1), '') AS startup_type
    FROM slice
    WHERE dur = 0 AND name GLOB 'launchingActivity#*:completed*:*' AND name NOT GLOB '*:completed-same-process:*'
  )
SELECT l.startup_id, l.ts, l.ts + l.dur AS ts_end, l.dur, c.package, c.startup_type
FROM launches AS l
JOIN completions AS c USING (startup_id)
ORDER BY l.id, c.package, c.startup_type;
