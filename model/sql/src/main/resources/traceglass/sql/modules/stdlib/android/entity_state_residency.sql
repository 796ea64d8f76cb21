-- Time of the chip's subsystems in their power states.

-- Readings of the time in a state, each until the next reading. Tracks are named `Entity residency: ENTITY is STATE`.
CREATE PERFETTO TABLE android_entity_state_residency AS
WITH
  tracks AS (SELECT id, name, regexp_matches(name, '^Entity residency: .* is ') AS is_named FROM counter_track WHERE type = 'entity_state'),
  readings AS (
    SELECT
      c.id,
      c.ts,
      lead(c.ts) OVER on_track - c.ts AS dur,
      CASE WHEN t.is_named THEN replace(str_split(t.name, ' is ', 0), 'Entity residency: ', '') END AS entity_name,
      CASE WHEN t.is_named THEN substr(t.name, instr(t.name, ' is ') + 4) END AS state_name,
      t.name AS raw_name,
      cast_int!(c.value * 1e6) AS state_time_since_boot,
      cast_int!(lead(c.value) OVER on_track * 1e6) AS state_time_since_boot_at_end,
      c.track_id
    FROM counter AS c
    JOIN tracks AS t ON t.id = c.track_id
    WINDOW on_track AS (PARTITION BY c.track_id ORDER BY c.ts, c.id)
  )
SELECT
  id, ts, dur, entity_name, state_name, raw_name, state_time_since_boot, state_time_since_boot_at_end,
  (state_time_since_boot_at_end - state_time_since_boot) * 1.0 / dur AS state_time_ratio,
  track_id
FROM readings
ORDER BY track_id, ts, id;
