-- Touches on Pixel phones, from the interrupt to the end of their processing.
INCLUDE PERFETTO MODULE intervals.intersect;

-- The driver's processing of a touch; its slice contains the time of the input.
CREATE PERFETTO TABLE _pixel_touch_processing AS
SELECT s.id, s.ts, s.dur, s.track_id, CAST(str_split(str_split(s.name, 'IN_TS=', 1), '.', 0) AS LONG) AS in_ts
FROM slice AS s
WHERE s.name GLOB 'algo->processFrame:*';

-- Time in ns by which the touch was moved when it was resampled, as counted during its processing.
CREATE PERFETTO TABLE _pixel_touch_resampling AS
SELECT p.id, min_by(c.value, c.ts) AS offset_ns
FROM _pixel_touch_processing AS p
JOIN counter AS c ON c.ts BETWEEN p.ts AND p.ts + p.dur
WHERE c.track_id = (SELECT min(id) FROM track WHERE name = 'Resample latency offset')
GROUP BY p.id;

-- The thread that reads the sensor after the interrupt.
CREATE PERFETTO TABLE _pixel_touch_bottom_half AS
SELECT
  b.id, b.ts, b.dur, b.track_id,
  CAST(str_split(str_split(b.name, 'IRQ_IDX=', 1), '.', 0) AS LONG) AS irq_index,
  (
    SELECT CAST(str_split(str_split(c.name, 'IN_TS=', 1), '.', 0) AS LONG)
    FROM slice AS c
    WHERE c.parent_id = b.id AND c.name GLOB 'goog_offload_populate_frame:*'
    ORDER BY c.id
    LIMIT 1
  ) AS in_ts
FROM slice AS b
WHERE b.name GLOB 'gti_irq_thread_fn: IRQ_IDX=*';

CREATE PERFETTO VIEW _pixel_touch_irq_slice AS
SELECT id, ts, dur FROM slice WHERE name GLOB 'IRQ (*)' AND dur > 0;

CREATE PERFETTO VIEW _pixel_touch_irq_index AS
SELECT id, ts, 0 AS dur, value FROM counter WHERE track_id = (SELECT min(id) FROM track WHERE name = 'gti_th_irq_index');

-- The interrupt itself, with the index counted within it.
CREATE PERFETTO TABLE _pixel_touch_top_half AS
SELECT s.id, s.ts, s.dur, s.track_id, c.value AS irq_index
FROM _interval_intersect!((_pixel_touch_irq_slice, _pixel_touch_irq_index), ()) AS i
JOIN slice AS s ON s.id = i.id_0
JOIN counter AS c ON c.id = i.id_1;

-- Touches with their interrupt (th), the thread that read them (bh) and their processing.
CREATE PERFETTO TABLE pixel_touch_events AS
SELECT
  p.in_ts,
  th.ts AS ts_pixel_touch_th, th.dur AS dur_pixel_touch_th, th.id AS id_pixel_touch_th, th.track_id AS track_pixel_touch_th,
  bh.ts AS ts_pixel_touch_bh, bh.dur AS dur_pixel_touch_bh, bh.id AS id_pixel_touch_bh, bh.track_id AS track_pixel_touch_bh,
  p.ts AS ts_pixel_touch, p.dur AS dur_pixel_touch, p.id AS id_pixel_touch, p.track_id AS track_pixel_touch,
  CAST(coalesce(r.offset_ns, 0) AS LONG) AS resample_latency_offset
FROM _pixel_touch_processing AS p
LEFT JOIN _pixel_touch_resampling AS r ON r.id = p.id
LEFT JOIN _pixel_touch_bottom_half AS bh ON bh.in_ts = p.in_ts
LEFT JOIN _pixel_touch_top_half AS th ON th.irq_index = bh.irq_index;
