-- Work of the hardware composer for a frame: its validation and its presentation, which follows separately, together or not at all.

CREATE OR REPLACE PERFETTO VIEW {{output}} AS
WITH calls AS (
  SELECT
    id, ts, dur, str_split(name, ' ', 0) AS call,
    CASE WHEN instr(name, ' ') = 0 THEN 'unspecified' ELSE substr(name, instr(name, ' ') + 1) END AS display_id
  FROM slice
  WHERE name GLOB 'HwcPresentOrValidateDisplay*' OR name GLOB 'HwcValidateDisplay*' OR name GLOB 'HwcPresentDisplay*'
),
pairs AS (
  SELECT
    *,
    coalesce(lead(call) OVER following, '') = 'HwcPresentDisplay' AS is_presented,
    lead(dur, 1, 0) OVER following AS present_dur
  FROM calls
  WINDOW following AS (PARTITION BY display_id ORDER BY ts)
)
SELECT
  id,
  display_id,
  CASE WHEN is_presented THEN dur + present_dur WHEN call = 'HwcPresentOrValidateDisplay' THEN dur ELSE 0 END AS execution_time_ns,
  CASE
    WHEN call = 'HwcValidateDisplay' AND is_presented THEN 'separated_validation'
    WHEN is_presented THEN 'unskipped_validation'
    WHEN call = 'HwcPresentOrValidateDisplay' THEN 'skipped_validation'
    ELSE 'unknown'
  END AS validation_type
FROM pairs
WHERE call IN ('HwcValidateDisplay', 'HwcPresentOrValidateDisplay');
